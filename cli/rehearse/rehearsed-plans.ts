import { createHash } from 'node:crypto';
import { isRecord } from '../../schema';
import { Placeholders } from '../copy/placeholders';
import { readDocument } from '../files/input-file';
import { isOurs, type PlanJson } from '../review/plan-json';
import type { Rehearsal } from './report';

/**
 * A digest of what a plan changes of our objects, whatever the secrets are.
 *
 * @param hiddenRules zones whose rules hold placeholders in a rehearsal, so that their digest is another in production
 */
export function planDigest(
  { resource_changes: changes = [] }: PlanJson,
  hiddenRules: readonly string[],
): string {
  const own = changes
    .filter((each) => each.mode === 'managed' && isOurs(each))
    .sort((one, other) => (one.address < other.address ? -1 : 1))
    .map(({ address, change: { actions, before, after, after_unknown: unknown } }) => {
      const values = new Placeholders().hide({ address, actions, before, after, unknown });
      const isHidden = hiddenRules.some((zone) => [before, after].some((each) => zoneIn(each) === zone));
      return JSON.stringify(values, (name, value: unknown) =>
        isHidden && name === 'rules_digest' ? undefined : value,
      );
    });
  return createHash('sha256').update(own.join('\n')).digest('hex');
}

function zoneIn(values: unknown): unknown {
  return isRecord(values) ? values['zone_id'] : undefined;
}

/** Whether a plan is one of those that a rehearsal made and applied on its copy. @throws CommandFailure */
export function rehearsedPlans(file: string): (plan: PlanJson) => boolean {
  const input = {
    code: 'rehearsal_file',
    what: 'the rehearsal',
    option: '--rehearsal <file>',
    allowed: ['what zonewright rehearse writes with --out json=FILE'],
    make: 'rehearse the stacks: zonewright rehearse STACK --on copy.yaml --out json=FILE',
  };
  const { plans, hidden_rules: hiddenRules } = readDocument(file, input, (document) =>
    isRecord(document) && isRecord(document['plans']) && Array.isArray(document['hidden_rules'])
      ? undefined
      : 'it has no members plans and hidden_rules',
  ) as Rehearsal;
  const digests = new Set(Object.values(plans));
  return (plan) => digests.has(planDigest(plan, hiddenRules));
}
