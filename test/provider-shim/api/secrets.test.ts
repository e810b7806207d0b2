import { inspect } from 'node:util';
import { rulesetUpdate } from '../../../provider-shim/api';
import { createRedactor } from '../../../provider-shim/api/answers/redaction';
import {
  failureOf,
  ok,
  refuse,
  serve,
  service,
  text,
  useScriptedService,
  type Reply,
} from './scripted-service';

const SECRET = 'planted-"secret"/with+signs=';
const ENCODED = [
  SECRET,
  'planted-\\"secret\\"',
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
];

useScriptedService();

/** Everything that a person may get to see of one call. */
async function shownBy(reply: Reply): Promise<string> {
  await serve(reply);
  const lines: unknown[] = [];
  const client = service.client({
    credentials: { scheme: 'key', email: 'me@example.com', key: SECRET },
    log: (...line) => lines.push(line),
    maxRetries: 1,
  });
  const call = client.writeRuleset(
    rulesetUpdate('zone', 'r', {
      rules: [{ action: 'x', expression: 'true', description: `has ${SECRET} in it` }],
    }),
  );
  const result = await call.catch((error: unknown) => error);
  const problem = (result as { toProblem?: () => unknown }).toProblem?.();
  const shown = { lines, client, problem, error: result instanceof Error ? result : undefined };
  return [
    inspect(shown, { depth: 20, showHidden: true, maxStringLength: null }),
    JSON.stringify(shown),
    result instanceof Error ? `${result.message}${result.stack}` : '',
  ].join('\n');
}

const RULESET = { id: 'r', kind: 'zone', phase: 'p' };

describe('a secret is not shown', () => {
  test.each<[string, Reply]>([
    ['when the service puts it into the result', ok({ ...RULESET, description: SECRET, [SECRET]: SECRET })],
    [
      'when the service puts it into a result of the wrong form',
      ok({ ...RULESET, rules: `${'x'.repeat(185)}${SECRET}` }),
    ],
    [
      'when the service echoes it in an error',
      refuse(403, [{ code: 9109, message: `unknown key ${SECRET}`, source: { pointer: `/${SECRET}` } }]),
    ],
    ['when the service echoes it where an excerpt is cut off', text(200, `${'x'.repeat(185)}${SECRET}`)],
    [
      'when the service echoes it as escaped JSON',
      text(
        400,
        `{"success":false,"errors":[{"message":"\\u0070${SECRET.slice(1).replaceAll('"', '\\"')}"}]}`,
      ),
    ],
    [
      'when the service redirects to it',
      text(302, '', { location: `https://example.com/${encodeURIComponent(SECRET)}/x` }),
    ],
    ['when the server speaks no HTTP', (response) => void response.socket?.end(`HTTP/9 ${SECRET}\r\n\r\n`)],
  ])('%s', async (_case, reply) => {
    const shown = await shownBy(reply);
    expect(ENCODED.filter((form) => shown.includes(form))).toEqual([]);
    // Half of a secret is one too.
    expect(shown).not.toMatch(/planted-(?!token)|with\+signs/);
    expect(service.requests[0]?.headers['x-auth-key']).toBe(SECRET);
  });

  test('of a job that others set, when its update is refused', async () => {
    await serve(refuse(400, [{ message: `x has ${SECRET}, and y is ${encodeURIComponent(SECRET)}` }]));
    const lines: unknown[] = [];
    const further = { output: { x: [{ deep: SECRET }] }, options: [`y=${encodeURIComponent(SECRET)}`] };
    const body = { logpull_options: 'fields=RayID', output_options: { field_names: ['RayID'] } };
    const client = service.client({ log: (...line) => lines.push(line) });
    const error = await failureOf(
      client.updateLogpushJob('zone', { id: 1, further, output_options: further }, body),
    );
    const shown = `${inspect(error, { depth: 20 })}${JSON.stringify(lines)}`;
    for (const form of ENCODED) expect(shown).not.toContain(form);
    expect(shown).toContain('field_names');
  });

  test('of a request, nor are members with secret names', async () => {
    await serve(refuse(400, [{ message: 'bad destination s3://bucket?key=abc' }]));
    const lines: unknown[] = [];
    const error = await failureOf(
      service.client({ log: (...line) => lines.push(line) }).request({
        method: 'POST',
        path: ['jobs'],
        body: { destination_conf: 's3://bucket?key=abc', nested: [{ ownership_challenge: 'challenge-1' }] },
        secrets: ['s3://bucket?key=abc'],
      }),
    );
    const shown = inspect([lines, error], { depth: 20 });
    expect(['key=abc', 'challenge-1'].filter((secret) => shown.includes(secret))).toEqual([]);
    expect(service.requests[0]?.body).toContain('challenge-1');
  });
});

describe('redaction', () => {
  test.each([
    ['in the middle of an address', 'http://a?k=1,http://u:p@b?k=2 http://c', 'http://a?(redacted) http://c'],
    ['with user information twice', 'http://u:p@a,http://v:q@b', 'http://(redacted)@a,http://(redacted)@b'],
    [
      'in JSON',
      '{"u":"https:\\/\\/u:p@a\\/b?c=\\u0026d\\nx"}',
      '{"u":"https:\\/\\/(redacted)@a\\/b?(redacted)\\nx"}',
    ],
    ['of a store', '(s3://bucket/path?a=b) r2://x', '(s3://(redacted) r2://(redacted)'],
  ])('removes secrets from addresses: %s', (_case, said, shown) => {
    expect(createRedactor([]).text(said)).toBe(shown);
  });

  test('of a text that is too long shows its beginning without half of a secret', () => {
    const { text: redact } = createRedactor([SECRET]);
    const said = `${'x'.repeat(64 * 1024 - 10)}${SECRET}${'y'.repeat(1000)}`;
    const shown = redact(said);
    expect(shown).toMatch(/… \(66\d{3} characters\)$/);
    expect(shown).not.toMatch(/plan/);
  });
});

test('the log of requests has each try at debug, the bodies at trace and each retry at warn', async () => {
  await serve(refuse(503, [], { 'retry-after': '3' }), ok({ ...RULESET, rules: [] }));
  const lines: unknown[] = [];
  await service
    .client({ log: (...line) => lines.push(line) })
    .writeRuleset(rulesetUpdate('zone', 'r', { rules: [] }));
  const subject = { method: 'PUT', path: '/zones/zone/rulesets/r' };
  const error = 'PUT /zones/zone/rulesets/r: the service answered with status 503: no reason given.';
  expect(lines).toEqual([
    ['trace', 'request body', { ...subject, attempt: 1, body: '{"rules":[]}' }],
    [
      'debug',
      'request failed',
      {
        ...subject,
        attempt: 1,
        duration_ms: 0,
        status: 503,
        kind: 'unavailable',
        outcome: 'unknown',
        error,
      },
    ],
    ['warn', 'retrying request', { ...subject, attempt: 1, wait_ms: 3_000, error }],
    ['trace', 'request body', { ...subject, attempt: 2, body: '{"rules":[]}' }],
    ['debug', 'request answered', { ...subject, attempt: 2, duration_ms: 0, status: 200 }],
    [
      'trace',
      'answer body',
      { ...subject, attempt: 2, body: '{"id":"r","kind":"zone","phase":"p","rules":[]}' },
    ],
  ]);
});
