import { inspect } from 'node:util';
import { rulesetUpdate, type ZoneClient } from '../../../provider-shim/api';
import { createRedactor } from '../../../provider-shim/api/answers/redaction';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import { errorOf, json, ok, refuse, serve, service, text, type Reply } from './scripted-service';

const SECRET = 'planted-"secret"/with+signs=';
const ENCODED = [
  SECRET,
  'planted-\\"secret\\"',
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
];

/** Everything that a person may get to see of one call. */
async function shownBy(
  reply: Reply,
  call: (client: ZoneClient) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
): Promise<string> {
  await serve(reply);
  const lines: unknown[] = [];
  const client = service.client({ log: (...line) => lines.push(line), maxRetries: 1, ...options });
  const result = await call(client).catch((error: unknown) => error);
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
    const rule = { action: 'x', expression: 'true', description: `has ${SECRET} in it` };
    const shown = await shownBy(
      reply,
      (client) => client.writeRuleset(rulesetUpdate('zone', 'r', { rules: [rule] })),
      { credentials: { scheme: 'key', email: 'me@example.com', key: SECRET } },
    );
    expect(ENCODED.filter((form) => shown.includes(form))).toEqual([]);
    // Half of a secret is one too.
    expect(shown).not.toMatch(/planted-(?!token)|with\+signs/);
    expect(service.requests[0]?.headers['x-auth-key']).toBe(SECRET);
  });

  test('of a job that others set, when its update is refused', async () => {
    const encoded = encodeURIComponent(SECRET);
    const further = { output: { x: [{ deep: SECRET, word: 'refused' }] }, options: [`y=${encoded}`] };
    const body = { logpull_options: 'fields=RayID', output_options: { field_names: ['RayID'] } };
    const shown = await shownBy(
      refuse(400, [{ message: `x is refused with ${SECRET}, and y is ${encoded}` }]),
      (client) => client.updateLogpushJob('zone', { id: 1, further, output_options: further }, body),
    );
    for (const form of ENCODED) expect(shown).not.toContain(form);
    expect(shown).toMatch(/field_names[^]*x is refused with/);
  });

  test('of a request, nor are members with secret names', async () => {
    const nested = [{ ownership_challenge: 'challenge-1' }, { ownership_challenge: null }];
    const shown = await shownBy(refuse(400, [{ message: 'bad destination s3://bucket?key=abc' }]), (client) =>
      client.request({
        method: 'POST',
        path: ['jobs'],
        body: { destination_conf: 's3://bucket?key=abc', nested },
        secrets: ['s3://bucket?key=abc'],
      }),
    );
    expect(['key=abc', 'challenge-1'].filter((secret) => shown.includes(secret))).toEqual([]);
    expect(shown).toContain('ownership_challenge\\":null');
    expect(service.requests[0]?.body).toContain('challenge-1');
  });
});

/** Every part that is secret says so. */
const DESTINATION =
  's3://bucket/logs?region=us-east-1&access-key-id=PLANTEDID&secret-access-key=PLANTED%2Fkey';

/** What no request brought along: the service sends the destinations of others. */
describe.each([
  DESTINATION,
  'https://me:PLANTEDpw@logs.example.com/collect?header_Authorization=Basic%20PLANTEDbasic',
  'sumo://endpoint.example.com/receiver/PLANTEDpath-and-more-than-that',
])('the secrets of %s sent by the service', (destination) => {
  const answer = {
    ...{ success: true, errors: [], messages: [] },
    result: [{ id: 1, destination_conf: destination }],
  };
  const jobs = JSON.stringify(answer);
  const asGo = destination.replaceAll('&', '\\u0026');
  const asPhp = destination.replaceAll('/', '\\/');
  test.each<readonly [string, Reply]>([
    ['in JSON that is cut off', text(200, jobs.slice(0, -4))],
    ['in JSON with escapes that is cut off', text(200, jobs.replaceAll('&', '\\u0026').slice(0, -4))],
    ['in a job of another form', ok([{ id: 'x', destination_conf: destination }])],
    ['in an error', refuse(400, [{ message: `cannot push to "${destination}" now` }])],
    ['in an error with escapes', text(400, `{"success":false,"errors":[{"message":"no ${asGo}"}]}`)],
    ['in an error with escaped slashes', text(400, `{"success":false,"errors":[{"message":"no ${asPhp}"}]}`)],
    ['in a text in a text', json(500, { success: false, errors: [{ message: jobs }] })],
  ])('are not shown %s', async (_case, reply) => {
    const shown = await shownBy(reply, (client) => client.listLogpushJobs('zone'));
    expect(shown).not.toContain('PLANTED');
    expect(shown).toContain('/zones/zone/logpush/jobs');
  });
});

test('a message that quotes the destination of a request is understood without its secrets', async () => {
  const said = 'key PLANTEDID with PLANTED/key and UExBTlRFRElE is refused in us-east-1';
  const client = await serve(refuse(400, [{ message: said }]));
  const error = await errorOf(client.createLogpushJob('zone', { destination_conf: DESTINATION }));
  expect(error.message).toContain('key (redacted) with (redacted) and (redacted) is refused in us-east-1');
});

test('the reason of a failed delivery is shown without the secrets of the destination', async () => {
  const error_message = `403 for ${DESTINATION}: PLANTED/key is wrong`;
  const client = await serve(ok({ id: 1, destination_conf: DESTINATION, error_message }));
  expect(await client.getLogpushJob('zone', 1)).toMatchObject({
    destination_conf: DESTINATION,
    error_message: '403 for (redacted): (redacted) is wrong',
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
    [
      'beside what is none',
      'into "https://a/help?a=1" and \\"gs://b\\"',
      'into "https://a/help?(redacted)" and \\"gs://(redacted)\\"',
    ],
    ['of a member that is cut off', '{"destination_conf":"new://key', '{"destination_conf":"(redacted)'],
    ['of a store', '(s3://bucket/path?a=b) r2://x', '(s3://(redacted) r2://(redacted)'],
  ])('removes secrets from addresses: %s', (_case, said, shown) => {
    expect(createRedactor([]).text(said)).toBe(shown);
  });

  test('of a text that is too long shows its beginning without half of a secret', () => {
    const { text: redact } = createRedactor([SECRET]);
    for (const before of [64 * 1024 - 10, 64 * 1024 + 5]) {
      const shown = redact(`${'x'.repeat(before)}${SECRET}${'y'.repeat(1000)}`);
      expect(shown).toMatch(/… \(66\d{3} characters\)$/);
      expect(shown).not.toMatch(/plan/);
    }
    expect(createRedactor([]).text('x'.repeat(70_000))).toMatch(/^x{65536}… \(70000 characters\)$/);
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
