import { createHash } from 'node:crypto';
import { isRecord } from '../../schema';
import { Placeholders } from '../copy/placeholders';
import { readDocument } from '../files/input-file';
import type { PlanJson } from '../review/plan-json';
import type { Rehearsal } from './report';

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
  const input = {
    code: 'rehearsal_file',
    what: 'the rehearsal',
    option: '--rehearsal <file>',
    allowed: ['what zonewright rehearse writes with --out json=FILE'],
    make: 'rehearse the stacks: zonewright rehearse STACK --on copy.yaml --out json=FILE',
  };
  const { plans } = readDocument(file, input, (document) =>
    isRecord(document) && isRecord(document['plans']) ? undefined : 'it has no member plans',
  ) as Pick<Rehearsal, 'plans'>;
  const digests = new Set(Object.values(plans));
  return (plan) => digests.has(planDigest(plan));
}
