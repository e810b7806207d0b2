import { TerraformVariable, type TerraformStack } from 'cdktf';
import {
  ManagedRules,
  ManagedRulesMigration,
  type ManagedRulesMigrationProps,
  ManagedRuleset,
  ZoneProvider,
} from '../../lib';
import { OTHER_ZONE, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { testStack, validationErrors } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';
const owasp = { name: 'owasp', execute: { rulesetId: OWASP } } as const;
const always = { expression: 'true', skip: { ruleset: 'current' } } as const;

test('ManagedRules counts what is empty as unset', () => {
  const stack = zoneStack();
  const core = { paranoiaLevel: undefined };
  const rules = new ManagedRules(stack, 'rules', {
    zoneId: ZONE,
    rules: [
      { ...always, name: 'office', skip: { ...always.skip, rulesets: [], rules: {} } },
      { name: 'owasp', execute: { rulesetId: OWASP, overrides: {}, coreRuleSet: {} } },
      {
        name: 'waf',
        execute: {
          rulesetId: CLOUDFLARE,
          overrides: { categories: {}, rules: {} },
          coreRuleSet: core,
        },
      },
    ],
  });
  expect([validationErrors(stack), warningsOf(rules)]).toEqual([[], []]);
});

describe('ManagedRules warns of an exception without effect', () => {
  test('that comes after all that it could skip', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      rules: [
        { name: 'waf', expression: 'true', skip: { rulesets: [CLOUDFLARE] } },
        owasp,
        { name: 'office', ...always },
      ],
    });
    expect(validationErrors(stack)).toEqual([]);
    expect(warningsOf(rules)).toEqual([
      `rules[0]: The rule "waf" has no effect on ${CLOUDFLARE}, which no rule after it executes. A rule with skip affects the rules after it. Execute the managed ruleset after it, move it, or remove what it skips in vain.`,
      'rules[2]: The rule "office" has no effect: no managed ruleset is executed after it. A rule with skip affects the rules after it. Move it before them, or remove it.',
    ]);
  });

  test('but not while something is unknown', () => {
    const stack = zoneStack();
    const rulesetId = new TerraformVariable(stack, 'v', {}).stringValue;
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      rules: [
        { name: 'api', expression: 'true', skip: { rulesets: [CLOUDFLARE] } },
        { name: 'waf', execute: { rulesetId } },
      ],
    });
    expect([validationErrors(stack), warningsOf(rules)]).toEqual([[], []]);
  });
});

describe('managed rules and the migration of one zone', () => {
  type Migration = Partial<ManagedRulesMigrationProps>;

  function both(migration: Migration, baseUrl?: string): TerraformStack {
    const stack = testStack();
    new ZoneProvider(stack, 'zone', { baseUrl: 'https://api.example.org/client/v4' });
    const provider =
      baseUrl === undefined ? undefined : new ZoneProvider(stack, 'other', { alias: 'other', baseUrl });
    new ManagedRulesMigration(stack, 'migration', {
      zoneId: ZONE,
      targetState: 'finished',
      acknowledgeIrreversible: migration.zoneId ?? ZONE,
      ...migration,
    });
    new ManagedRules(stack, 'rules', { zoneId: ZONE, rules: [owasp], provider });
    return stack;
  }

  test('are at odds while the migration validates', () => {
    expect(validationErrors(both({ targetState: 'validation' }))).toEqual([
      expect.stringMatching(
        /^\[stack\/rules\] zoneId: The zone of stack\/rules is to validate its migration \(stack\/migration\), which /,
      ),
    ]);
  });

  test.each<readonly [string, Migration]>([
    ['finishes', {}],
    ['finishes with adjustments', { adjustments: { [CLOUDFLARE]: { [RULE]: { action: 'log' } } } }],
    ['is of another zone', { zoneId: OTHER_ZONE, targetState: 'validation' }],
  ])('go together if the migration %s', (_case, migration) => {
    expect(validationErrors(both(migration))).toEqual([]);
  });
});
