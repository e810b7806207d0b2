import { isDigest, isRecord, MIGRATION_STATES } from '../../schema';
import { readDocument } from '../files/input-file';
import { parseJson } from '../text/json';
import { SURVEY_RESULTS, SURVEY_VERSION, type Survey } from './survey-model';

/**
 * Reads a survey.
 *
 * @throws CommandFailure if the file is none, or of another version of the format
 */
export function readSurvey(file: string): Survey {
  return readDocument(
    file,
    {
      code: 'survey',
      what: 'the survey',
      option: '--survey <file>',
      allowed: [`a file that zonewright migration survey has written, of format ${SURVEY_VERSION}`],
      make: 'make a survey: zonewright migration survey --inventory <file>',
    },
    problemOf,
  ) as Survey;
}

/** Whether a text is a survey, of whichever version. */
export function isSurvey(text: string): boolean {
  try {
    const document: unknown = parseJson(text);
    return isRecord(document) && 'format_version' in document && Array.isArray(document['zones']);
  } catch {
    return false;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** What an approval is made from. */
const SURVEY_MEMBERS: Readonly<Record<string, Check>> = {
  service: isText,
  begun_at: isTime,
  ended_at: isTime,
  zones: Array.isArray,
};

const ZONE_MEMBERS: Readonly<Record<string, Check>> = {
  id: isText,
  name: isText,
  result: (value) => (SURVEY_RESULTS as readonly unknown[]).includes(value),
  state: orNull((value) => (MIGRATION_STATES as readonly unknown[]).includes(value)),
  can_validate: (value) => typeof value === 'boolean',
  rules: orNull(listOf()),
  digest: orNull((value) => typeof value === 'string' && isDigest(value)),
  not_carried_over: orNull(listOf('kind', 'description')),
  problems: listOf('message'),
  read_at: isTime,
};

/** A later minor version of the format only adds members. */
function problemOf(document: unknown): string | undefined {
  if (!isRecord(document)) return `${shown(document)} in the place of an object`;
  const version = document['format_version'];
  if (typeof version !== 'string' || version.split('.')[0] !== SURVEY_VERSION.split('.')[0])
    return `format_version is ${shown(version)}`;
  const wrong = wrongMember(document, SURVEY_MEMBERS);
  if (wrong !== undefined) return wrong;
  return (document['zones'] as readonly unknown[])
    .map((zone, index) => {
      const problem = isRecord(zone) ? wrongMember(zone, ZONE_MEMBERS) : `it is ${shown(zone)}`;
      return problem === undefined ? undefined : `zone ${index + 1}: ${problem}`;
    })
    .find((problem) => problem !== undefined);
}

function wrongMember(
  value: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Check>>,
): string | undefined {
  const wrong = Object.keys(members).find((name) => !members[name]?.(value[name]));
  return wrong === undefined ? undefined : `${wrong} is ${shown(value[wrong])}`;
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

/** A list of objects with these texts. */
function listOf(...texts: readonly string[]): Check {
  return (value) =>
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && texts.every((name) => isText(item[name])));
}

/** The longest part of a file that a message quotes. */
const LONGEST = 120;

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
