import {
  applyRules,
  byHand,
  CREDENTIALS,
  finishedZone,
  flat,
  held,
  MANAGED,
  rules,
  saved,
  service,
  useManagedZone,
  workspace,
} from './managed-zone';
import { hcl } from '../support/workspace';

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

const pin = (rule: object): object => ({ ...rule, action_parameters: { id: MANAGED, version: '180' } });
const add = (): void =>
  byHand([
    ...(held()?.rules ?? []),
    { action: 'execute', expression: 'ssl', action_parameters: { id: CREDENTIALS } },
  ]);

test.each<readonly [string, 'PUT' | 'DELETE', () => void, string]>([
  ['a rule that is added before a change', 'PUT', add, `- execute ${CREDENTIALS} where ssl`],
  [
    'a pinned version that is set before a change',
    'PUT',
    () => byHand((held()?.rules ?? []).map(pin)),
    `- execute ${MANAGED} everywhere, and {"version":"180"}`,
  ],
  [
    'a pinned version that is set before a destroy',
    'DELETE',
    () => byHand((held()?.rules ?? []).map(pin)),
    `- execute ${MANAGED} everywhere, and {"version":"180"}`,
  ],
])('somebody else writes between the read and the write %s', async (_what, method, write, lost) => {
  await applyRules(DECLARED);
  meanwhile = write;
  service.emulator.control.faults.put([{ match: { method }, nth: 1, delayMs: 1 }]);
  workspace.write('main.tf', method === 'PUT' ? rules(CHANGED) : hcl(''));
  const { exitCode, stdout } = await workspace.apply();
  expect([exitCode, flat(stdout)]).toEqual([0, expect.stringContaining(LOST)]);
  expect(flat(stdout)).toContain(lost);
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
  // The plan, the plan of apply, and then apply itself read the rules.
  const reads = { match: { operation: 'rulesets.entrypoint.get' }, nth: 3, delayMs: 1 };
  service.emulator.control.faults.put([reads]);
  const deployments = { first: { ruleset_id: MANAGED }, second: { ruleset_id: CREDENTIALS } };
  workspace.write('main.tf', rules({ deployments, order: ['first', 'second'] }));
  const { exitCode, stderr } = await workspace.apply();
  expect([exitCode, flat(stderr)]).toEqual([1, expect.stringContaining('already has managed rules')]);
  expect(saved()).toEqual([CREDENTIALS, MANAGED].map((id) => ({ action: 'execute', id })));
});
