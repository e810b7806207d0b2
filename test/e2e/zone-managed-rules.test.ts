import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inLane } from '../support/lane';
import { hcl } from '../support/workspace';
import {
  ADDRESS,
  applyRules,
  byHand,
  calls,
  CORE,
  CORE_SCORE_RULE,
  executes,
  finishedZone,
  flat,
  held,
  IMPORT,
  MANAGED,
  PHASE,
  resource,
  rest,
  rules,
  saved,
  SCANNER_RULE,
  service,
  useManagedZone,
  WORDPRESS_RULE,
  workspace,
  type Rules,
} from './managed-zone';
import { zoneIdOf } from './migrating-zones';

const STATES = ['start', 'validation', 'finishing'] as const;

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }), [
  finishedZone('shop'),
  ...STATES.map((state) => finishedZone(state, undefined, { migration: { state } })),
]);

const OFFICE = {
  name: 'office',
  expression: 'ip.src in {192.0.2.0/24}',
  skip: { ruleset: 'current' },
  description: 'the office',
};
const API = { name: 'api', expression: 'http.host eq "api.example"', skip: { rulesets: [CORE] } };
const UPLOAD = {
  name: 'upload',
  expression: 'http.host eq "up.example"',
  skip: { rules: { [MANAGED]: [WORDPRESS_RULE] } },
};
const RULES = [
  API,
  OFFICE,
  UPLOAD,
  executes('cloudflare', MANAGED, {
    overrides: {
      action: 'log',
      categories: { wordpress: { action: 'block', enabled: true } },
      rules: { [SCANNER_RULE]: { enabled: false } },
    },
  }),
  executes('owasp', CORE, {
    core_rule_set: { paranoia_level: 2, score_threshold: 25, action: 'log' },
  }),
];

const ENTRY_POINT = `/rulesets/phases/${PHASE}/entrypoint`;

describe('the managed rules of a zone', () => {
  test('are created with one write, read with one request, and then have an empty plan', async () => {
    workspace.write('main.tf', rules({ rules: RULES }));
    await workspace.applied();
    expect(calls()).toEqual([
      `GET /rulesets/${MANAGED}`,
      'GET /waf_migration/status',
      `GET ${ENTRY_POINT}`,
      // Apply plans once more.
      `GET /rulesets/${MANAGED}`,
      'GET /waf_migration/status',
      `GET ${ENTRY_POINT}`,
      'POST /rulesets',
    ]);
    expect(saved()).toEqual([
      { action: 'skip', expression: API.expression, rulesets: [CORE] },
      {
        action: 'skip',
        expression: OFFICE.expression,
        description: 'the office',
        ruleset: 'current',
      },
      { action: 'skip', expression: UPLOAD.expression, rules: { [MANAGED]: [WORDPRESS_RULE] } },
      {
        action: 'execute',
        id: MANAGED,
        overrides: {
          action: 'log',
          categories: [{ category: 'wordpress', action: 'block', enabled: true }],
          rules: [{ id: SCANNER_RULE, enabled: false }],
        },
      },
      {
        action: 'execute',
        id: CORE,
        overrides: {
          categories: [
            { category: 'paranoia-level-3', enabled: false },
            { category: 'paranoia-level-4', enabled: false },
          ],
          rules: [{ id: CORE_SCORE_RULE, action: 'log', score_threshold: 25 }],
        },
      },
    ]);
    service.emulator.control.clearJournal();
    await rest();
    expect(calls()).toEqual([`GET ${ENTRY_POINT}`]);
    const [api, office, upload, cloudflare, owasp] = held()?.rules.map(({ id }) => id) ?? [];
    expect(await workspace.attributes(ADDRESS)).toMatchObject({
      rules: ['api', 'office', 'upload', 'cloudflare', 'owasp'].map((name) => ({ name })),
      rule_ids: { api, office, upload, cloudflare, owasp },
      ruleset_id: held()?.id,
      names: {
        [MANAGED]: 'Cloudflare Managed Ruleset',
        [CORE]: 'Cloudflare OWASP Core Ruleset',
        [SCANNER_RULE]: 'Vulnerability scanner activity',
        [WORDPRESS_RULE]: 'WordPress - Broken Access Control',
      },
      other_rules: [],
      kept_settings: {},
    });
  });

  test('count what is empty as unset: no request holds it, and neither adding nor removing it sends one', async () => {
    const none = { action: null, enabled: null, sensitivity_level: null };
    const overrides = { ...none, categories: {}, rules: {} };
    const core_rule_set = { paranoia_level: null, score_threshold: null, action: null };
    const empty = {
      rules: [
        { ...API, skip: { ...API.skip, rules: {} } },
        { ...OFFICE, skip: { ...OFFICE.skip, rulesets: [], rules: {} } },
        { ...UPLOAD, skip: { ...UPLOAD.skip, rulesets: [] } },
        executes('cloudflare', MANAGED, { overrides, core_rule_set }),
        executes('owasp', CORE, { overrides: {}, core_rule_set: {} }),
      ],
    };
    const plain = {
      rules: [API, OFFICE, UPLOAD, executes('cloudflare', MANAGED), executes('owasp', CORE)],
    };
    await applyRules(plain);
    const asPlain = saved();
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
    await applyRules(empty);
    expect(saved()).toEqual(asPlain);
    service.emulator.control.clearJournal();
    await applyRules(plain);
    await applyRules(empty);
    expect(calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});

describe("what today's service has", () => {
  const NEW = { ruleset: 'current', phases: ['http_ratelimit'], products: ['hot', 'waf'] };
  const PINNED = { version: '180', matched_data: { public_key: 'k' } };

  test('is sent with the rule alone that has it, and what is removed is in the plan', async () => {
    const plain = { rules: [OFFICE, executes('cloudflare', MANAGED)] };
    await applyRules({ rules: [{ ...OFFICE, skip: NEW }, executes('cloudflare', MANAGED, PINNED)] });
    service.emulator.control.clearJournal();
    await applyRules({
      rules: [{ ...OFFICE, skip: NEW, logging: { enabled: false } }, executes('cloudflare', MANAGED, PINNED)],
    });
    expect(calls().filter((call) => !call.startsWith('GET '))).toEqual([
      expect.stringMatching(/^PATCH .*\/rules\//),
    ]);
    expect(held()?.rules).toMatchObject([
      { action_parameters: NEW, logging: { enabled: false } },
      { action_parameters: PINNED },
    ]);
    workspace.write('main.tf', rules(plain));
    const { stdout } = await workspace.plan();
    expect(flat(stdout)).toContain('version = "180" -> "latest"');
    expect(flat(stdout)).toContain('- public_key = "k" -> null');
    await applyRules(plain);
    expect(saved()).toMatchObject([{ ruleset: 'current' }, { action: 'execute', id: MANAGED }]);
    expect(JSON.stringify(held()?.rules)).not.toMatch(/180|public_key|phases|products|false/);
  });

  test('is no change where it is as by default, written or not: in the plan, after an import and in a refresh', async () => {
    const office = { ...OFFICE, logging: { enabled: true } };
    const written = [office, executes('cloudflare', MANAGED, { version: 'latest', matched_data: null })];
    const owasp = executes('owasp', CORE, { core_rule_set: { score_threshold: 50, action: 'block' } });
    const plain = [OFFICE, executes('cloudflare', MANAGED), owasp];
    await applyRules({ rules: plain });
    for (const given of [[...written, owasp], plain]) {
      workspace.write('main.tf', rules({ rules: given }));
      await rest();
      workspace.write('terraform.tfstate', '');
      workspace.write('more.tf', IMPORT);
      const { stdout } = await workspace.plan();
      expect(stdout).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
      await workspace.applied();
      expect((await workspace.plan({ refreshOnly: true })).exitCode).toBe(0);
    }
  });
});

test.each<readonly [string, object]>([
  ['matched_data', { ...executes('cloudflare', MANAGED), matched_data: { public_key: 'k' } }],
  ['logging', { ...OFFICE, skip: { ruleset: 'current', logging: { enabled: false } } }],
])('%s at a wrong level of a rule is not dropped without a word', async (name, rule) => {
  workspace.write('main.tf', rules({ rules: [rule] }));
  const { exitCode, stderr } = await workspace.plan();
  expect([exitCode, flat(stderr)]).toEqual([1, expect.stringContaining(`"${name}": string required`)]);
});

test('a state of before, which lacks what is newer, is read without a change', async () => {
  await applyRules({ rules: [OFFICE, executes('cloudflare', MANAGED)] });
  const newer = ['logging', 'matched_data', 'phases', 'products'];
  const state = readFileSync(join(workspace.cwd, 'terraform.tfstate'), 'utf8');
  const before = JSON.parse(state, (name, value: unknown) =>
    newer.includes(name) || value === 'latest' ? undefined : value,
  ) as object;
  workspace.write('terraform.tfstate', JSON.stringify(before));
  const { exitCode, stdout } = await workspace.plan();
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('Changed outside')]);
});

/** Of Cloudflare, which the sample does not list. */
const OF_VENDOR = '8840c3fa2c7947f6b10176ceb8f65558';

const overridden = (overrides: object): Rules => ({
  rules: [executes('cloudflare', MANAGED, { overrides })],
});
const office = (skip: object): object => ({ name: 'office', expression: 'ssl', skip });

describe('with what the managed rulesets have', () => {
  test('an unknown rule is refused at plan, with the nearest', async () => {
    const unknown = SCANNER_RULE.replace('0242', '0243');
    workspace.write('main.tf', rules(overridden({ rules: { [unknown]: { enabled: false } } })));
    const { exitCode, stderr } = await workspace.plan();
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining(`Did you mean ${SCANNER_RULE} (Vulnerability scanner activity)?`),
    ]);
  });

  test('a rule and a category that its list, a sample, does not have bring a warning, and are saved', async () => {
    const overrides = {
      categories: { drupal: { enabled: false } },
      rules: { [OF_VENDOR]: { action: 'log' } },
    };
    workspace.write('main.tf', rules(overridden(overrides)));
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    const warnings = flat(stdout).split('Warning: ').slice(1);
    expect(warnings).toHaveLength(2);
    expect(warnings.join('')).toContain(`not list the rule ${OF_VENDOR}; the service decides`);
    expect(warnings.join('')).toContain('not list the category "drupal"; the service');
    expect(JSON.stringify(saved())).toContain(OF_VENDOR);
    await rest();
  });

  test('a managed ruleset that cannot be read is only a warning, with the nearest', async () => {
    workspace.write('main.tf', rules({ rules: [executes('a', MANAGED.replace(/e$/, 'f'))] }));
    const { exitCode, stdout } = await workspace.plan();
    expect([exitCode, flat(stdout)]).toEqual([2, expect.stringContaining('could not be read')]);
    expect(flat(stdout)).toContain(`Did you mean ${MANAGED} (Cloudflare Managed Ruleset)?`);
  });

  test.each([
    ['after all that it could skip', [executes('cloudflare', MANAGED), office({ ruleset: 'current' })]],
    ['of a ruleset that is not executed', [office({ rulesets: [CORE] }), executes('cloudflare', MANAGED)]],
  ])('an exception %s is a warning', async (_what, given) => {
    workspace.write('main.tf', rules({ rules: given }));
    const { exitCode, stdout } = await workspace.plan();
    expect([exitCode, flat(stdout)]).toEqual([2, expect.stringContaining('"office" has no effect')]);
  });
});

test('what the service refuses is on the attribute, in its words, and nothing is saved', async () => {
  await applyRules(overridden({ action: 'log' }));
  workspace.write('main.tf', rules({ rules: [executes('cloudflare', MANAGED, {}, { expression: ' ' })] }));
  const { exitCode, stderr } = await workspace.apply();
  expect(exitCode).toBe(1);
  expect(flat(stderr)).toContain('rules[0].expression: The service refuses this');
  expect(flat(stderr)).toContain('because it must not be blank');
  expect(flat(stderr)).toContain('with zone_managed_rules.main, on main.tf');
  expect(saved()).toEqual([{ action: 'execute', id: MANAGED, overrides: { action: 'log' } }]);
});

test.each([
  ['start', 'the zone has not migrated to the new managed rules', 'target_state = "finished"'],
  ['validation', 'the zone still validates its migration', 'adjustments of the zone_managed_rules_migration'],
  ['finishing', 'the service is still finishing the migration', 'Wait until it has finished'],
])(
  'a zone whose migration has not finished in %s is refused at plan, and at import',
  async (state, reason, way) => {
    const given = { ...overridden({ action: 'log' }), zone_id: zoneIdOf(state) };
    workspace.write('main.tf', rules(given));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain(reason);
    expect(flat(plan.stderr)).toContain(way);
    workspace.write('more.tf', `import {\n  to = zone_managed_rules.main\n  id = "${given.zone_id}"\n}\n`);
    expect(flat((await workspace.plan()).stderr)).toContain(reason);
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
  },
);

describe('beside the migration of the zone', () => {
  const migration = (more = ''): string =>
    `resource "zone_managed_rules_migration" "m" {
  zone_id                  = "${zoneIdOf('shop')}"
  target_state             = "finished"
  acknowledge_irreversible = "${zoneIdOf('shop')}"
  ${more}
}
`;

  test.each([
    ['', ''],
    [
      ', with adjustments',
      `adjustments = { "${MANAGED}" = { rules = { "${SCANNER_RULE}" = { action = "block" } } } }`,
    ],
  ])('one that is finished%s stays, and no plan shows a change of it', async (_which, adjustments) => {
    const overrides = { rules: [{ id: SCANNER_RULE, action: 'block' }] };
    byHand([{ action: 'execute', expression: 'true', action_parameters: { id: MANAGED, overrides } }]);
    workspace.write('main.tf', hcl(migration(adjustments)));
    await workspace.applied();
    byHand([]);
    const both = (given: Rules): string =>
      hcl(
        `${resource('main', given)}\n${migration(adjustments)}`.replace(
          /zone_id = ".*"/,
          'zone_id = zone_managed_rules_migration.m.zone_id',
        ),
      );
    workspace.write('main.tf', both(overridden({ action: 'log' })));
    await workspace.applied();
    await rest();
    workspace.write('main.tf', both(overridden({ action: 'block' })));
    await workspace.applied();
    await rest();
    byHand([]);
    expect((await workspace.plan()).stdout).toContain('Plan: 1 to add, 0 to change, 0 to destroy');
  });
});
