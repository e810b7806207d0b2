import type { EquivalentRule } from './equivalent-rules';
import { uriOverride, zoneIdOf } from './migrating-zones';

/** What the conditions of a gate say, for the zone with a name. */

const held = (state: string): string => `Its migration state is ${state}, and nothing was changed.`;

export function incompatible(name: string, inTheWay: string): string {
  return (
    `Zone ${zoneIdOf(name)} cannot migrate as it is configured. In the way: ${inTheWay}. ${held('start')} Remove ` +
    'what is in the way and plan again. With deleteUriOverrides on the gate, the migration itself ' +
    'deletes URI-based overrides.'
  );
}

export function notGenerated(name: string, because: string): string {
  return (
    `The service says that zone ${zoneIdOf(name)} can migrate, but generates no configuration for ` +
    `it: ${because}. Nothing ` +
    'was changed. Plan again later.'
  );
}

export function nothingApproved(name: string, digest: string, rules: readonly EquivalentRule[]): string {
  return (
    `Nothing has been approved for zone ${zoneIdOf(name)} yet. ${held('start')} Review what would be ` +
    `saved, and set approvedDigest = "${digest}" to approve it:\n\n${listed(rules)}\n\n${LOST}`
  );
}

export interface Differs {
  readonly approved: string;
  readonly generated: string;
  readonly rules: readonly EquivalentRule[];
  /** @default 'start' */
  readonly state?: string;
}

export function notApproved(name: string, { approved, generated, rules, state = 'start' }: Differs): string {
  return (
    `The approved digest for zone ${zoneIdOf(name)}, ${approved}, is not that of the rules that the ` +
    `service generates now, ${generated}. ` +
    'Either the previous settings have changed since, or the approved digest is of rules with adjustments, which ' +
    `the gate does not read. The migration state is ${state}, and nothing was changed. Review what would ` +
    `be saved, and set approvedDigest to the new digest to approve it:\n\n${listed(rules)}\n\n${LOST}`
  );
}

export function notAcknowledged(name: string, word: string): string {
  return (
    `Finishing the migration of zone ${zoneIdOf(name)} cannot be undone, and acknowledgeIrreversible is ${word}. ` +
    `${held('start')} To finish, set acknowledgeIrreversible = "${zoneIdOf(name)}".`
  );
}

export function notAllowed(name: string, target: string): string {
  return (
    `The migration of zone ${zoneIdOf(name)} is held back: allowed is not true. Its migration state ` +
    'is start, its target ' +
    `${target}, and nothing was changed. Set allowed to true when it may continue.`
  );
}

/** What is in the way: the overrides of these digits, and further things in words. */
export function inTheWay(digits: readonly string[], ...more: readonly string[]): string {
  const overrides = digits
    .map((digit) => uriOverride(digit))
    .map(({ id, description, urls }) => `URI-based override ${id} for ${urls.join(', ')} (${description})`);
  return [...overrides, ...more].join('; ');
}

/** What a full previous configuration loses. */
const LOST = [
  'What is not carried over:',
  '  - group "Bad robots" of the core rule set is off',
  '  - rule 981242 of the core rule set (Classic SQL injection probing) is off',
  `  - page rule ${'1'.repeat(32)} with WAF Off for https://example.com/*: an exception takes its ` +
    'place, and the page rule no longer has any effect',
].join('\n');

/** One line for each rule. */
function listed(rules: readonly EquivalentRule[]): string {
  const lines = rules.map(
    ({ action, action_parameters, expression, enabled, description }) =>
      `  - ${action} ${sorted(action_parameters)} if ${expression} (enabled: ${enabled}) ${description}`,
  );
  return lines.join('\n');
}

/** JSON with the members of each object in alphabetical order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
