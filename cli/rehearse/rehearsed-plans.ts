import { createHash } from 'node:crypto';
import { isRecord } from '../../schema';
import { Placeholders } from '../copy/placeholders';
import { readDocument } from '../files/input-file';
import { isOurs, type PlanJson } from '../review/plan-json';
import type { Rehearsal } from './report';
import { isHarmless } from './working-copy';

/**
 * A digest of what a plan changes, whatever the secrets are: of our objects, and of what no rehearsal may have. Provisioners of
 * `removed` blocks are in no plan's JSON.
 *
 * @param hiddenRules zones whose rules hold placeholders in a rehearsal, so that their digest is another in production
 */
export function planDigest(
  { resource_changes: changes = [], configuration = {} }: PlanJson,
  hiddenRules: readonly string[],
): string {
  const counted = changes
    .filter((each) => each.mode === 'managed' && (isOurs(each) || !isHarmless(each.provider_name)))
    .sort((one, other) => (one.address < other.address ? -1 : 1))
    .map(({ address, change: { actions, before, after, after_unknown: unknown } }) => ({
      ...{ address, actions, before, after, unknown },
    }));
  const texts: string[] = new Placeholders().hide(counted).map((each) => {
    const isHidden = [each.before, each.after].some((values) => hiddenRules.includes(zoneIn(values)));
    return JSON.stringify(each, (name, value: unknown) =>
      isHidden && name === 'rules_digest' ? undefined : value,
    );
  });
  const used = JSON.stringify(configuration).match(/(?<="full_name":")[^"]*|"provisioners":\[/g) ?? [];
  texts.push(...used.filter((each) => !isHarmless(each)));
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}

function zoneIn(values: unknown): string {
  return isRecord(values) ? String(values['zone_id']) : '';
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
