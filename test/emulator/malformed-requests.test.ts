import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator, type Model } from '../../emulator';
import { FIELDS_RULESET, reply, serviceRequest, caller, ENTRY_POINT, fieldsRule } from './client';
import { JOBS, R2 } from './logpush/job-client';

const AUTHORIZATION = { authorization: `Bearer ${DEFAULT_TOKEN}` };
const JSON_HEADERS = { ...AUTHORIZATION, 'content-type': 'application/json' };
const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

async function send(path: string, init: RequestInit = {}) {
  const { status, body } = await reply(
    await createEmulator().handle(serviceRequest(path, { headers: AUTHORIZATION, ...init })),
  );
  return { status, success: body.success, codes: body.errors.map((error) => error.code) };
}

describe('docs/internals/service.md 2.1: unknown paths and methods', () => {
  it.each([
    ['an unknown path', '/unknown'],
    ['the root', '/'],
    ['an unknown operation of the zone', `/zones/${DEFAULT_ZONE_ID}/unknown`],
    ['a path that goes on', `${RULESETS}/${'a'.repeat(32)}/more/and/more`],
    ['an invalid zone id', '/zones/example.com/rulesets'],
    ['a zone id in upper case', `/zones/${DEFAULT_ZONE_ID.toUpperCase()}/rulesets`],
    ['an unknown zone', `/zones/${'0'.repeat(32)}/rulesets`],
    ['an invalid ruleset id', `${RULESETS}/42`],
    ['a slash at the end', `${RULESETS}/`],
    ['a broken escape', `/zones/%E0%A4%A/rulesets`],
  ])('are not routed: %s', async (_name, path) => {
    expect(await send(path)).toEqual({ status: 404, success: false, codes: [7003, 7000] });
  });

  it.each(['/client/v3', '/client/v5', ''])('have no other version than 4: %j', async (base) => {
    const request = new Request(`http://localhost${base}${RULESETS}`, { headers: AUTHORIZATION });
    expect((await createEmulator().handle(request)).status).toBe(404);
  });

  it('are named without the base path', async () => {
    const { body } = await reply(await createEmulator().handle(serviceRequest('/zones/x/rulesets')));
    expect(body.errors[0]?.message).toBe(
      'Could not route to /zones/x/rulesets, perhaps your object identifier is invalid?',
    );
  });

  it.each(['PATCH', 'PUT', 'DELETE', 'OPTIONS', 'BREW'])(
    'refuses %s where it is not offered',
    async (method) => {
      const response = await createEmulator().handle(
        serviceRequest(RULESETS, { method, headers: AUTHORIZATION }),
      );
      expect(response.headers.get('allow')).toBe('GET, POST');
      expect(await reply(response)).toMatchObject({
        status: 405,
        body: { errors: [{ code: 7001, message: `Method ${method} not available for that URI.` }] },
      });
    },
  );
});

describe('malformed request bodies', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it.each<[string, RequestInit['body'], number, number]>([
    ['no body', undefined, 400, 6007],
    ['an empty body', '', 400, 6007],
    ['half a document', '{"name":', 400, 6007],
    ['two documents', '{} {}', 400, 6007],
    ['a comment', '/* */ {}', 400, 6007],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 6007],
    ['a hundred thousand levels', deep, 400, 6007],
    ['sixty-five levels', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400, 6007],
    [
      'more than a megabyte',
      JSON.stringify({ ...FIELDS_RULESET, description: 'x'.repeat(1_048_576) }),
      413,
      6008,
    ],
  ])('are refused: %s', async (_name, body, status, code) => {
    const answer = await send(RULESETS, { method: 'POST', headers: JSON_HEADERS, body });
    expect(answer).toEqual({ status, success: false, codes: [code] });
  });

  it('are refused if longer than a megabyte in chunks of unknown number', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const init = { method: 'POST', headers: JSON_HEADERS, body, duplex: 'half' } as RequestInit;
    expect(await send(RULESETS, init)).toEqual({ status: 413, success: false, codes: [6008] });
    expect(pulled).toBeLessThan(20);
  });

  it('are refused if they break off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const init = { method: 'POST', headers: JSON_HEADERS, body, duplex: 'half' } as RequestInit;
    expect(await send(RULESETS, init)).toEqual({ status: 400, success: false, codes: [6007] });
  });

  it.each([undefined, 'text/plain', 'application/jsonx', 'application/x-www-form-urlencoded'])(
    'refuses the content type %s',
    async (contentType) => {
      const headers = { ...AUTHORIZATION, ...(contentType && { 'content-type': contentType }) };
      const body = Buffer.from(JSON.stringify(FIELDS_RULESET));
      expect(await send(RULESETS, { method: 'POST', headers, body })).toEqual({
        status: 400,
        success: false,
        codes: [6003],
      });
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset=UTF-8'])(
    'takes the content type %s',
    async (contentType) => {
      const headers = { ...AUTHORIZATION, 'content-type': contentType };
      const body = JSON.stringify(FIELDS_RULESET);
      expect((await send(RULESETS, { method: 'POST', headers, body })).status).toBe(200);
    },
  );
});

const MANAGED = ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed');

/** A rule with unknown members in two places. */
const ODD_RULE = {
  ...fieldsRule('a'),
  ratelimit: { period: 60 },
  action_parameters: { request_fields: [{ name: 'a', color: 'red' }] },
};

function start(model: Model) {
  const emulator = createEmulator({ settings: { model } });
  return { emulator, call: caller(emulator) };
}

describe('members of a body that the service does not know', () => {
  const STEP = `${MANAGED}?waf_migration=pending&phase_two=1`;
  const code = 6007;
  it.each<[string, string, string, unknown, string, { readonly code?: number }]>([
    ['a ruleset', 'PUT', ENTRY_POINT, { kind: 'zone', rules: [ODD_RULE], description: 5 }, 'kind', {}],
    ['a rule', 'PUT', ENTRY_POINT, { rules: [ODD_RULE] }, 'ratelimit', {}],
    ['a creation', 'POST', '/rulesets', { ...FIELDS_RULESET, source: 'x' }, 'source', {}],
    ['a step of the migration', 'PUT', STEP, { mode: 1 }, 'mode', {}],
    ['a job', 'POST', JOBS, { destination_conf: R2, output_options: { colour: 1 } }, 'colour', { code }],
  ])(
    'are refused today before anything else, as invalid JSON: %s',
    async (_name, method, path, sent, member, more) => {
      const { emulator, call } = start('today');
      const before = emulator.control.snapshot();
      const { status, body } = await call(method, path, sent);
      expect([status, body.errors]).toEqual([
        400,
        [{ message: `invalid JSON: unknown field "${member}"`, ...more }],
      ]);
      expect(emulator.control.snapshot()).toEqual(before);
    },
  );
});
