import {
  applyRules,
  byHand,
  CREDENTIALS,
  finishedZone,
  flat,
  held,
  MANAGED,
  rest,
  rules,
  saved,
  service,
  useManagedZone,
  workspace,
} from './managed-zone';

/** Something else happens at the service while an apply writes, or the answer to a write is lost. */
let meanwhile: () => void = () => undefined;

useManagedZone('workspace', [finishedZone('shop')], {
  wait: () => {
    meanwhile();
    return Promise.resolve();
  },
});

afterEach(() => {
  meanwhile = () => undefined;
  service.emulator.control.faults.clear();
});

const DECLARED = { deployments: { cloudflare: { ruleset_id: MANAGED } } };
const CHANGED = { deployments: { cloudflare: { ruleset_id: MANAGED, enabled: false } } };
const LOST = 'Somebody else changed the managed rules of zone';

describe('somebody else writes between the read and the write', () => {
  test.each<readonly [string, () => Promise<{ exitCode: number; stdout: string }>]>([
    [
      'of a change',
      () => {
        workspace.write('main.tf', rules(CHANGED));
        return workspace.apply();
      },
    ],
    ['of a destroy', () => workspace.destroy()],
  ])('%s: a warning names what was lost', async (_what, run) => {
    await applyRules(DECLARED);
    meanwhile = () =>
      byHand([
        ...(held()?.rules ?? []),
        { action: 'execute', expression: 'ssl', action_parameters: { id: CREDENTIALS } },
      ]);
    service.emulator.control.faults.put([{ match: { method: 'PUT' }, nth: 1, delayMs: 1 }]);
    const { exitCode, stdout } = await run();
    expect([exitCode, flat(stdout)]).toEqual([0, expect.stringContaining(LOST)]);
    expect(flat(stdout)).toContain(`- execute ${CREDENTIALS} where ssl`);
  });
});

test('a pinned version that somebody sets between the read and the write is named, too', async () => {
  await applyRules(DECLARED);
  const pinned = { id: MANAGED, version: '180' };
  meanwhile = () => byHand((held()?.rules ?? []).map((rule) => ({ ...rule, action_parameters: pinned })));
  service.emulator.control.faults.put([{ match: { method: 'PUT' }, nth: 1, delayMs: 1 }]);
  workspace.write('main.tf', rules(CHANGED));
  const { exitCode, stdout } = await workspace.apply();
  expect([exitCode, flat(stdout)]).toEqual([0, expect.stringContaining(LOST)]);
  expect(flat(stdout)).toContain(`- execute ${MANAGED} everywhere, and {"version":"180"}`);
});

test('an answer that is lost is no failure: what was saved is looked up, or sent again', async () => {
  const lose = (): void =>
    service.emulator.control.faults.put([
      { match: { method: 'PUT' }, times: 1, effect: { kind: 'cut', moment: 'after-write' } },
    ]);
  lose();
  await applyRules(DECLARED);
  lose();
  workspace.write('main.tf', rules(CHANGED));
  const { exitCode, stdout } = await workspace.apply();
  expect([exitCode, flat(stdout).includes(LOST)]).toEqual([0, false]);
  await rest();
  lose();
  expect((await workspace.destroy()).exitCode).toBe(0);
  expect(saved()).toEqual([]);
});
