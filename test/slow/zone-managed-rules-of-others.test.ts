import { inLane } from '../support/lane';
import { createWorkspace, type Workspace } from '../support/workspace';
import {
  ADDRESS,
  applyRules,
  byHand,
  CORE,
  CORE_SCORE_RULE,
  CREDENTIALS,
  execute,
  flat,
  held,
  IMPORT,
  MANAGED,
  MANAGED_ONLY,
  plannedChange,
  rest,
  rules,
  saved,
  service,
  skip,
  useManagedZone,
  WORDPRESS_RULE,
  workspace,
  ZONE,
} from '../e2e/managed-zone';

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }));

describe('what somebody else changes', () => {
  test.each<readonly [string, (rules: readonly object[]) => readonly object[]]>([
    ['an override', ([rule]) => [execute(MANAGED, { overrides: { action: 'log' } }, { id: idOf(rule) })]],
    ['a switched off deployment', ([rule]) => [{ ...rule, enabled: false }]],
    ['an added deployment', ([rule]) => [rule ?? {}, execute(CREDENTIALS)]],
    ['an added exception', ([rule]) => [skip({ ruleset: 'current' }), rule ?? {}]],
    ['all rules gone', () => []],
  ])('%s is in the plan, and apply takes it back', async (_what, edit) => {
    await applyRules(MANAGED_ONLY);
    byHand(edit(held()?.rules ?? []));
    expect((await workspace.plan()).exitCode).toBe(2);
    await workspace.applied();
    await rest();
    expect(saved()).toEqual([{ action: 'execute', id: MANAGED }]);
  });

  test('a hand-made rule gets a name for people, and is kept with its id when it is declared', async () => {
    await applyRules(MANAGED_ONLY);
    byHand([...(held()?.rules ?? []), skip({ ruleset: 'current' }), execute(CREDENTIALS)]);
    const ids = held()?.rules.map(({ id }) => id);
    const { before } = await plannedChange();
    expect(before['order']).toEqual([
      'cloudflare',
      'exception_1',
      'cloudflare_exposed_credentials_check_ruleset',
    ]);
    await applyRules({
      deployments: {
        ...MANAGED_ONLY.deployments,
        cloudflare_exposed_credentials_check_ruleset: { ruleset_id: CREDENTIALS },
      },
      exceptions: { exception_1: { expression: 'ssl', skip: 'remaining' } },
    });
    expect(
      held()
        ?.rules.map(({ id }) => id)
        .sort(),
    ).toEqual(ids?.sort());
    await workspace.destroy();
    expect(saved()).toEqual([]);
  });

  test('is seen by plan -refresh-only, and is left alone with ignore_changes', async () => {
    await applyRules(MANAGED_ONLY);
    byHand([...(held()?.rules ?? []), execute(CREDENTIALS)]);
    const refresh = await workspace.plan({ args: ['-refresh-only'] });
    expect([refresh.exitCode, refresh.stdout]).toEqual([
      2,
      expect.stringContaining('cloudflare_exposed_credentials_check_ruleset'),
    ]);
    workspace.write('main.tf', rules(MANAGED_ONLY, 'lifecycle {\n ignore_changes = [deployments] \n}'));
    await rest();
  });
});

describe('managed rules that are there already', () => {
  const BEFORE = [
    skip({ rules: { [MANAGED]: [WORDPRESS_RULE] } }),
    execute(MANAGED, { overrides: { categories: [{ category: 'wordpress', action: 'log' }] } }),
    execute(CORE, {
      overrides: {
        categories: [
          { category: 'paranoia-level-4', enabled: false },
          { category: 'paranoia-level-3', enabled: false },
        ],
        rules: [{ id: CORE_SCORE_RULE, score_threshold: 25 }],
      },
    }),
  ];
  test('are refused when they differ, with an import block', async () => {
    byHand(BEFORE);
    workspace.write('main.tf', rules(MANAGED_ONLY));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('already has managed rules');
    expect(flat(stderr)).toContain(`import { to = ${ADDRESS} id = "${ZONE}" }`);
    expect(flat(stderr)).toContain(
      'cloudflare_managed_ruleset: Cloudflare Managed Ruleset, with overrides (wordpress action log) everywhere',
    );
  });

  test('are replaced with on_existing = "adopt": the plan has what was there', async () => {
    byHand(BEFORE);
    workspace.write('main.tf', rules({ ...MANAGED_ONLY, on_existing: 'adopt' }));
    const { after } = await plannedChange();
    expect(after).toMatchObject({
      taken_over: true,
      adopted: [{ action: 'skip' }, { action: 'execute' }, { action: 'execute' }],
    });
    await workspace.applied();
    await rest();
    expect(saved()).toEqual([{ action: 'execute', id: MANAGED }]);
  });

  test('get their names back when they are imported again', async () => {
    await applyRules({ ...MANAGED_ONLY, exceptions: { office: { expression: 'ssl', skip: 'remaining' } } });
    workspace.write('terraform.tfstate', '');
    workspace.write('more.tf', IMPORT);
    const { actions } = await plannedChange();
    expect(actions).toEqual(['no-op']);
  });

  test('an entry point with nothing to import, and an id that is none, are refused', async () => {
    workspace.write('main.tf', rules(MANAGED_ONLY));
    workspace.write('more.tf', IMPORT);
    expect(flat((await workspace.plan()).stderr)).toContain('nothing to import');
    workspace.write('more.tf', IMPORT.replace(ZONE, 'shop.example'));
    expect(flat((await workspace.plan()).stderr)).toContain('is not a zone id');
  });
});

describe('two owners', () => {
  let other: Workspace;
  beforeAll(async () => {
    other = await createWorkspace({
      env: service.env,
      startedBy: 'workspace',
      files: { 'main.tf': rules({ ...MANAGED_ONLY, on_existing: 'adopt' }) },
    });
    await other.ready();
  });
  beforeEach(() => other.write('terraform.tfstate', ''));
  afterAll(() => other.remove());

  test.each([
    ['the same rules', MANAGED_ONLY, [{ action: 'execute', id: MANAGED }]],
    ['other rules', { deployments: { c: { ruleset_id: CORE } } }, [{ action: 'execute', id: MANAGED }]],
  ])('a second state takes over %s: destroying the first keeps them', async (_what, first, left) => {
    await applyRules(first);
    await other.applied();
    const { exitCode, stdout } = await workspace.destroy();
    expect([exitCode, flat(stdout)]).toEqual([
      0,
      expect.stringContaining('stay: this resource did not write them'),
    ]);
    expect(saved()).toEqual(left);
    expect((await other.plan()).exitCode).toBe(0);
  });

  test('two resources of one configuration with one zone are refused', async () => {
    workspace.write('main.tf', rules(MANAGED_ONLY));
    workspace.write(
      'more.tf',
      rules(MANAGED_ONLY)
        .replace(/^terraform \{[\s\S]*?^\}\n/m, '')
        .replace('"main"', '"second"'),
    );
    const { exitCode, stderr } = await workspace.plan();
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining('Two resources of this configuration declare the managed rules'),
    ]);
  });

  test('with create_before_destroy the rules of the new object stay when the old one is destroyed', async () => {
    const lifecycle = 'lifecycle {\n create_before_destroy = true\n}';
    workspace.write('main.tf', rules({ ...MANAGED_ONLY, on_existing: 'adopt' }, lifecycle));
    await workspace.applied();
    await workspace.applied({ args: [`-replace=${ADDRESS}`] });
    await rest();
    expect(saved()).toEqual([{ action: 'execute', id: MANAGED }]);
  });
});

function idOf(rule: object | undefined): unknown {
  return (rule as { readonly id?: unknown } | undefined)?.id;
}
