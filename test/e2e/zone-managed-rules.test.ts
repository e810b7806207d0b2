import { inLane } from '../support/lane';
import {
  ADDRESS,
  applyRules,
  byHand,
  calls,
  CORE,
  CORE_SCORE_RULE,
  held,
  MANAGED,
  PHASE,
  plannedChange,
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

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }));

const DEPLOYMENTS = {
  cloudflare: {
    ruleset_id: MANAGED,
    overrides: {
      action: 'log',
      categories: { wordpress: { action: 'block', enabled: true } },
      rules: { [SCANNER_RULE]: { enabled: false } },
    },
  },
  owasp: { ruleset_id: CORE, core_rule_set: { paranoia_level: 2, score_threshold: 25, action: 'log' } },
};

const EXCEPTIONS = {
  office: { expression: 'ip.src in {192.0.2.0/24}', skip: 'remaining', description: 'the office' },
  api: { expression: 'http.host eq "api.example"', rulesets: [CORE] },
  upload: { expression: 'http.host eq "up.example"', rules: { [MANAGED]: [WORDPRESS_RULE] } },
};

const ENTRY_POINT = `/rulesets/phases/${PHASE}/entrypoint`;

describe('the managed rules of a zone', () => {
  test('may be named __proto__, and nothing is lost', async () => {
    workspace.write('main.tf', rules({ deployments: { ['__proto__']: { ruleset_id: MANAGED } } }));
    await workspace.applied();
    expect(saved()).toEqual([{ action: 'execute', id: MANAGED }]);
    await rest();
  });

  test('are created with one write, read with one request, and then have an empty plan', async () => {
    workspace.write('main.tf', rules({ deployments: DEPLOYMENTS, exceptions: EXCEPTIONS }));
    await workspace.applied();
    expect(calls()).toEqual([
      `GET /rulesets/${MANAGED}`,
      'GET /waf_migration/status',
      `GET ${ENTRY_POINT}`,
      // Apply plans once more.
      `GET /rulesets/${MANAGED}`,
      'GET /waf_migration/status',
      `GET ${ENTRY_POINT}`,
      `GET ${ENTRY_POINT}`,
      `PUT ${ENTRY_POINT}`,
    ]);
    expect(saved()).toEqual([
      { action: 'skip', expression: EXCEPTIONS.api.expression, rulesets: [CORE] },
      {
        action: 'skip',
        expression: EXCEPTIONS.office.expression,
        description: 'the office',
        ruleset: 'current',
      },
      { action: 'skip', expression: EXCEPTIONS.upload.expression, rules: { [MANAGED]: [WORDPRESS_RULE] } },
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
      order: ['api', 'office', 'upload', 'cloudflare', 'owasp'],
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
      adopted: null,
      taken_over: false,
    });
  });

  test('count what is empty as unset: no request holds it, and neither adding nor removing it sends one', async () => {
    const none = { action: null, enabled: null, sensitivity_level: null };
    const overrides = { ...none, categories: {}, rules: {} };
    const core_rule_set = { paranoia_level: null, score_threshold: null, action: null };
    const filled = { ...EXCEPTIONS.office, rulesets: [], rules: {} };
    const empty = {
      deployments: {
        cloudflare: { ruleset_id: MANAGED, overrides, core_rule_set },
        owasp: { ruleset_id: CORE, overrides: {}, core_rule_set: {} },
      },
      exceptions: {
        office: filled,
        api: { ...EXCEPTIONS.api, rules: {} },
        upload: { ...EXCEPTIONS.upload, rulesets: [] },
      },
    };
    const plain = {
      deployments: { cloudflare: { ruleset_id: MANAGED }, owasp: { ruleset_id: CORE } },
      exceptions: EXCEPTIONS,
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

  test('change with one read and one write, and every other rule keeps its id, its ref and its version', async () => {
    await applyRules({ deployments: DEPLOYMENTS, exceptions: EXCEPTIONS });
    const before = held()?.rules ?? [];
    workspace.write(
      'main.tf',
      rules({
        deployments: { ...DEPLOYMENTS, cloudflare: { ruleset_id: MANAGED, enabled: false } },
        exceptions: EXCEPTIONS,
      }),
    );
    service.emulator.control.clearJournal();
    await workspace.applied();
    expect(calls()).toEqual([`GET ${ENTRY_POINT}`, `GET ${ENTRY_POINT}`, `PUT /rulesets/${held()?.id}`]);
    const changed = { id: before[3]?.id, ref: before[3]?.ref, enabled: false };
    expect(held()?.rules).toEqual(
      before.map((rule, index) => (index === 3 ? expect.objectContaining(changed) : rule)),
    );
    await rest();
  });

  test('are destroyed by deleting their rules, no exception before what it excepts from; the rest of the zone stays', async () => {
    await applyRules({ deployments: DEPLOYMENTS, exceptions: EXCEPTIONS });
    const lastFirst = [...(held()?.rules ?? [])].reverse().map(({ id }) => id);
    const foreign = { action: 'skip', expression: 'ssl', action_parameters: { products: ['bic'] } };
    byHand([...(held()?.rules ?? []), foreign]);
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(saved()).toEqual([{ action: 'skip', expression: 'ssl', products: ['bic'] }]);
    const deletions = calls().filter((call) => call.startsWith('DELETE '));
    expect(deletions.map((call) => call.split('/').pop())).toEqual(lastFirst);
  });
});

describe('a change of one rule shows in the plan as that alone', () => {
  const base = { deployments: DEPLOYMENTS, exceptions: EXCEPTIONS };

  const EDITS: readonly (readonly [string, Rules, object])[] = [
    [
      'inserted',
      { ...base, deployments: { ...DEPLOYMENTS, b: { ruleset_id: 'c2e184081120413c86c3ab7e14069605' } } },
      { deployments: ['b'], exceptions: [] },
    ],
    [
      'removed',
      { ...base, exceptions: { office: EXCEPTIONS.office, upload: EXCEPTIONS.upload } },
      { deployments: [], exceptions: ['api'] },
    ],
    [
      'renamed',
      { ...base, exceptions: { office: EXCEPTIONS.office, upload: EXCEPTIONS.upload, apis: EXCEPTIONS.api } },
      { deployments: [], exceptions: ['api', 'apis'] },
    ],
    [
      'moved',
      { ...base, order: ['office', 'upload', 'api', 'owasp', 'cloudflare'] },
      { deployments: [], exceptions: [] },
    ],
  ];

  test.each(inLane({ share: EDITS.slice(0, 1), whole: EDITS }))('%s', async (_what, next, changed) => {
    await applyRules(base);
    workspace.write('main.tf', rules(next));
    const { actions, before, after } = await plannedChange();
    expect(actions).toEqual(['update']);
    expect({
      deployments: differences(before['deployments'], after['deployments']),
      exceptions: differences(before['exceptions'], after['exceptions']),
    }).toEqual(changed);
    await workspace.applied();
    await rest();
    const order = (await workspace.attributes(ADDRESS))['order'] as readonly string[];
    expect(order).toEqual(after['order']);
  });
});

/** The keys of two maps whose values differ. */
function differences(before: unknown, after: unknown): readonly string[] {
  const [one, other] = [before, after] as Readonly<Record<string, unknown>>[];
  const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].sort();
  return keys.filter((key) => JSON.stringify(one?.[key]) !== JSON.stringify(other?.[key]));
}
