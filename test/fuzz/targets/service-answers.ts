import { gzipSync } from 'node:zlib';
import { readAnswer } from '../../../provider-shim/api/answer';
import { ServiceError } from '../../../provider-shim/api/errors';
import { failure, type FailureContext } from '../../../provider-shim/api/failure';
import { logpushOperations } from '../../../provider-shim/api/logpush';
import { migrationOperations } from '../../../provider-shim/api/migration';
import { previousWafOperations } from '../../../provider-shim/api/previous-waf';
import { createRedactor } from '../../../provider-shim/api/redaction';
import type { Requester } from '../../../provider-shim/api/request';
import { rulesetOperations } from '../../../provider-shim/api/rulesets';
import { savedRules } from '../../../provider-shim/managed-rules/saved-rule';
import { answers } from '../recorded';
import { promised, type Target } from '../target';

const ZONE = '0123456789abcdef0123456789abcdef';
const TOKEN = 'planted-token-5f0c1d7e9a';
const MAX_BYTES = 32 * 1024 * 1024;

const CONTEXT: FailureContext = {
  method: 'GET',
  path: `zones/${ZONE}/rulesets`,
  redactor: createRedactor([TOKEN]),
  baseUrl: 'https://api.example.com/client/v4',
  attempt: 1,
  timeoutMs: 1000,
  maxBytes: MAX_BYTES,
};

/** A requester whose every answer is this body, read as the client reads what comes over the network. */
function answering(body: Buffer, status: number): Requester {
  return {
    request: async () => {
      const read = await readAnswer({ type: 'answer', status, headers: {}, body }, CONTEXT, 0);
      if (read instanceof ServiceError) throw read;
      return read;
    },
    unexpected: (_request, result, seen) =>
      failure(
        {
          kind: 'malformed-answer',
          outcome: 'unknown',
          seen: seen(CONTEXT.redactor.value(result)),
          hint: 'Check that base_url is the address of the zone service, version 4.',
          transient: false,
        },
        CONTEXT,
      ),
  };
}

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
  TOKEN,
  '\\ud800',
  '\\u001b[31m',
  '"__proto__":{"a":1},',
  '"errors":[{"code":1,"error_chain":[',
  'https://u:p@h/?q',
  'http://',
  's3://',
  '<title',
  '<html>',
  '"destination_conf":"',
];

/** The operations of one kind, each given the same answer. */
function operations(
  name: string,
  decoder: string,
  paths: readonly string[],
  call: (requester: Requester) => readonly (() => Promise<unknown>)[],
): Target {
  return {
    name,
    decoder,
    from: 'the service, or what stands in front of it',
    // The first byte chooses between a success and a failure.
    seeds: async () =>
      (await answers(paths)).flatMap((text) => [Buffer.from(`0${text}`), Buffer.from(`1${text}`)]),
    words: WORDS,
    nesting: [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"message":"","error_chain":[', ']}'],
    ],
    decode: async (input) => {
      const status = (input[0] ?? 0) % 2 === 0 ? 200 : 400;
      for (const operation of call(answering(input.subarray(1), status))) {
        try {
          await told(operation());
        } catch (error) {
          // Each operation is to have its turn.
          if (!(error instanceof ServiceError)) throw error;
        }
      }
    },
  };
}

export const SERVICE_TARGETS: readonly Target[] = [
  operations(
    'rulesets',
    'provider-shim/api/ruleset.ts',
    ['rulesets', 'rulesets/phases/http_log_custom_fields/entrypoint', 'rulesets/none'],
    (requester) => {
      const { getEntrypoint, listRulesets } = rulesetOperations(requester);
      return [
        () => listRulesets(ZONE),
        async () => savedRules((await getEntrypoint(ZONE, 'http_log_custom_fields'))?.rules ?? []),
      ];
    },
  ),
  operations(
    'logpush-jobs',
    'provider-shim/api/logpush-job.ts',
    ['logpush/jobs', 'logpush/jobs/101', 'logpush/datasets/http_requests/fields'],
    (requester) => {
      const { getLogpushJob, listLogpushJobs, logpushFields, requestOwnershipChallenge } =
        logpushOperations(requester);
      return [
        () => listLogpushJobs(ZONE),
        () => getLogpushJob(ZONE, 101),
        () => logpushFields(ZONE, 'http_requests'),
        () => requestOwnershipChallenge(ZONE, 'gs://logs/a'),
      ];
    },
  ),
  operations(
    'migration',
    'provider-shim/api/migration.ts',
    ['waf_migration/check?phase_two=1', 'waf_migration/config?phase_two=1', 'waf_migration/status'],
    (requester) => {
      const { checkCompatibility, getMigrationConfiguration, getMigrationStatus } =
        migrationOperations(requester);
      return [
        () => checkCompatibility(ZONE),
        async () => savedRules((await getMigrationConfiguration(ZONE)).rules),
        () => getMigrationStatus(ZONE),
      ];
    },
  ),
  operations(
    'previous-waf',
    'provider-shim/api/previous-waf.ts',
    ['firewall/waf/packages', 'firewall/waf/overrides', 'firewall/rules', 'pagerules'],
    (requester) => {
      const waf = previousWafOperations(requester);
      return [
        () => waf.listWafPackages(ZONE),
        () => waf.listWafGroups(ZONE, 'a'),
        () => waf.listWafRules(ZONE, 'a'),
        () => waf.listUriOverrides(ZONE),
        () => waf.listFirewallRules(ZONE),
        () => waf.listPageRules(ZONE),
      ];
    },
  ),
  {
    name: 'answer-body',
    decoder: 'provider-shim/api/decode-body.ts',
    from: 'the service, or what stands in front of it',
    // The first byte chooses the encoding.
    seeds: async () =>
      (await answers(['waf_migration/status'])).flatMap((text) => [
        Buffer.concat([Buffer.from('0'), gzipSync(text)]),
        Buffer.from(`1${text}`),
      ]),
    words: [gzipSync('{}'), Uint8Array.of(0x1f, 0x8b, 8, 0)],
    decode: async (input) => {
      const headers = (input[0] ?? 0) % 2 === 0 ? { 'content-encoding': 'gzip' } : {};
      const body = input.subarray(1);
      const read = await readAnswer({ type: 'answer', status: 200, headers, body }, CONTEXT, 0);
      if (read instanceof ServiceError) throw read;
    },
    refusals: [ServiceError],
  },
];
