import { readFileSync } from 'node:fs';
import { isRecord, MIGRATION_STATES } from '../../schema';
import { CommandFailure, reasonOf } from '../failure';
import { SURVEY_RESULTS, SURVEY_VERSION, type Survey } from './survey-model';

/**
 * Reads a survey.
 *
 * @throws CommandFailure if the file is none, or of another version of the format
 */
export function readSurvey(file: string): Survey {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw notASurvey(file, [reasonOf(error)], error);
  }
  const seen = problemOf(document);
  if (seen !== undefined) throw notASurvey(file, [seen]);
  return document as Survey;
}

/** Whether a text is a survey, of whichever version. */
export function isSurvey(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) && 'format_version' in document && Array.isArray(document['zones']);
  } catch {
    return false;
  }
}

/** What an approval is made from; a later minor version only adds members. */
function problemOf(document: unknown): string | undefined {
  if (!isRecord(document)) return `${shown(document)} in the place of an object`;
  const { format_version: version, service, ended_at: at, zones } = document;
  if (typeof version !== 'string' || version.split('.')[0] !== SURVEY_VERSION.split('.')[0])
    return `format_version is ${shown(version)}`;
  if (typeof service !== 'string') return `service is ${shown(service)}`;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return `ended_at is ${shown(at)}`;
  if (!Array.isArray(zones)) return `zones is ${shown(zones)}`;
  const wrong = zones.findIndex((zone: unknown) => !isZone(zone));
  return wrong === -1 ? undefined : `zone ${wrong + 1} is ${shown(zones[wrong])}`;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

function isZone(zone: unknown): boolean {
  if (!isRecord(zone)) return false;
  const { id, name, result, state, digest, rules, not_carried_over: losses, problems } = zone;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    (SURVEY_RESULTS as readonly unknown[]).includes(result) &&
    (state === null || (MIGRATION_STATES as readonly unknown[]).includes(state)) &&
    (digest === null || (typeof digest === 'string' && DIGEST.test(digest))) &&
    (rules === null || isRecords(rules)) &&
    (losses === null || isRecords(losses)) &&
    isRecords(problems)
  );
}

function isRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}

/** The longest part of a file that a message quotes. */
const LONGEST = 120;

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function notASurvey(file: string, seen: readonly string[], cause?: unknown): CommandFailure {
  return new CommandFailure(
    {
      code: 'survey',
      message: `the survey cannot be read: ${file}`,
      seen,
      allowed: [`a file that zonewright migration survey has written, of format ${SURVEY_VERSION}`],
      hints: [
        'make a survey: zonewright migration survey --inventory <file>',
        'or name another file: --survey <file>',
      ],
    },
    undefined,
    { cause },
  );
}
