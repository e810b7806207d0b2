import { createHash } from 'node:crypto';
import { isRecord } from '../../schema';
import { Placeholders } from '../copy/placeholders';
import { readInputFile } from '../files/input-file';
import type { PlanJson } from '../review/plan-json';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';

/** A digest of what a plan changes of our objects, whatever the secrets are. */
export function planDigest({ resource_changes: changes = [] }: PlanJson): string {
  const own = changes
    .filter(
      ({ mode, provider_name: provider }) => mode === 'managed' && provider.endsWith('/zonewright/zone'),
    )
    .map(({ address, change: { actions, before, after, after_unknown: unknown } }) => ({
      ...{ address, actions, before, after, unknown },
    }))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(new Placeholders().hide(own), sorted))
    .digest('hex');
}

/** The members of objects in the order of their names. */
function sorted(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether a plan is one of those that a rehearsal made on its copy. @throws CommandFailure */
export function rehearsedPlans(file: string): (plan: PlanJson) => boolean {
  const text = readInputFile(file, {
    code: 'rehearsal_file',
    what: 'the rehearsal',
    option: '--rehearsal <file>',
    allowed: ['the JSON of a rehearsal'],
  });
  let plans: unknown;
  try {
    const document = parseJson(text);
    plans = isRecord(document) ? document['plans'] : undefined;
  } catch (error) {
    throw noRehearsal(file, reasonOf(error));
  }
  if (!isRecord(plans)) throw noRehearsal(file, 'it has no member plans');
  const digests = new Set(Object.values(plans));
  return (plan) => digests.has(planDigest(plan));
}

function noRehearsal(file: string, seen: string): CommandFailure {
  return new CommandFailure({
    code: 'rehearsal_file',
    message: `${file} is not a rehearsal`,
    seen: [seen],
    allowed: ['what zonewright rehearse writes with --out json=FILE'],
    hints: ['rehearse the stacks: zonewright rehearse STACK --on copy.yaml --out json=FILE'],
  });
}
