import { ZONE_ID } from '../../seed';
import type { Arguments, Call, Earlier } from '../call';

/** What the rulesets are, and a rule of theirs. */
interface RulesetPhase {
  /** Distinguishes the results of these calls from those of other phases. */
  readonly label: string;
  readonly phase: string;
  readonly rule: Arguments;
  /** Another rule that may stand beside it; disabled. */
  readonly second: Arguments;
}

const ZONE = { zone_id: ZONE_ID };

/** Every method of rulesets, in a life of one ruleset. */
export function rulesetCalls({ label, phase, rule, second }: RulesetPhase): readonly Call[] {
  const created = `${label} ruleset`;
  const ruleset = (earlier: Earlier): Arguments => ({
    ...ZONE,
    ruleset_id: earlier.member(created, 'id'),
  });
  const version = (earlier: Earlier): unknown => earlier.member(`${label} versions`, 'version');
  const title = `of ${label}`;
  return [
    {
      method: 'rulesets.create',
      title,
      with: { ...ZONE, name: 'default', kind: 'zone', phase, rules: [rule] },
      as: created,
      shows: { kind: 'zone', phase, rules: [expect.objectContaining({ action: rule['action'] })] },
    },
    {
      method: 'rulesets.list',
      title,
      with: ZONE,
      shows: expect.arrayContaining([expect.objectContaining({ kind: 'zone', phase })]),
    },
    { method: 'rulesets.get', title, with: ruleset, shows: { kind: 'zone', phase } },
    {
      method: 'rulesets.update',
      title,
      with: (earlier) => ({
        ...ruleset(earlier),
        description: 'updated',
        kind: 'zone',
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
      method: 'rulesets.versions.list',
      title,
      with: ruleset,
      as: `${label} versions`,
      shows: expect.arrayContaining([expect.objectContaining({ phase })]),
    },
    {
      method: 'rulesets.versions.get',
      title,
      with: (earlier) => ({ ...ruleset(earlier), ruleset_version: version(earlier) }),
      shows: { phase },
    },
    {
      method: 'rulesets.phases.get',
      title,
      with: { ...ZONE, ruleset_phase: phase },
      shows: { phase },
    },
    {
      method: 'rulesets.phases.update',
      title,
      with: { ...ZONE, ruleset_phase: phase, description: 'entry point', rules: [rule] },
      shows: { description: 'entry point' },
    },
    {
      method: 'rulesets.phases.versions.list',
      title,
      with: { ...ZONE, ruleset_phase: phase },
      shows: expect.arrayContaining([expect.objectContaining({ phase })]),
    },
    {
      method: 'rulesets.phases.versions.get',
      title,
      with: (earlier) => ({ ...ZONE, ruleset_phase: phase, ruleset_version: version(earlier) }),
      shows: { phase },
    },
    {
      method: 'rulesets.versions.delete',
      title,
      with: (earlier) => ({ ...ruleset(earlier), ruleset_version: earlier.member(created, 'version') }),
    },
    { method: 'rulesets.delete', title, with: ruleset },
    { method: 'rulesets.get', title: `${title}, deleted`, with: ruleset, refused: 404 },
  ];
}

function firstRuleId(earlier: Earlier, name: string): unknown {
  const rules = earlier.member(name, 'rules') as readonly { readonly id: string }[];
  return rules[0]?.id;
}
