import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';
import { printed } from './migration-workspace';

/** What the engine shows of a service that fails; what the provider makes of each failure: test/provider-shim/api. */

let service: TestService;
let workspace: Workspace;
/** The zone and the state with one cookie, made by a good configuration. */
let putBack: () => void;

beforeAll(async () => {
  // No time ends a delay.
  service = await startService({ wait: () => new Promise<void>(() => undefined) });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  declare(['Sid']);
  await workspace.ready();
  await workspace.applied();
  const [zones, state] = [service.emulator.control.snapshot(), workspace.read('terraform.tfstate')];
  putBack = () => {
    service.emulator.control.restore(zones);
    workspace.write('terraform.tfstate', state);
  };
});
beforeEach(() => putBack());
afterEach(() => service.emulator.control.faults.clear());

function declare(cookies: readonly string[], provider = ''): void {
  workspace.write(
    'main.tf',
    hcl(`provider "zone" {\n  ${provider}\n}
resource "zone_log_custom_fields" "main" {
  zone_id = "${DEFAULT_ZONE_ID}"
  cookies = ${JSON.stringify(cookies)}
}`),
  );
}

const answer = (status: number, body: object): FaultRule => ({ effect: { kind: 'answer', status, body } });
const refusal = (message: string): FaultRule => answer(400, { success: false, errors: [{ message }] });
const success = (result: object): FaultRule =>
  answer(200, { success: true, errors: [], messages: [], result });
const RULESET = { kind: 'zone', phase: 'http_log_custom_fields' };

const FAILURES: readonly (readonly [name: string, rule: FaultRule, says: readonly string[]])[] = [
  ['an HTML page that claims success', { effect: { kind: 'html-page', status: 200 } }, ['HTML']],
  ['a truncated body', { effect: { kind: 'truncated-body' } }, ['before its answer was complete']],
  ['429', { effect: { kind: 'rate-limit', retryAfterSeconds: 90 } }, ['429']],
  ['a cut connection', { effect: { kind: 'cut', moment: 'before-write' } }, ['connection']],
  [
    'a message with terminal escape sequences',
    refusal('\u001b[31mred \u009b2J \u202e'),
    ['\\u001b[31mred \\u009b2J \\u202e'],
  ],
  ['400 KB of addresses', refusal('http://'.repeat(57_000)), ['http://http://', 'characters)']],
  [
    'another ruleset',
    success({ ...RULESET, id: 'f'.repeat(32), phase: 'other' }),
    ['about another object', 'The answer was ignored'],
  ],
];

/** What a terminal obeys, line ends and tabs aside; the engine is told to use no colours. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

test.each([...FAILURES, ['no answer in time', { delayMs: 1 }, ['no complete answer within']] as const])(
  'at plan: %s',
  async (_name, rule, says) => {
    declare(['Sid', 'New'], 'max_retries = 0\n  request_timeout = 1');
    service.emulator.control.faults.put([rule]);
    const before = [service.emulator.control.zones(), workspace.read('terraform.tfstate')];
    const result = await workspace.plan();
    expect(result.exitCode).toBe(1);
    for (const text of says) expect(printed(result)).toContain(text);
    expect(printed(result)).not.toContain('bug in the provider');
    expect(result.stdout + result.stderr).not.toMatch(OBEYED);
    expect([service.emulator.control.zones(), workspace.read('terraform.tfstate')]).toEqual(before);
  },
);

test.each(FAILURES)('at apply, during the write: %s; the next apply recovers', async (_name, rule, says) => {
  declare(['Sid', 'New'], 'max_retries = 0');
  service.emulator.control.faults.put([{ ...rule, match: { method: 'PATCH' } }]);
  const result = await workspace.apply();
  const [fault] = service.emulator.control.faults.list();
  expect(fault?.struck).toBeGreaterThan(0);
  service.emulator.control.faults.clear();
  if (result.exitCode !== 0) for (const text of says) expect(printed(result)).toContain(text);
  else expect(JSON.stringify(service.emulator.control.zones())).toContain('{"name":"New"}');
  expect(await workspace.attributes('zone_log_custom_fields.main')).toMatchObject({
    cookies: result.exitCode === 0 ? ['New', 'Sid'] : ['Sid'],
  });
  await workspace.applied();
  expect((await workspace.plan()).exitCode).toBe(0);
});

test('half of a surrogate pair is a change, and not a bug', async () => {
  declare(['Sid']);
  const [zone] = service.emulator.control.zones();
  const ruleset = zone?.rulesets.find(({ phase }) => phase === RULESET.phase);
  const rules = ruleset?.rules.map((rule) => ({ ...rule, description: 'x\ud800y' }));
  service.emulator.control.faults.put([
    { ...success({ ...ruleset, rules }), match: { operation: 'rulesets.entrypoint.get' } },
  ]);
  const result = await workspace.plan();
  expect([result.exitCode, printed(result)]).toEqual([2, expect.stringContaining('x\ufffdy')]);
});

test('a refused request names the zone', async () => {
  declare(['Sid', 'New'], 'max_retries = 0');
  const match = { operation: 'rulesets.entrypoint.get' };
  service.emulator.control.faults.put([{ ...refusal('no such thing'), match }]);
  expect(printed(await workspace.plan())).toContain(
    `/zones/${DEFAULT_ZONE_ID}/rulesets/phases/http_log_custom_fields/entrypoint (zone ${DEFAULT_ZONE_NAME}): the service`,
  );
});
