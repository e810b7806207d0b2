/** The errors of ruleset operations that are the emulator's own choice; see `chosen.ts`. */
import { INVALID_VALUE } from './chosen';
import type { Refusal } from './refusal';

/** Code of everything that is not there, as of a missing ruleset (docs/service.md 3.4). */
const NOT_FOUND = 10003;

export function noRule(id: string, rulesetId: string): Refusal {
  const message = `could not find rule ${id} in ruleset ${rulesetId}`;
  return { status: 404, errors: [{ code: NOT_FOUND, message }] };
}

export function noVersion(version: string, rulesetId: string): Refusal {
  const message = `could not find version ${version} of ruleset ${rulesetId}`;
  return { status: 404, errors: [{ code: NOT_FOUND, message }] };
}

export function currentVersionStays(version: string): Refusal {
  const message = `version ${version} cannot be deleted because it is the current one`;
  return { status: 400, errors: [{ code: INVALID_VALUE, message }] };
}
