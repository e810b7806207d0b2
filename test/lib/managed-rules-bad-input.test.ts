import { TerraformVariable, type TerraformStack } from 'cdktf';
import {
  ManagedRules,
  ManagedRulesMigration,
  type ManagedRulesMigrationProps,
  type ManagedRulesProps,
  ManagedRuleset,
  ZoneProvider,
} from '../../lib';
import { OTHER_ZONE, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { testStack, validationErrors } from './synth';

const { CLOUDFLARE, OWASP, SENSITIVE_DATA } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';
const owasp = { owasp: { rulesetId: OWASP } } as const;
const always = { expression: 'true', skip: 'remaining' } as const;

describe('ManagedRules reports at synth what is wrong, what it got and what to do:', () => {
  const cases: readonly [string, unknown, ...string[]][] = [
    [
      'nothing at all',
      {},
      'There are no managed rules: deployments and exceptions are both empty. Add at least one deployment or ' +
        'exception. To deploy nothing, remove the resource.',
    ],
    [
      'one managed ruleset twice',
      { deployments: { ...owasp, core_2: { rulesetId: OWASP } } },
      `deployments.core_2.rulesetId: The deployments "owasp" and "core_2" are of the same managed ruleset, ${OWASP}. ` +
        'A zone deploys a managed ruleset at most once, whatever the expressions. Keep one deployment; for requests ' +
        'that should skip it, or some of its rules, add an exception.',
    ],
    [
      'a managed ruleset of another phase',
      { deployments: { data: { rulesetId: SENSITIVE_DATA } } },
      `deployments.data.rulesetId: Cloudflare Sensitive Data Detection (${SENSITIVE_DATA}) is of the phase ` +
        'http_response_firewall_managed. Here are only managed rulesets of the phase ' +
        'http_request_firewall_managed. Remove the deployment.',
    ],
    [
      'a name that no rule can have',
      { deployments: { 'our waf': { rulesetId: OWASP } } },
      'deployments["our waf"]: "our waf" cannot be the name of a deployment or an exception. A name has 1 to 64 ' +
        'letters (a to z, A to Z), digits, "_", "-" and ".", and begins with a letter, a digit or "_".',
    ],
    [
      'an override that sets nothing, and one of a malformed rule',
      {
        deployments: {
          waf: { rulesetId: CLOUDFLARE, overrides: { rules: { [RULE]: {}, 'sql-1': { action: 'log' } } } },
        },
      },
      `deployments.waf.overrides.rules.${RULE}: The override of the rule ${RULE} sets nothing. Set what should be ` +
        'different, such as action = "log" or enabled = false; or remove the override.',
      'deployments.waf.overrides.rules["sql-1"]: "sql-1" is not the id of a rule. Rules of a managed ruleset are ' +
        'named by their ids: 32 lower-case hexadecimal digits.',
    ],
    [
      'an exception that skips nothing',
      { deployments: owasp, exceptions: { office: { expression: 'true' } } },
      'exceptions.office: The exception "office" skips nothing. Set skip = "remaining" (all managed rules after it), ' +
        'rulesets (whole managed rulesets), or rules (rules by their managed ruleset); or remove the exception.',
    ],
    [
      'an order that lacks a name and has another',
      { deployments: { ...owasp, waf: { rulesetId: CLOUDFLARE } }, order: ['owas', 'waf'] },
      'order[0]: order names "owas", which is neither a deployment nor an exception. Did you mean "owasp"? ' +
        'Otherwise, remove it.',
      'order: order does not name "owasp". It names all deployments and exceptions. Add what is missing where it ' +
        'should run; or remove order: then the exceptions come first, by name, and then the deployments, by name.',
    ],
  ];

  test.each(cases)('%s', (_case, props, ...expected) => {
    const stack = zoneStack();
    new ManagedRules(stack, 'rules', { zoneId: ZONE, ...(props as Partial<ManagedRulesProps>) });
    expect(validationErrors(stack)).toEqual(expected.map((line) => `[stack/rules] ${line}`));
  });
});

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
      'exceptions.office: The exception "office" has no effect: no deployment comes after it. An exception affects the ' +
        'deployments after it. Move it before them in order, or remove it.',
      `exceptions.waf: The exception "waf" has no effect on ${CLOUDFLARE}, which no deployment after it runs. ` +
        'An exception affects the deployments after it. Deploy the managed ruleset after the exception, move ' +
        'the exception, or remove what it skips in vain.',
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

test('a zone declared by two ManagedRules is an error that names both', () => {
  const stack = zoneStack();
  for (const id of ['one', 'other']) new ManagedRules(stack, id, { zoneId: ZONE, deployments: owasp });
  expect(validationErrors(stack)).toEqual([
    `[stack/other] zoneId: The managed rules of zone ${ZONE} are declared by stack/other and by stack/one. A zone ` +
      'has one list of them. Keep one ManagedRules.',
  ]);
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
