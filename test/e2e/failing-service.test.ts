import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../emulator';
import { createWorkspace } from '../support/workspace';
import { GOOD, printed, resource, service, untouched, useGoodZone, workspace } from './good-zone';

useGoodZone('workspace');

const FAILURES: readonly (readonly [name: string, rule: FaultRule, says: readonly string[]])[] = [
  ['an HTML page', { effect: { kind: 'html-page' } }, ['HTML']],
  ['an HTML page that claims success', { effect: { kind: 'html-page', status: 200 } }, ['HTML']],
  ['a truncated body', { effect: { kind: 'truncated-body' } }, ['before its answer was complete']],
  ['no JSON', { effect: { kind: 'malformed-json' } }, ['JSON']],
  ['429', { effect: { kind: 'rate-limit', retryAfterSeconds: 90 } }, ['429']],
  ['500', { effect: { kind: 'answer', status: 500 } }, ['500']],
  ['no answer in time', { delayMs: 1500 }, ['no complete answer came within 1000 ms']],
  ['a cut connection', { effect: { kind: 'cut', moment: 'before-write' } }, ['connection']],
];

describe('a service that fails', () => {
  let putBack: () => void;
  beforeAll(() => {
    const zones = service.emulator.control.snapshot();
    const state = workspace.read('terraform.tfstate');
    putBack = () => {
      service.emulator.control.restore(zones);
      workspace.write('terraform.tfstate', state);
    };
  });
  beforeEach(() => {
    putBack();
    workspace.write('main.tf', resource(`cookies = ["Sid", "New"]`, 'max_retries = 0\nrequest_timeout = 1'));
  });
  afterEach(() => service.emulator.control.faults.clear());

  test.each(FAILURES)('at plan: %s', async (_name, rule, says) => {
    service.emulator.control.faults.put([rule]);
    await untouched(async () => {
      const result = await workspace.plan();
      expect(result.exitCode).toBe(1);
      for (const text of says) expect(printed(result)).toContain(text);
    });
  });

  test.each(FAILURES)('at apply, in the write: %s; the next apply heals', async (_name, rule, says) => {
    service.emulator.control.faults.put([{ ...rule, match: { method: 'PUT' } }]);
    const result = await workspace.apply();
    service.emulator.control.faults.clear();
    if (result.exitCode !== 0) for (const text of says) expect(printed(result)).toContain(text);
    // A write whose answer nobody waited for is carried out all the same, and not in the midst of another test.
    await sleep(rule.delayMs ?? 0);
    expect(await workspace.attributes('zone_log_custom_fields.main')).toMatchObject({
      cookies: result.exitCode === 0 ? ['New', 'Sid'] : ['Sid'],
    });
    await workspace.applied();
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('that recovers is not noticed: what is safe to repeat is repeated', async () => {
    workspace.write('main.tf', GOOD);
    service.emulator.control.faults.put([{ times: 2, effect: { kind: 'answer', status: 503 } }]);
    expect((await workspace.plan()).exitCode).toBe(0);
  });
});

test('a proxy that refuses the tunnel is told as such; the service is asked for by name, through it alone', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const behind = await createWorkspace({
    startedBy: 'workspace',
    env: {
      ZONEWRIGHT_BASE_URL: 'https://zone.invalid/client/v4',
      ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token,
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    },
    files: { 'main.tf': GOOD },
  });
  await behind.ready();
  const result = await behind.plan();
  behind.remove();
  proxy.close();
  expect(result.exitCode).toBe(1);
  expect(printed(result)).toContain('proxy');
  expect(new Set(asked)).toEqual(new Set(['zone.invalid:443']));
});
