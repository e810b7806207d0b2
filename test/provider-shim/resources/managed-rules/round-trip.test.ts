import fc from 'fast-check';
import {
  checkConfig,
  describeEntryPoint,
  managedRulesSchema,
  ruleNamed,
  type Execute,
  type ManagedRule,
  type ManagedRules,
} from '../../../../schema';
import type { Rule, RuleInput } from '../../../../provider-shim/api';
import { describeFor, rulesAsSent } from '../../../../provider-shim/resources/managed-rules/entry-point';
import { sameInOrder, sameRules } from '../../../../provider-shim/resources/managed-rules/rules';
import { declaredIn } from '../../../../provider-shim/zone-reader/area';
import type { SentRule } from '../../../../provider-shim/resources/rule-list/kind';
import { handMadeRules, rulesConfig, type RulesConfig } from '../../../support/managed-rules-arbitraries';

const OWNER = { ref: `zonewright-${'a'.repeat(24)}`, imported: [] };
const OTHER = { ref: `zonewright-${'b'.repeat(24)}`, imported: [] };

test('what is declared is what is read back, by its names, whatever the rules before', () => {
  fc.assert(
    fc.property(rulesConfig, handMadeRules, (config, before) => {
      const declared = stateOf(config);
      expect(checkConfig(managedRulesSchema, { zone_id: 'a'.repeat(32), ...config })).toEqual([]);
      const sent = rulesAsSent(declared, stored(before, 'a'), { owner: OWNER });
      const read = describeFor(stored(rulesOf(sent), 'b'), { owner: OWNER, state: { rules: declared } });
      expect(read.rules).toEqual(declared);
    }),
  );
});

test('a second object finds the same rules, in whatever words', () => {
  fc.assert(
    fc.property(rulesConfig, (config) => {
      const declared = stateOf(config);
      const sent = rulesAsSent(declared, [], { owner: OWNER });
      expect(sameInOrder(describeEntryPoint(stored(rulesOf(sent), 'b')).rules, declared)).toBe(true);
    }),
  );
});

test('rules that were imported are sent back exactly as they are when nothing is changed', () => {
  fc.assert(
    fc.property(handMadeRules, (rules) => {
      const there = stored(rules, 'a');
      const found = describeEntryPoint(there);
      const state = { ...found, rule_ids: found.ruleIds, names: {} };
      const sent = rulesAsSent(found.rules, there, { owner: OTHER, state });
      expect(rulesOf(sent)).toEqual(there.map(({ version: _v, last_updated: _t, ...rule }) => rule));
    }),
  );
});

test('what rules are imported as can be declared, without what has its default', () => {
  fc.assert(
    fc.property(handMadeRules, (there) => {
      const { rules } = describeEntryPoint(stored(there, 'a'));
      fc.pre(rules.length > 0);
      const declared = declaredIn(managedRulesSchema.attributes, { zone_id: 'a'.repeat(32), rules });
      expect(checkConfig(managedRulesSchema, declared)).toEqual([]);
    }),
  );
});

test('a change keeps id and ref of every rule that stays, and every rule that cannot be expressed', () => {
  fc.assert(
    fc.property(rulesConfig, rulesConfig, handMadeRules, (first, second, before) => {
      const [declared, next] = [stateOf(first), stateOf(second)];
      const there = stored(rulesOf(rulesAsSent(declared, stored(before, 'a'), { owner: OWNER })), 'b');
      const found = describeFor(there, { owner: OWNER, state: { rules: declared } });
      const state = { rules: declared, rule_ids: found.ruleIds, names: {} };
      const sent = rulesAsSent(next, there, { owner: OWNER, state });
      const kept = sent.filter(({ name, rule }) => name === undefined || rule.id !== undefined);
      for (const { rule } of kept) expect(there.find(({ id }) => id === rule.id)?.ref).toBe(rule.ref);
      const stay = next.map(({ name }) => name).filter((name) => ruleNamed(declared, name));
      expect(kept.filter(({ name }) => name !== undefined).map(({ name }) => name)).toEqual(stay);
      expect(sent.filter(({ name }) => name === undefined)).toHaveLength(found.others.length);
      const after = describeFor(stored(rulesOf(sent), 'c'), { owner: OWNER, state: { rules: next } });
      expect(sameRules(after.rules, next)).toBe(true);
    }),
  );
});

function rulesOf(sent: readonly SentRule[]): readonly RuleInput[] {
  return sent.map(({ rule }) => rule);
}

/** Rules as the service stores them: with ids, versions and its defaults. @param digit with which new ids begin */
function stored(rules: readonly object[], digit: string): readonly Rule[] {
  return rules.map((sent, index) => {
    const rule = sent as Partial<Rule> & { readonly action: string };
    const { id = (index + 1).toString(16).padStart(32, digit), action_parameters: parameters = {} } = rule;
    return {
      enabled: true,
      description: '',
      expression: 'true',
      ref: id,
      version: '1',
      last_updated: '2026-01-01T00:00:00Z',
      ...(rule.action === 'skip' ? { logging: { enabled: true } } : {}),
      ...rule,
      id,
      action_parameters: rule.action === 'execute' ? { version: 'latest', ...parameters } : parameters,
    };
  });
}

const NO_SETTINGS = { paranoia_level: null, score_threshold: null, action: null };
const NOTHING_SKIPPED = { ruleset: null, rulesets: null, rules: null, phases: null, products: null };
const NONE = { action: null, enabled: null, sensitivity_level: null };

/** A configuration with its defaults. */
function stateOf({ rules }: RulesConfig): ManagedRules {
  return rules.map((given) => {
    const { execute, skip, ...rest } = given as Partial<ManagedRule> & Pick<ManagedRule, 'name'>;
    return {
      enabled: true,
      expression: 'true',
      description: '',
      logging: skip ? { enabled: true } : null,
      ...rest,
      execute: execute ? executeWith(execute) : null,
      skip: skip ? { ...NOTHING_SKIPPED, ...skip } : null,
    };
  });
}

function executeWith({ overrides, core_rule_set: core, ...rest }: Execute): Execute {
  const members = (all: object | null | undefined, none: object): unknown =>
    all
      ? Object.fromEntries(Object.entries(all).map(([key, one]) => [key, { ...none, ...(one as object) }]))
      : null;
  return {
    ...{ version: 'latest', matched_data: null },
    ...rest,
    overrides: overrides
      ? {
          ...NONE,
          ...overrides,
          categories: members(overrides.categories, NONE),
          rules: members(overrides.rules, { ...NONE, score_threshold: null }),
        }
      : null,
    core_rule_set: core ? Object.assign({ ...NO_SETTINGS }, core) : null,
  } as Execute;
}
