import { type App, Fn, TerraformOutput, TerraformVariable, Testing, Token, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import {
  ManagedRules,
  ManagedRulesMigration,
  ManagedRuleset,
  ZoneProvider,
  type ManagedRule,
  type ManagedRulesMigrationProps,
} from '../../lib';
import { OTHER_ZONE, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { synthPart, synthResource, testStack, validationErrors } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';

const PLATFORM = {
  zoneId: ZONE,
  others: 'keep',
  owner: 'platform',
  rules: [{ name: 'owasp', execute: { rulesetId: OWASP } }],
} as const;
const UPLOAD = { name: 'upload', expression: 'http.host eq "up.example"', skip: { rulesets: [OWASP] } };

const rulesOf = (stack: TerraformStack): unknown => synthResource(stack, 'zone_managed_rules', 'rules');

describe('managed rules', () => {
  test('have references to the ids of their rules, and to those of others', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', PLATFORM);
    new TerraformOutput(stack, 'rule', { value: Fn.lookupNested(rules.ruleIds, ['our.waf']) });
    new TerraformOutput(stack, 'reason', { value: rules.otherRules.get(0).reason });
    expect(synthPart(stack, 'output')).toEqual({
      rule: { value: '${zone_managed_rules.rules.rule_ids["our.waf"]}' },
      reason: { value: '${zone_managed_rules.rules.other_rules[0].reason}' },
    });
  });

  test('keep quotes, backslashes and lines of expressions in HCL', () => {
    const stack = zoneStack();
    const host = new TerraformVariable(stack, 'host', {}).stringValue;
    const path = String.raw`http.request.uri.path matches "\.php$"`;
    new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      rules: [
        { name: 'known', expression: path, description: 'two\nlines', skip: { ruleset: 'current' } },
        {
          name: 'unknown',
          expression: `http.host eq "${host}" and ${path}`,
          skip: { rulesets: [OWASP] },
        },
      ],
    });
    const written = String.raw`http.request.uri.path matches \"\\.php$\"`;
    const hcl = Testing.synthHcl(stack, true);
    expect(hcl).toContain(`expression = "${written}"\ndescription = "two\\nlines"`);
    expect(hcl).toContain(String.raw`expression = "http.host eq \"${'${var.host}'}\" and ` + `${written}"`);
  });
});

test('objects in managed rules may be tokens', () => {
  const stack = zoneStack();
  const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
  new ManagedRules(stack, 'rules', {
    zoneId: ZONE,
    rules: [
      {
        name: 'waf',
        expression: `http.host eq "${variable('host').stringValue}"`,
        execute: { rulesetId: OWASP, overrides: variable('overrides').value },
      },
      { name: 'office', expression: 'ssl', skip: variable('skip').value },
    ],
  });
  expect(rulesOf(stack)).toMatchObject({
    rules: [
      {
        expression: 'http.host eq "${var.host}"',
        execute: { ruleset_id: OWASP, overrides: '${var.overrides}' },
      },
      { skip: '${var.skip}' },
    ],
  });
});

describe('exceptions that other constructs add', () => {
  test('come before the rules, in the order in which they are added, each once', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', { ...PLATFORM, placement: 'first' });
    const shop = new Construct(stack, 'shop');
    const [office, press] = ['office', 'press'].map((name) => ({ ...UPLOAD, name })) as [
      typeof UPLOAD,
      typeof UPLOAD,
    ];
    rules
      .addException(UPLOAD, shop)
      .addException(office)
      .addException({ ...UPLOAD }, shop)
      .addException(press, shop);
    expect(rulesOf(stack)).toEqual({
      ...{ zone_id: ZONE, others: 'keep', owner: 'platform', placement: 'first' },
      rules: [UPLOAD, office, press, { name: 'owasp', execute: { ruleset_id: OWASP } }],
    });
  });

  test('are checked, and whoever added one is named', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', PLATFORM);
    for (const id of ['shop', 'blog']) rules.addException(UPLOAD, new Construct(stack, id));
    const rename = 'Rename all but one: a rule is known by its name.';
    const wrong = 'Several rules have the name "upload".';
    expect(validationErrors(stack)).toEqual([
      `[stack/rules] rules[1].name: ${wrong} stack/blog added it. ${rename}`,
    ]);
    rules.addException(UPLOAD);
    expect(validationErrors(stack)[1]).toBe(`[stack/rules] rules[2].name: ${wrong} ${rename}`);
  });

  test('cannot be added to rules that only the engine knows', () => {
    const stack = zoneStack();
    const rules = Token.asAny(Fn.jsondecode(Fn.file('rules'))) as unknown as ManagedRule[];
    const unknown = new ManagedRules(stack, 'rules', { ...PLATFORM, rules });
    expect(validationErrors(stack)).toEqual([]);
    unknown.addException(UPLOAD);
    expect(validationErrors(stack)).toEqual([
      expect.stringContaining('Exceptions were added, but rules is known only to the engine.'),
    ]);
  });

  test('are too late once the stack is written', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', PLATFORM);
    (stack.node.root as App).synth();
    expect(() => rules.addException(UPLOAD)).toThrow('The exception "upload" was added after the stack');
  });
});

const [owner, others] = ['owner', 'others'].map((file) => Token.asString(Fn.file(file)));
/** Who declares rules of one zone. */
const OWNERS = {
  platform: {},
  product: { owner: 'product' },
  'an owner known after apply': { owner },
  'others known after apply': { others },
  'nobody, because it removes the rules of others': { others: 'remove', owner: undefined },
};

test('rules stand beside others of the zone if each may keep those of the other', () => {
  const refused = (one: object, other: object): boolean => {
    const stack = zoneStack();
    new ManagedRules(stack, 'rules', { ...PLATFORM, ...one });
    new ManagedRules(stack, 'others', { ...PLATFORM, ...other });
    return validationErrors(stack).length > 0;
  };
  const found = Object.values(OWNERS).map((one) => Object.values(OWNERS).map((other) => refused(one, other)));
  const [can, no] = [false, true];
  expect(Object.keys(OWNERS).map((name, at) => [name, ...(found[at] ?? [])])).toEqual([
    ['platform', no, can, can, can, no],
    ['product', can, no, can, can, no],
    ['an owner known after apply', can, can, can, can, no],
    ['others known after apply', can, can, can, can, no],
    ['nobody, because it removes the rules of others', no, no, no, no, no],
  ]);
});

test('rules of an owner are imported by the zone and the owner', () => {
  const stack = zoneStack();
  new ManagedRules(stack, 'rules', PLATFORM).importFrom();
  new ManagedRules(stack, 'all', { zoneId: OTHER_ZONE, rules: [owasp] }).importFrom();
  expect(synthPart(stack, 'import')).toEqual([
    { to: 'zone_managed_rules.rules', id: `${ZONE}/platform` },
    { to: 'zone_managed_rules.all', id: OTHER_ZONE },
  ]);
});

const owasp = { name: 'owasp', execute: { rulesetId: OWASP } } as const;
const always = { expression: 'true', skip: { ruleset: 'current' } } as const;

test('ManagedRules counts what is empty as unset', () => {
  const stack = zoneStack();
  const [core, EMPTY] = [{ paranoiaLevel: undefined }, { categories: {}, rules: {} }];
  const rules = new ManagedRules(stack, 'rules', {
    zoneId: ZONE,
    rules: [
      { ...always, name: 'office', skip: { ...always.skip, rulesets: [], rules: {} } },
      { name: 'owasp', execute: { rulesetId: OWASP, overrides: {}, coreRuleSet: {} } },
      { name: 'waf', execute: { rulesetId: CLOUDFLARE, overrides: EMPTY, coreRuleSet: core } },
    ],
  });
  expect([validationErrors(stack), warningsOf(rules)]).toEqual([[], []]);
});

const skips = (name: string, skip: object): object => ({ name, expression: 'true', skip });
const inVain = (name: string, id: string): string =>
  `The rule "${name}" has no effect on ${id}, which no rule after it executes. A rule with skip affects the rules after it. Execute the managed ruleset after it, move it, or remove what it skips in vain.`;

test.each<readonly [string, readonly object[], ...string[]]>([
  [
    'that comes after all that it could skip',
    [skips('waf', { rulesets: [OWASP, CLOUDFLARE] }), owasp, skips('office', { ...always.skip, phases: [] })],
    `rules[0]: ${inVain('waf', CLOUDFLARE)}`,
    'rules[2]: The rule "office" has no effect: no managed ruleset is executed after it. A rule with skip affects the rules after it. Move it before them, or remove it.',
  ],
  ['of rules', [owasp, skips('a', { rules: { [OWASP]: [RULE] } })], `rules[1]: ${inVain('a', OWASP)}`],
  ['but not of phases', [owasp, skips('a', { ...always.skip, phases: ['http_ratelimit'] })]],
  ['but not of products', [owasp, skips('a', { ...always.skip, products: ['waf'] })]],
  ['but not of one in the place of all', [skips('a', always.skip), skips('b', { products: ['waf'] }), owasp]],
  [
    'but not while something is unknown',
    [skips('api', { rulesets: [CLOUDFLARE] }), { name: 'waf', execute: { rulesetId: '${var.v}' } }],
  ],
])('ManagedRules warns of an exception without effect %s', (_what, rules, ...warnings) => {
  const stack = zoneStack();
  const [alone, beside] = [{ others: 'remove' }, { others: 'keep', owner: 'a', zoneId: OTHER_ZONE }].map(
    (more, at) => new ManagedRules(stack, `rules${at}`, { zoneId: ZONE, rules, ...more } as never),
  ) as [ManagedRules, ManagedRules];
  // A rule of others may come after it.
  expect([validationErrors(stack), warningsOf(alone), warningsOf(beside)]).toEqual([[], warnings, []]);
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

  test.each([[undefined], ['${var.url}']])('are at odds while the migration validates: %s', (baseUrl) => {
    expect(validationErrors(both({ targetState: 'validation' }, baseUrl))).toEqual([
      expect.stringMatching(
        /^\[stack\/rules\] zoneId: The zone of stack\/rules is to validate its migration \(stack\/migration\), which /,
      ),
    ]);
  });

  test.each<readonly [string, Migration, string | undefined]>([
    ['finishes', {}, undefined],
    ['has a target that is known later', { targetState: '${var.target}' as never }, undefined],
    ['is of another service', { targetState: 'validation' }, 'https://other.example/v4'],
    [
      'finishes with adjustments',
      { adjustments: { [CLOUDFLARE]: { [RULE]: { action: 'log' } } } },
      undefined,
    ],
    ['is of another zone', { zoneId: OTHER_ZONE, targetState: 'validation' }, undefined],
  ])('go together if the migration %s', (_case, migration, baseUrl) => {
    expect(validationErrors(both(migration, baseUrl))).toEqual([]);
  });

  test('go together if the migration is forgotten', () => {
    const stack = both({ targetState: 'validation' });
    (stack.node.findChild('migration') as ManagedRulesMigration).forget();
    expect(validationErrors(stack)).toEqual([]);
  });
});
