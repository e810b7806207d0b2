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
const owasp = { owasp: { rulesetId: OWASP } } as const;
const always = { expression: 'true', skip: 'remaining' } as const;

test('ManagedRules counts what is empty as unset', () => {
  const stack = zoneStack();
  const core = { paranoiaLevel: undefined };
  const rules = new ManagedRules(stack, 'rules', {
    zoneId: ZONE,
    deployments: {
      owasp: { rulesetId: OWASP, overrides: {}, coreRuleSet: {} },
      waf: { rulesetId: CLOUDFLARE, overrides: { categories: {}, rules: {} }, coreRuleSet: core },
    },
    exceptions: { office: { ...always, rulesets: [], rules: {} } },
  });
  expect([validationErrors(stack), warningsOf(rules)]).toEqual([[], []]);
});

describe('ManagedRules warns of an exception without effect', () => {
  test('that comes after all deployments', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      deployments: owasp,
      exceptions: { office: always, waf: { expression: 'true', rulesets: [CLOUDFLARE] } },
      order: ['waf', 'owasp', 'office'],
    });
    expect(validationErrors(stack)).toEqual([]);
    expect(warningsOf(rules)).toEqual([
      'exceptions.office: The exception "office" has no effect: no deployment comes after it. An exception affects the deployments after it. Move it before them in order, or remove it.',
      `exceptions.waf: The exception "waf" has no effect on ${CLOUDFLARE}, which no deployment after it runs. An exception affects the deployments after it. Deploy the managed ruleset after the exception, move the exception, or remove what it skips in vain.`,
    ]);
  });

  test('but not while something is unknown', () => {
    const stack = zoneStack();
    const rulesetId = new TerraformVariable(stack, 'v', {}).stringValue;
    const exceptions = { api: { expression: 'true', rulesets: [CLOUDFLARE] } };
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      deployments: { waf: { rulesetId } },
      exceptions,
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
    new ManagedRules(stack, 'rules', { zoneId: ZONE, deployments: owasp, provider });
    return stack;
  }

  test.each<readonly [string, Migration, RegExp]>([
    [
      'validates',
      { targetState: 'validation' },
      /^\[stack\/rules\] zoneId: The zone of stack\/rules is to validate its migration \(stack\/migration\), which /,
    ],
    [
      'has adjustments',
      { adjustments: { [CLOUDFLARE]: { [RULE]: { action: 'log' } } } },
      /^\[stack\/rules\] zoneId: The managed rules of the zone are declared by stack\/rules, and adjusted by the migration stack\/migration\. .*ManagedRulesMigration\.forget\.$/,
    ],
  ])('are at odds while the migration %s', (_case, migration, expected) => {
    expect(validationErrors(both(migration))).toEqual([expect.stringMatching(expected)]);
  });

  test.each<readonly [string, Migration]>([
    ['has finished, without adjustments', {}],
    ['has no adjustments left', { adjustments: {} }],
    ['is of another zone', { zoneId: OTHER_ZONE, targetState: 'validation' }],
  ])('go together if the migration %s', (_case, migration) => {
    expect(validationErrors(both(migration))).toEqual([]);
  });
});
