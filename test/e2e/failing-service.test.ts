import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { printed, service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';

/** What the engine shows of a service that fails; what the provider makes of each failure: test/provider-shim/api. */

/** The zone and the state with one cookie, made by a good configuration. */
let putBack: () => void;

// No time ends a delay.
useWorkspace({ wait: () => new Promise<void>(() => undefined) }, { declare: () => declare(['Sid']) });
beforeAll(async () => {
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

const refusal = (message: string): FaultRule => ({
  effect: { kind: 'answer', status: 400, body: { success: false, errors: [{ message }] } },
});

const answer = (status: number, error: object): FaultRule => ({
  effect: { kind: 'answer', status, body: { success: false, errors: [error] } },
});

/** What a terminal obeys, line ends and tabs aside; the engine is told to use no colours. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

test.each<readonly [string, FaultRule, string]>([
  ['a cut connection', { effect: { kind: 'cut', moment: 'before-write' } }, 'connection'],
  ['no answer in time', { delayMs: 1 }, 'no complete answer within'],
  ['terminal escape sequences', refusal('\u001b[31mred \u009b2J \u202e'), '\\u001b[31mred \\u009b2J \\u202e'],
])('at plan: %s', async (_name, rule, says) => {
  declare(['Sid', 'New'], 'max_retries = 0\n  request_timeout = 1');
  service.emulator.control.faults.put([rule]);
  const before = [service.emulator.control.zones(), workspace.read('terraform.tfstate')];
  const result = await workspace.plan();
  expect(result.exitCode).toBe(1);
  expect(printed(result)).toContain(says);
  expect(printed(result)).not.toContain('bug in the provider');
  expect(result.stdout + result.stderr).not.toMatch(OBEYED);
  expect([service.emulator.control.zones(), workspace.read('terraform.tfstate')]).toEqual(before);
});

test('a refused request names the zone', async () => {
  declare(['Sid', 'New'], 'max_retries = 0');
  const match = { operation: 'rulesets.entrypoint.get' };
  service.emulator.control.faults.put([{ ...refusal('no such thing'), match }]);
  expect(printed(await workspace.plan())).toContain(
    `/zones/${DEFAULT_ZONE_ID}/rulesets/phases/http_log_custom_fields/entrypoint (zone ${DEFAULT_ZONE_NAME}): the service`,
  );
});

test.each<readonly [string, FaultRule, number]>([
  ['a token that is none', answer(403, { code: 9109, message: 'Invalid access token' }), 1],
  ['a missing permission, one for each area', answer(403, { code: 10000, message: 'Forbidden' }), 2],
  ['a wrong path', answer(404, { code: 7003, message: 'Could not route to /zones/x' }), 1],
  ['an outage', answer(500, { message: 'Internal error' }), 1],
])('what to do about %s is told once, however many objects fail for it', async (_name, rule, hints) => {
  const read = (name: string): string =>
    `data "zone_logpush_jobs" "${name}" {\n  zone_id = "${DEFAULT_ZONE_ID}"\n}\n`;
  workspace.write('main.tf', hcl(`provider "zone" {\n  max_retries = 0\n}\n${read('a')}${read('b')}`));
  service.emulator.control.faults.put([rule]);
  const said = printed(await workspace.plan());
  const count = (text: string): number => said.split(text).length - 1;
  expect([count('Warning: '), count('Error: '), count('"npx zonewright doctor"')]).toEqual([0, 3, hints]);
  expect(count('What to do about it is the same as in another message of this run')).toBe(3 - hints);
});
