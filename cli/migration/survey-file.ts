import { existsSync } from 'node:fs';
import { check, pointerTo } from '../../emulator/checks/reader';
import * as is from '../../emulator/checks/shape';
import { byNameAndId, severalZones } from '../../provider-shim/zone-reader';
import {
  ID_PATTERN,
  MIGRATION_STATES,
  parseApproval,
  TARGET_STATES,
  zoneNameKey,
  type Approval,
} from '../../schema';
import { readInputFile } from '../files/input-file';
import { SURVEY_FILE } from '../files/outputs';
import { CommandFailure, EXIT_USAGE, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';
import { reported } from '../zones/reading-zones';
import type { NotFoundZone, ReadZones, ZoneFacts } from './survey';

/** What is read of a survey (docs/schemas/survey.schema.json). */
const [TEXT, TEXTS] = [is.text(), is.list(is.text())];
const LOSS = is.object({
  kind: is.oneOf(['core_rule_set_group_override', 'core_rule_set_rule_override', 'page_rule_waf_off']),
  ...{ id: TEXT, description: TEXT },
});
const ZONE: is.Shape<ZoneFacts> = is.refusedIf(
  is.object({
    ...{ id: is.text(ID_PATTERN, 'the id of a zone'), name: TEXT, plan: is.nullable(TEXT) },
    state: is.oneOf([...MIGRATION_STATES, 'retired', 'unreadable', 'gone']),
    step: is.nullable(is.oneOf(TARGET_STATES)),
    problems: is.list(is.object({ code: TEXT, message: TEXT, hint: TEXT })),
    approved_digest: is.nullable(TEXT),
    ...{ rules: is.nullable(TEXTS), replaced_rules: TEXTS, deleted_uri_overrides: TEXTS },
    not_carried_over: is.nullable(is.list(LOSS)),
    losses_unknown_because: is.nullable(TEXT),
    ...{ rules_saved_at: is.nullable(is.timeText), read_at: is.timeText },
    ...is.elsewhere(['approval', 'counted_as']),
  }),
  ({ approved_digest: digest, ...zone }) => {
    if (digest === null) return undefined;
    const approval = parseApproval(digest);
    return approval && isShown(approval, zone) ? undefined : 'approved_digest is not of what is shown';
  },
);
const SURVEY = is.object({
  ...{ format_version: is.oneOf(['1.0']), service: TEXT },
  zones: is.distinct(ZONE, ({ id }) => id, { at: 'id', reason: 'another zone has the same id' }),
  ...is.elsewhere(['approvals', 'counts', 'not_found']),
});

/** Whether an approval is of what people are shown of a zone, as far as its digests tell. */
function isShown(approval: Approval, zone: Omit<ZoneFacts, 'approved_digest'>): boolean {
  const { replaced_rules: replaced, deleted_uri_overrides: overrides, not_carried_over: losses } = zone;
  const isKnown = zone.losses_unknown_because === null;
  return (
    approval.zoneId === zone.id &&
    approval.step === zone.step &&
    (approval.rules === 'none') === (zone.rules === null) &&
    (approval.replaced === 'none') === (replaced.length === 0) &&
    approval.overrides.length === overrides.length &&
    (approval.losses === 'unknown') === !isKnown &&
    // A zone with a digest has a list, if only an empty one.
    losses !== null &&
    (approval.losses === 'none') === (isKnown && losses.length === 0)
  );
}

/** What a survey has of zones that are asked for. */
export interface SurveyedBefore extends ReadZones {
  /** Those that it does not have, as they were asked for. */
  readonly missing: readonly string[];
  /** The address of the service that it is of. */
  readonly service: string;
}

/**
 * Looks zones up in a survey.
 *
 * @param given the file. @default survey.json, if it is there
 * @param address of the service that is configured; undefined if none is
 * @param step that is asked for. @default the next one of each zone
 * @param isApproved whether a digest is approved already: then the survey has nothing new, and the zone is read again
 * @throws CommandFailure with what is wrong, and where
 */
export function zonesOfSurvey(
  given: string | undefined,
  address: string | undefined,
  named: readonly string[],
  step: string | undefined,
  isApproved: (digest: string) => boolean,
): SurveyedBefore {
  const file = given ?? SURVEY_FILE;
  const isThere = given !== undefined || existsSync(file);
  const { service, zones: all } = isThere ? readSurvey(file, address) : { service: '', zones: [] };
  const known = byNameAndId(all);
  const zones = new Set<ZoneFacts>();
  const [notFound, missing]: [NotFoundZone[], string[]] = [[], []];
  for (const zone of new Set(named)) {
    const [found, ...others] = known.get(zoneNameKey(zone)) ?? [];
    const isOther = found?.state === 'unreadable' || (found?.step && found.step !== (step ?? found.step));
    const isOld = address !== undefined && isApproved(found?.approved_digest ?? '');
    if (!found || isOther || isOld) missing.push(zone);
    else if (others.length === 0) zones.add(found);
    else notFound.push({ zone, ...reported(severalZones(zone, [found, ...others])) });
  }
  return { zones: [...zones], notFound, missing, service };
}

function readSurvey(
  file: string,
  address: string | undefined,
): { service: string; zones: readonly ZoneFacts[] } {
  const allowed = ['what zonewright migration survey of this version has written'];
  const input = { what: 'the survey', option: '--survey <file>', allowed, exitCode: EXIT_USAGE };
  const text = readInputFile(file, input);
  let seen: string;
  try {
    const read = check(parseJson(text), SURVEY);
    if (!read.ok) {
      const wrong = read.problems.slice(0, 3);
      seen = wrong.map(({ path, message }) => `${pointerTo(path)}: ${message}`).join('; ');
    } else if (address === undefined || read.value.service === address) return read.value;
    else seen = `it is of ${read.value.service}, and ZONEWRIGHT_BASE_URL is ${address}`;
  } catch (error) {
    seen = `it is no JSON: ${reasonOf(error)}`;
  }
  const message = `the survey cannot be used: ${file}`;
  const hints = ['make a new one: npx zonewright migration survey --all', 'or name another: --survey <file>'];
  throw new CommandFailure({ message, seen: [seen], hints }, EXIT_USAGE);
}
