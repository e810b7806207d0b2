import fc from 'fast-check';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule, serviceRequest } from './client';

const RUNS = 5000;

const segment = fc.oneof(
  fc.constantFrom('zones', DEFAULT_ZONE_ID, 'rulesets', 'phases', 'entrypoint', 'http_log_custom_fields'),
  fc.constantFrom(
    '..',
    '.',
    '',
    '%00',
    '%2F',
    '%',
    '__proto__',
    'constructor',
    'efb7b8c949ac4650a09736fc376e9aee',
  ),
  fc.string(),
);

const path = fc.oneof(
  fc.constantFrom(
    `/zones/${DEFAULT_ZONE_ID}/rulesets`,
    `/zones/${DEFAULT_ZONE_ID}/rulesets/efb7b8c949ac4650a09736fc376e9aee`,
    `/zones/${DEFAULT_ZONE_ID}${ENTRY_POINT}`,
    `/zones/${DEFAULT_ZONE_ID}/rulesets/phases/http_request_firewall_managed/entrypoint`,
  ),
  fc.array(segment, { maxLength: 7 }).map((segments) => `/${segments.map(encodeLoosely).join('/')}`),
);

/** Leaves `%` as it is, so that broken escapes reach the emulator. */
function encodeLoosely(text: string): string {
  return text.replace(/[^%.\w-]/gu, (mark) =>
    /\p{Surrogate}/u.test(mark) ? '%ED' : encodeURIComponent(mark),
  );
}

const query = fc.oneof(
  fc.constantFrom(
    '',
    '?dry_run=true',
    '?dry_run=',
    '?per_page=1',
    '?cursor=YWZ0ZXI6',
    '?per_page=1e1',
    '?__proto__=1',
  ),
  fc.string().map((text) => `?${encodeLoosely(text)}`),
);

/** Documents near the ones that the service takes, with anything in the place of anything. */
const member = fc.oneof(
  { depthSize: 'small' },
  fc.jsonValue(),
  fc.constantFrom('true', '', 'zone', 'log_custom_field'),
);

const rule = fc.record(
  {
    id: member,
    version: member,
    ref: member,
    action: fc.oneof(fc.constantFrom('log_custom_field', 'execute', 'skip'), member),
    expression: fc.oneof(fc.constant('true'), member),
    description: member,
    enabled: fc.oneof(fc.boolean(), member),
    action_parameters: fc.oneof(
      fc.constant({ cookie_fields: [{ name: 'a' }] }),
      fc.record(
        { request_fields: fc.array(fc.record({ name: member })), cookie_fields: member },
        { requiredKeys: [] },
      ),
      fc.dictionary(fc.string(), fc.jsonValue()),
      member,
    ),
  },
  { requiredKeys: [] },
);

const body = fc.oneof(
  fc.record(
    {
      name: fc.oneof(fc.constant('n'), member),
      kind: fc.oneof(fc.constant('zone'), member),
      phase: fc.oneof(fc.constantFrom('http_log_custom_fields', 'http_request_firewall_managed'), member),
      description: member,
      rules: fc.oneof(fc.array(rule, { maxLength: 3 }), member),
    },
    { requiredKeys: [] },
  ),
  fc.constant({ ...FIELDS_RULESET, rules: [fieldsRule('a')] }),
  fc.jsonValue(),
);

const sentBody = fc.oneof(
  { weight: 4, arbitrary: body.map((document) => JSON.stringify(document)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.uint8Array() },
);

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
  path,
  query,
  contentType: fc.constantFrom('application/json', 'application/json', 'text/plain', ''),
  authorization: fc.oneof(
    { weight: 8, arbitrary: fc.constant(`Bearer ${DEFAULT_TOKEN}`) },
    { weight: 1, arbitrary: fc.constant(`Bearer ${'unknown-'.repeat(6)}`) },
    { weight: 1, arbitrary: fc.stringMatching(/^[!-~ ]{0,60}$/) },
  ),
  body: sentBody,
});

describe('fuzzed requests', () => {
  it(`bring no answer of 500 or above, no crash and nothing but envelopes (${RUNS} requests)`, async () => {
    const emulator = createEmulator();
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const { method, contentType, authorization } = sent;
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const response = await emulator.handle(
          serviceRequest(sent.path + sent.query, {
            method,
            headers: { authorization, ...(contentType && { 'content-type': contentType }) },
            ...(hasBody && { body: sent.body as RequestInit['body'] }),
          }),
        );
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        expect(response.status).toBeLessThan(500);
        if (response.status === 204 || method === 'HEAD') return;
        const envelope = (await response.json()) as Record<string, unknown>;
        expect(envelope).toMatchObject({ success: response.status === 200, messages: [] });
        expect((envelope['errors'] as unknown[]).length > 0).toBe(response.status !== 200);
      }),
      { numRuns: RUNS },
    );
    // The requests came as far as the operations: some were carried out, some refused for each reason.
    for (const status of [200, 400, 403, 404, 405]) expect([...counts.keys()]).toContain(status);
    expect(emulator.control.journal().length).toBe(RUNS);
    const call = caller(emulator);
    expect((await call('GET', '/rulesets')).status).toBe(200);
  });
});
