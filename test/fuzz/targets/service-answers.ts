import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { createClients, ServiceError } from '../../../provider-shim/api';
import { savedRules } from '../../../provider-shim/resources/rules/rule';
import { answers } from '../recorded';
import { promised, type Target } from '../target';

const ZONE = '0123456789abcdef0123456789abcdef';
const TOKEN = 'planted-token-5f0c1d7e9a';

/** What the one client of all inputs is answered. */
let reply: { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** A connection that has the answer already: everything after the socket is as with a service. */
const dispatcher = {
  dispatch: (_request: unknown, handler: Dispatcher.DispatchHandler) => {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, reply.status, reply.headers, '');
    handler.onResponseData?.(controller, reply.body);
    handler.onResponseEnd?.(controller, {});
    return true;
  },
} as unknown as Dispatcher;

const { api: client } = createClients({
  baseUrl: new URL('https://api.example.com/client/v4/'),
  credentials: { scheme: 'token', token: TOKEN },
  userAgent: 'zonewright-fuzz',
  environment: {},
  dispatcher,
  maxRetries: 0,
  pacing: { minIntervalMs: 0, maxConcurrent: 100 },
});

/** What an error says is bounded, and holds no secret. */
async function told(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError) {
      const { message, hint } = error.toProblem();
      promised(!`${message}${hint}`.includes(TOKEN), 'the error holds the token');
    }
    throw error;
  }
}

const WORDS = [
  ...[TOKEN, '\\ud800', '\\u001b[31m', 'https://u:p@h/?q', 'http://', 's3://', '<title', '<html>'],
  ...['http://a:b@', 'https:\\/\\/', 'a=b&', ' \n', "job for product '", '"ownership_challenge":"\\'],
  ...['"__proto__":{"a":1},', '"errors":[{"code":1,"error_chain":[', '"destination_conf":"'],
];

/** The operations of one kind. The first byte of an input chooses one, and whether what follows is a success or a failure. */
function operations(
  name: string,
  decoder: string,
  paths: readonly string[],
  calls: readonly (() => Promise<unknown>)[],
): Target {
  return {
    name,
    decoder,
    from: 'the service, or what stands in front of it',
    seeds: async () =>
      (await answers(paths)).flatMap((text) =>
        calls.flatMap((_, index) =>
          [2 * index, 2 * index + 1].map((byte) => Buffer.concat([Buffer.of(byte), Buffer.from(text)])),
        ),
      ),
    words: WORDS,
    nesting: [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"message":"","error_chain":[', ']}'],
    ],
    decode: (input) => {
      const [byte = 0] = input;
      reply = { status: byte % 2 === 0 ? 200 : 400, headers: {}, body: input.subarray(1) };
      return told((calls[(byte >> 1) % calls.length] as () => Promise<unknown>)());
    },
    refusals: [ServiceError],
  };
}

export const SERVICE_TARGETS: readonly Target[] = [
  operations(
    'rulesets',
    'provider-shim/api/operations/rulesets.ts',
    ['rulesets', 'rulesets/phases/http_log_custom_fields/entrypoint', 'rulesets/none'],
    [
      () => client.listRulesets(ZONE),
      async () => savedRules((await client.getEntrypoint(ZONE, 'http_log_custom_fields'))?.rules ?? []),
    ],
  ),
  operations(
    'logpush-jobs',
    'provider-shim/api/operations/logpush-job.ts',
    ['logpush/jobs', 'logpush/jobs/101', 'logpush/datasets/http_requests/fields'],
    [
      () => client.listLogpushJobs(ZONE),
      () => client.getLogpushJob(ZONE, 101),
      () => client.logpushFields(ZONE, 'http_requests'),
      () => client.requestOwnershipChallenge(ZONE, 'gs://logs/a'),
    ],
  ),
  operations(
    'migration',
    'provider-shim/api/operations/migration.ts',
    ['waf_migration/check?phase_two=1', 'waf_migration/config?phase_two=1', 'waf_migration/status'],
    [
      () => client.checkCompatibility(ZONE),
      async () => savedRules((await client.getMigrationConfiguration(ZONE)).rules),
      () => client.getMigrationStatus(ZONE),
    ],
  ),
  operations(
    'previous-waf',
    'provider-shim/api/operations/previous-waf.ts',
    ['firewall/waf/packages', 'firewall/waf/overrides', 'firewall/rules', 'pagerules'],
    [
      () => client.listWafPackages(ZONE),
      () => client.listWafGroups(ZONE, 'a'),
      () => client.listWafRules(ZONE, 'a'),
      () => client.listUriOverrides(ZONE),
      () => client.listFirewallRules(ZONE),
      () => client.listPageRules(ZONE),
    ],
  ),
  {
    name: 'answer-body',
    decoder: 'provider-shim/api/http/outcome.ts',
    from: 'the service, or what stands in front of it',
    // The first byte chooses the encoding.
    seeds: async () =>
      (await answers(['waf_migration/status'])).flatMap((text) => [
        Buffer.concat([Buffer.from('0'), gzipSync(text)]),
        Buffer.from(`1${text}`),
      ]),
    words: [gzipSync('{}'), Uint8Array.of(0x1f, 0x8b, 8, 0)],
    decode: (input) => {
      const headers = (input[0] ?? 0) % 2 === 0 ? { 'content-encoding': 'gzip' } : {};
      reply = { status: 200, headers: headers as Record<string, string>, body: input.subarray(1) };
      return told(client.getMigrationStatus(ZONE));
    },
    refusals: [ServiceError],
  },
];
