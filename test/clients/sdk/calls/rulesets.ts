import type { Arguments, Call, Earlier } from '../call';

/** Where the rulesets are, and what a rule of theirs is. */
interface RulesetScope {
  /** Distinguishes the results of these calls from those of other scopes. */
  readonly label: string;
  /** `zone_id` or `account_id`. */
  readonly scope: (earlier: Earlier) => Arguments;
  readonly kind: 'zone' | 'root';
  readonly phase: string;
  readonly rule: Arguments;
  /** Another rule that may stand beside it; disabled. */
  readonly second: Arguments;
}

/** Every method of rulesets, in a life of one ruleset. */
export function rulesetCalls({ label, scope, kind, phase, rule, second }: RulesetScope): readonly Call[] {
  const created = `${label} ruleset`;
  const ruleset = (earlier: Earlier): Arguments => ({
    ...scope(earlier),
    ruleset_id: earlier.member(created, 'id'),
  });
  const title = `of the ${label}`;
  return [
    {
      method: 'rulesets.create',
      title,
      with: (earlier) => ({ ...scope(earlier), name: 'default', kind, phase, rules: [rule] }),
      as: created,
      shows: { kind, phase, rules: [expect.objectContaining({ action: rule['action'] })] },
    },
    {
      method: 'rulesets.list',
      title,
      with: scope,
      shows: expect.arrayContaining([expect.objectContaining({ kind, phase })]),
    },
    { method: 'rulesets.get', title, with: ruleset, shows: { kind, phase } },
    {
      method: 'rulesets.update',
      title,
      with: (earlier) => ({
        ...ruleset(earlier),
        description: 'updated',
        kind,
        name: 'default',
        phase,
        rules: [rule],
      }),
      shows: { description: 'updated' },
    },
    {
      method: 'rulesets.rules.create',
      title,
      with: (earlier) => ({ ...ruleset(earlier), ...second, position: { index: 1 } }),
      as: `${label} with two rules`,
      shows: { rules: [{ enabled: false }, { enabled: true }] },
    },
    {
      method: 'rulesets.rules.edit',
      title,
      with: (earlier) => ({
        ...ruleset(earlier),
        rule_id: firstRuleId(earlier, `${label} with two rules`),
        ...second,
        description: 'edited',
      }),
      shows: { rules: [{ description: 'edited' }, {}] },
    },
    {
      method: 'rulesets.rules.delete',
      title,
      with: (earlier) => ({
        ...ruleset(earlier),
        rule_id: firstRuleId(earlier, `${label} with two rules`),
      }),
      shows: { rules: [{ enabled: true }] },
    },
    {
      method: 'rulesets.versions.get',
      title,
      with: (earlier) => ({ ...ruleset(earlier), ruleset_version: earlier.member(created, 'version') }),
      shows: { phase },
    },
    {
      method: 'rulesets.phases.get',
      title,
      with: (earlier) => ({ ...scope(earlier), ruleset_phase: phase }),
      shows: { phase },
    },
    {
      method: 'rulesets.phases.update',
      title,
      with: (earlier) => ({
        ...scope(earlier),
        ruleset_phase: phase,
        description: 'entry point',
        rules: [rule],
      }),
      shows: { description: 'entry point' },
    },
    { method: 'rulesets.delete', title, with: ruleset },
    { method: 'rulesets.get', title: `${title}, deleted`, with: ruleset, refused: 404 },
  ];
}

function firstRuleId(earlier: Earlier, name: string): unknown {
  const rules = earlier.member(name, 'rules') as readonly { readonly id: string }[];
  return rules[0]?.id;
}
