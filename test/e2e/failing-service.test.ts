import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSilentServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { createClientCertificate } from '../conformance/client-certificate';
import { createWorkspace } from '../support/workspace';
import { carriedOut } from './killed-apply';
import { GOOD, printed, resource, service, untouched, useGoodZone, workspace } from './good-zone';

/** Let the requests go on that a fault delays: no time ends a delay. */
const delayed: (() => void)[] = [];
useGoodZone('workspace', { wait: () => new Promise<void>((goOn) => delayed.push(goOn)) });

const limit = (seconds: number): string => `max_retries = 0\nrequest_timeout = ${seconds}`;

const answer = (status: number, body: object): FaultRule => ({ effect: { kind: 'answer', status, body } });
const refusal = (message: string): FaultRule => answer(400, { success: false, errors: [{ message }] });
const success = (result: object): FaultRule =>
  answer(200, { success: true, errors: [], messages: [], result });
const RULESET = { kind: 'zone', phase: 'http_log_custom_fields' };

const FAILURES: readonly (readonly [name: string, rule: FaultRule, says: readonly string[]])[] = [
  ['an HTML page', { effect: { kind: 'html-page' } }, ['HTML']],
  ['an HTML page that claims success', { effect: { kind: 'html-page', status: 200 } }, ['HTML']],
  ['a truncated body', { effect: { kind: 'truncated-body' } }, ['before its answer was complete']],
  ['no JSON', { effect: { kind: 'malformed-json' } }, ['JSON']],
  ['429', { effect: { kind: 'rate-limit', retryAfterSeconds: 90 } }, ['429']],
  ['500', { effect: { kind: 'answer', status: 500 } }, ['500']],
  ['no answer in time', { delayMs: 1 }, ['no complete answer within']],
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
  ['a list where there is one ruleset', success([]), ['a ruleset is an array of 0, not an object']],
  [
    'a success with an error',
    answer(200, { success: true, result: {}, errors: ['half'] }),
    ['together with the error'],
  ],
  ['no result', answer(200, { success: true }), ['without result']],
];

/** What a terminal obeys, line ends and tabs aside; the engine is told to use no colours. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

/** Others that would wait for the same limit. */
const JOBS = `resource "zone_logpush_job" "other" {
  count            = 3
  zone_id          = "${DEFAULT_ZONE_ID}"
  name             = "job-${'$'}{count.index}"
  destination_conf = "https://logs.example.com/"
}`;

describe('a failing service', () => {
  let putBack: () => void;
  beforeAll(() => {
    const zones = service.emulator.control.snapshot();
    const state = workspace.read('terraform.tfstate');
    putBack = () => {
      service.emulator.control.restore(zones);
      workspace.write('terraform.tfstate', state);
    };
  });
  const declare = (provider: string): void =>
    workspace.write('main.tf', resource(`cookies = ["Sid", "New"]`, provider));
  beforeEach(() => putBack());
  afterEach(() => service.emulator.control.faults.clear());

  test.each(FAILURES)('at plan: %s', async (_name, rule, says) => {
    declare(rule.delayMs === undefined ? 'max_retries = 0' : limit(1));
    service.emulator.control.faults.put([rule]);
    await untouched(async () => {
      const result = await workspace.plan();
      expect(result.exitCode).toBe(1);
      for (const text of says) expect(printed(result)).toContain(text);
      expect(printed(result)).not.toContain('bug in the provider');
      expect(result.stdout + result.stderr).not.toMatch(OBEYED);
    });
  });

  test.each(FAILURES)(
    'at apply, during the write: %s; the next apply recovers',
    async (_name, rule, says) => {
      // The reads before the write are answered: on a busy machine, not always within a second.
      declare(rule.delayMs === undefined ? 'max_retries = 0' : limit(10));
      service.emulator.control.faults.put([{ ...rule, match: { method: 'PATCH' } }]);
      const result = await workspace.apply();
      const [fault] = service.emulator.control.faults.list();
      expect(fault?.struck).toBeGreaterThan(0);
      service.emulator.control.faults.clear();
      if (result.exitCode !== 0) for (const text of says) expect(printed(result)).toContain(text);
      else expect(JSON.stringify(service.emulator.control.zones())).toContain('{"name":"New"}');
      await carriedOut(service, delayed.splice(0));
      declare('');
      expect(await workspace.attributes('zone_log_custom_fields.main')).toMatchObject({
        cookies: result.exitCode === 0 ? ['New', 'Sid'] : ['Sid'],
      });
      await workspace.applied();
      expect((await workspace.plan()).exitCode).toBe(0);
    },
  );

  test('that returns half of a surrogate pair shows a change, and not a bug', async () => {
    workspace.write('main.tf', GOOD);
    const [zone] = service.emulator.control.zones();
    const ruleset = zone?.rulesets.find(({ phase }) => phase === RULESET.phase);
    const rules = ruleset?.rules.map((rule) => ({ ...rule, description: 'x\ud800y' }));
    service.emulator.control.faults.put([
      { ...success({ ...ruleset, rules }), match: { method: 'GET', operation: 'rulesets.entrypoint.get' } },
    ]);
    const result = await workspace.plan();
    expect(result.exitCode).toBe(2);
    expect(printed(result)).toContain('x\ufffdy');
  });

  test('that refuses a request: the error names the zone', async () => {
    declare('max_retries = 0');
    const match = { operation: 'rulesets.entrypoint.get' };
    service.emulator.control.faults.put([{ ...refusal('no such thing'), match }]);
    const result = await workspace.plan();
    expect(printed(result)).toContain(
      `/zones/${DEFAULT_ZONE_ID}/rulesets/phases/http_log_custom_fields/entrypoint (zone ${DEFAULT_ZONE_NAME}): the service`,
    );
  });

  test('that asks a plan to slow down for over a minute: nothing waits, and the error says until when', async () => {
    workspace.write('main.tf', `${GOOD}\n${JOBS}`);
    service.emulator.control.faults.put([
      { times: 1, effect: { kind: 'rate-limit', retryAfterSeconds: 90 } },
    ]);
    const result = await workspace.plan();
    expect(result.exitCode).toBe(1);
    expect(printed(result)).toMatch(/It asks to wait until 20\S+Z: try again then\./);
    expect(printed(result)).not.toContain('Requests waited');
  });

  test('that asks to slow down for a second: the plan waits, and says so once', async () => {
    workspace.write('main.tf', GOOD);
    service.emulator.control.faults.put([{ times: 1, effect: { kind: 'rate-limit', retryAfterSeconds: 1 } }]);
    const result = await workspace.plan();
    expect(result.exitCode).toBe(0);
    expect(
      printed(result).match(
        /Requests waited 1 s: the limit of 1200 requests [^.]* was used up until 20\S+Z\./g,
      ),
    ).toHaveLength(1);
  });

  test('that recovers goes unnoticed: the provider retries what is safe to repeat', async () => {
    workspace.write('main.tf', GOOD);
    service.emulator.control.faults.put([{ times: 2, effect: { kind: 'answer', status: 503 } }]);
    expect((await workspace.plan()).exitCode).toBe(0);
  });
});

test('a proxy that refuses the tunnel is reported; requests name the service and go only through the proxy', async () => {
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

test('a service with https is reached as soon as NODE_EXTRA_CA_CERTS names its authority', async () => {
  const { certificate, key } = createClientCertificate();
  const secure = createSecureServer({ cert: certificate, key }, (asked, answered) => {
    const { method, headers, url } = asked;
    const passedOn = request(`${service.emulator.url}${url}`, { method, headers }, (answer) => {
      answered.writeHead(Number(answer.statusCode), answer.headers);
      answer.pipe(answered);
    });
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => void secure.listen(0, 'localhost', resolve));
  const file = join(mkdtempSync(join(tmpdir(), 'authority-')), 'ca.pem');
  writeFileSync(file, certificate);
  const planned = async (env: Readonly<Record<string, string>>): ReturnType<typeof workspace.plan> => {
    const behind = await createWorkspace({
      startedBy: 'workspace',
      env: {
        ZONEWRIGHT_BASE_URL: `https://localhost:${(secure.address() as AddressInfo).port}/client/v4`,
        ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token,
        ...env,
      },
      files: { 'main.tf': resource(`cookies = ["Sid"]`, 'max_retries = 0') },
    });
    await behind.ready();
    return behind.plan();
  };
  const unknown = await planned({});
  const trusted = await planned({ NODE_EXTRA_CA_CERTS: file });
  secure.close();
  expect(unknown.exitCode).toBe(1);
  expect(printed(unknown)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  // The zone already has fields that this state does not know of: only a read of the service tells.
  expect(printed(trusted)).toContain('already has exactly these custom log fields: cookies Sid');
});

describe('a failed connection names the target and where it is configured:', () => {
  const planned = async (env: Readonly<Record<string, string>>, provider: string): Promise<string> => {
    const behind = await createWorkspace({
      startedBy: 'workspace',
      env: { ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token, ...env },
      files: { 'main.tf': resource(`cookies = ["Sid"]`, provider) },
    });
    await behind.ready();
    const result = await behind.plan();
    expect(result.exitCode).toBe(1);
    return printed(result);
  };

  test('an address from the environment', async () => {
    const said = await planned({ ZONEWRIGHT_BASE_URL: 'http://127.0.0.1:1/client/v4' }, 'max_retries = 0');
    expect(said).toContain(
      'the service at 127.0.0.1:1 could not be reached (connect ECONNREFUSED 127.0.0.1:1)',
    );
    expect(said).toContain(
      'base_url (http://127.0.0.1:1/client/v4, from the environment variable ZONEWRIGHT_BASE_URL)',
    );
  });

  test('a silent proxy', async () => {
    const silent = createSilentServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const proxy = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const said = await planned(
      {
        ZONEWRIGHT_BASE_URL: 'https://zone.invalid/client/v4',
        HTTPS_PROXY: `http://me:pass-word@${proxy}`,
      },
      limit(1),
    );
    silent.close();
    expect(said).toContain(`no connection to zone.invalid through the proxy http://${proxy} within 1000 ms`);
    expect(said).toContain(`the proxy http://${proxy}, set in the environment variable HTTPS_PROXY`);
    expect(said).toContain('list zone.invalid in NO_PROXY');
    expect(said).not.toContain('pass-word');
  });
});
