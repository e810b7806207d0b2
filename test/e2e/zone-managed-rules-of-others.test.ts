import { inLane } from '../support/lane';
import {
  ADDRESS,
  applyRules,
  byHand,
  CREDENTIALS,
  execute,
  executes,
  flat,
  held,
  MANAGED,
  MANAGED_ONLY,
  rest,
  rules,
  saved,
  SCANNER_RULE,
  service,
  skip,
  useManagedZone,
  workspace,
} from './managed-zone';

const ALL = { name: 'all', expression: 'true', skip: { ruleset: 'current' } };
/** What no attribute expresses. */
const THEIRS = { products: ['waf'], phase: 'current' };
const TWO = [executes('first', MANAGED), executes('second', CREDENTIALS)];

/** What somebody else does while a delayed request is under way. */
let meanwhile: () => void = () => undefined;

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }), undefined, {
  wait: () => {
    meanwhile();
    return Promise.resolve();
  },
});

afterEach(() => {
  meanwhile = () => undefined;
  service.emulator.control.faults.clear();
});

describe('what others made', () => {
  test('what cannot be expressed stays in its place, is said, and survives changes and the destroy', async () => {
    await applyRules({ rules: [ALL, ...MANAGED_ONLY.rules] });
    const [all, cloudflare] = held()?.rules ?? [];
    const overrides = { rules: [{ id: SCANNER_RULE, action: 'log' }] };
    byHand([
      skip(THEIRS),
      { ...all, logging: { enabled: true, x_future: 1 } },
      skip({ ...THEIRS, products: ['hot'] }),
      execute(MANAGED, { x_future: 1, overrides }, { id: cloudflare?.id }),
    ]);
    const { stdout } = await workspace.plan();
    expect(flat(stdout)).toContain('zone_managed_rules cannot express. They stay as they are.');
    await workspace.applied();
    await rest();
    expect(await workspace.attributes(ADDRESS)).toMatchObject({
      other_rules: [{ reason: 'it skips phase' }, { reason: 'it skips phase' }],
      kept_settings: { all: '{"logging":{"x_future":1}}', cloudflare: '{"x_future":1}' },
    });
    await applyRules({
      rules: [{ ...ALL, description: 'all' }, executes('a', CREDENTIALS), ...MANAGED_ONLY.rules],
    });
    expect(held()?.rules).toMatchObject([
      { action_parameters: THEIRS },
      { id: all?.id, description: 'all', logging: { enabled: true, x_future: 1 } },
      { action_parameters: { products: ['hot'] } },
      { action_parameters: { id: CREDENTIALS } },
      { id: cloudflare?.id, action_parameters: { x_future: 1 } },
    ]);
    await workspace.destroy();
    expect(saved()).toEqual([
      { action: 'skip', expression: 'ssl', ...THEIRS },
      { action: 'skip', expression: 'ssl', ...THEIRS, products: ['hot'] },
    ]);
  });

  test('a change is refused when a rule that cannot be expressed is edited after the plan', async () => {
    byHand([skip(THEIRS)]);
    await applyRules(MANAGED_ONLY);
    workspace.write('main.tf', rules({ rules: [executes('cloudflare', MANAGED, {}, { enabled: false })] }));
    await workspace.plan({ out: 'saved.tfplan' });
    const [first, ...others] = held()?.rules ?? [];
    byHand([{ ...first, expression: 'not ssl' }, ...others]);
    const there = saved();
    const { exitCode, stderr } = await workspace.apply({ planFile: 'saved.tfplan' });
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining('changed since this plan was made'),
    ]);
    expect(saved()).toEqual(there);
  });

  test('the order of categories that somebody changes is kept and shown as drift', async () => {
    const off = { enabled: false };
    const categories = { joomla: off, wordpress: { action: 'log' } };
    await applyRules({ rules: [executes('cloudflare', MANAGED, { overrides: { categories } })] });
    const [rule] = held()?.rules ?? [];
    const reversed = [
      { category: 'wordpress', action: 'log' },
      { category: 'joomla', ...off },
    ];
    byHand([execute(MANAGED, { overrides: { categories: reversed } }, { id: rule?.id })]);
    await workspace.applied({ args: ['-refresh-only'] });
    const order = (...names: readonly string[]): object => ({
      kept_settings: { cloudflare: JSON.stringify({ overrides: { category_order: names } }) },
    });
    expect(await workspace.attributes(ADDRESS)).toMatchObject(order('wordpress', 'joomla'));
    const more = { categories: { ...categories, sqli: off } };
    await applyRules({ rules: [executes('cloudflare', MANAGED, { overrides: more })] });
    expect(await workspace.attributes(ADDRESS)).toMatchObject(order('wordpress', 'joomla', 'sqli'));
  });

  test('an object that is changed to a managed ruleset that a rule of others executes is refused at plan', async () => {
    const before = [executes('a', CREDENTIALS)];
    await applyRules({ rules: before });
    byHand([...(held()?.rules ?? []), execute(MANAGED)]);
    const theirs = held()?.rules.at(-1);
    // As a service answers that has a newer action.
    const parameters = { id: MANAGED, overrides: { action: 'tarpit' } };
    const all = held()?.rules.map((rule) =>
      rule.id === theirs?.id ? { ...rule, action_parameters: parameters } : rule,
    );
    const body = { success: true, errors: [], messages: [], result: { ...held(), rules: all } };
    service.emulator.control.faults.put([
      { match: { operation: 'rulesets.entrypoint.get' }, effect: { kind: 'answer', status: 200, body } },
    ]);
    const declared = [...before, ...MANAGED_ONLY.rules];
    workspace.write('main.tf', rules({ rules: declared }));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain(
      `Rule ${theirs?.id} of the zone already executes the managed ruleset ${MANAGED}, and stays`,
    );
  });
});

describe('a saved plan that deletes rules', () => {
  const OTHER = skip(THEIRS);
  const PINNED = { version: '180', matched_data: { public_key: 'k' } };
  const edit = (more: object): void =>
    byHand(
      (held()?.rules ?? []).map(({ action_parameters, ...one }) =>
        execute(MANAGED, { ...action_parameters, ...more }, one),
      ),
    );
  const REPLACE = [`-replace=${ADDRESS}`];
  async function planned(args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await workspace.plan({ args, out: 'saved.tfplan' });
    expect([exitCode, stderr]).toEqual([2, '']);
    return flat(stdout);
  }

  test.each<readonly [string, readonly string[], () => void, string]>([
    ['a replacement', REPLACE, () => byHand([...(held()?.rules ?? []), OTHER]), ': it skips phase'],
    ['a destroy', ['-destroy'], () => edit(PINNED), 'version 180 with matched data for the key k'],
  ])(
    '%s is refused when somebody changes the zone after it: nothing is written',
    async (_what, args, change, said) => {
      await applyRules(MANAGED_ONLY);
      await planned(args);
      change();
      const before = held();
      const { exitCode, stderr } = await workspace.apply({ planFile: 'saved.tfplan' });
      expect([exitCode, flat(stderr)]).toEqual([
        1,
        expect.stringContaining('changed since this plan was made'),
      ]);
      expect(flat(stderr)).toContain(said);
      expect(held()).toEqual(before);
    },
  );

  test('a replacement beside a rule of others is refused at plan', async () => {
    await applyRules(MANAGED_ONLY);
    byHand([...(held()?.rules ?? []), execute(CREDENTIALS)]);
    const { exitCode, stderr } = await workspace.plan({ args: REPLACE });
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining('beside them are rules that this resource did not write'),
    ]);
  });
});

test('what somebody else saves between the read and the write, and is overwritten, is told of', async () => {
  await applyRules(MANAGED_ONLY);
  meanwhile = () =>
    byHand(
      (held()?.rules ?? []).map((rule) => ({ ...rule, action_parameters: { id: MANAGED, version: '180' } })),
    );
  service.emulator.control.faults.put([{ match: { method: 'PATCH' }, nth: 1, delayMs: 1 }]);
  workspace.write('main.tf', rules({ rules: [executes('cloudflare', MANAGED, {}, { enabled: false })] }));
  const { exitCode, stdout } = await workspace.apply();
  expect([exitCode, flat(stdout)]).toEqual([
    0,
    expect.stringContaining('Somebody else changed the managed rules of zone'),
  ]);
  expect(flat(stdout)).toContain('- Cloudflare Managed Ruleset version 180 everywhere (rule ');
});

test('somebody else creates the same rules in another order right before ours: theirs stay, and ours are refused', async () => {
  meanwhile = () =>
    byHand(
      [CREDENTIALS, MANAGED].map((id) => ({
        action: 'execute',
        expression: 'true',
        action_parameters: { id },
      })),
    );
  const creation = { match: { operation: 'rulesets.create' }, nth: 1, delayMs: 1 };
  service.emulator.control.faults.put([creation]);
  workspace.write('main.tf', rules({ rules: TWO }));
  const { exitCode, stderr } = await workspace.apply();
  expect([exitCode, flat(stderr)]).toEqual([1, expect.stringContaining('already has managed rules')]);
  expect(saved()).toEqual([CREDENTIALS, MANAGED].map((id) => ({ action: 'execute', id })));
});
