import { ok, rejects } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { isOurs, type PlanJson } from '../../cli/review/plan-json';
import { createEmulator, SeedError } from '../../emulator';
import { parseDestination as parseEmulatedDestination } from '../../emulator/destinations/destination';
import { createClients, ServiceError } from '../../provider-shim/api';
import { parseBaseUrl } from '../../provider-shim/api/address/base-url';
import { createRedactor } from '../../provider-shim/api/answers/redaction';
import { readRateLimit, readRetryAfter } from '../../provider-shim/api/pacing/rate-limit';
import { savedRules } from '../../provider-shim/resources/rules/rule';
import { typeOf } from '../../provider-shim/sdk/framework/schema-type';
import { MessageBody, messagePrefix } from '../../provider-shim/sdk/plugin/grpc/call';
import { RpcError } from '../../provider-shim/sdk/plugin/grpc/status';
import { messages, tfplugin6, WireError, type MessageName } from '../../provider-shim/sdk/protocol';
import { blocksOf } from '../../provider-shim/sdk/text';
import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  equal,
  InexactNumber,
  readJsonTree,
  types,
  ValueError,
  type Type,
  type Value,
} from '../../provider-shim/sdk/values';
import {
  challengeToken,
  destinationForm,
  destinationSecrets,
  filterForm,
  filterMeaning,
  formatLogOptions,
  logCustomFieldsSchema,
  logOptionsMeaning,
  logpushJobSchema,
  managedRulesMigrationSchema,
  mayHoldSecrets,
  needsOwnershipChallenge,
  parseDestination,
  readLogOptions,
  sameDestination,
  unknown,
  type Explanation,
} from '../../schema';
import { serviceRequest } from '../emulator/client';
import { ZONES, zonesIn } from '../emulator/fuzz/zones';
import { recordedPlan } from '../review/recorded-plans';

export type Piece = string | Uint8Array;

/** A reader of what others write. */
export interface Parser {
  readonly name: string;
  /** Messages that it takes. */
  readonly messages: () => readonly Piece[] | Promise<readonly Piece[]>;
  /** Pieces of the notation that chance would not find. */
  readonly words: readonly Piece[];
  /** Inputs that it once neither took nor refused. */
  readonly found?: readonly string[];
  /** Reads an input, and checks what holds of everything that was read. */
  readonly decode: (input: Buffer) => unknown;
  /** The error that refuses an input. */
  readonly refusal?: abstract new (...args: never[]) => Error;
}

export const bytesOf = (piece: Piece): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);

/** A first byte chooses how to read the rest. */
const chosen = (at: number, rest: Piece): Buffer => Buffer.concat([Buffer.of(at), bytesOf(rest)]);

const choice = <T>(from: readonly T[], input: Buffer): T => from[(input[0] ?? 0) % from.length] as T;

/** Every problem has words. */
function explained(problems: readonly Explanation[]): void {
  for (const { message, hint } of problems) ok(message !== '' && hint !== '', 'a problem says nothing');
}

const SCHEMAS = [logCustomFieldsSchema, logpushJobSchema, managedRulesMigrationSchema];

const ANYTHING = types.object({
  list: types.list(types.string),
  map: types.map(types.number),
  set: types.set(types.bool),
});

const TYPES: readonly Type[] = [...SCHEMAS.map((schema) => typeOf(schema)), ANYTHING];

/** Objects of every resource, as the engine stores them: the number of their type, and their attributes. */
const STORED = ['every-change', 'migration-edits']
  .flatMap((name) => (recordedPlan(name).shown as unknown as PlanJson).resource_changes ?? [])
  .filter((change) => change.mode === 'managed' && isOurs(change))
  .flatMap(({ type, change: { before } }) =>
    before === null ? [] : [[SCHEMAS.findIndex((schema) => schema.type === type), before] as const],
  );

const VALUES: readonly (readonly [number, Value])[] = [
  ...STORED.map(([at, stored]) => [at, decodeJson(TYPES[at] as Type, JSON.stringify(stored))] as const),
  [
    3,
    { list: ['a', unknown, null], map: { a: new InexactNumber('12345678901234567890.5'), b: -1 }, set: [] },
  ],
  [0, unknown],
];

/** The JSON of a value; the text of a number is read as the number. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof InexactNumber ? part.text : part));

const NAMES = Object.keys(messages) as readonly MessageName[];

/** Requests that plan a change, as the engine sends them: the largest there are. */
const planRequests = (): readonly Uint8Array[] =>
  STORED.map(([, stored]) => {
    const value = { json: Buffer.from(JSON.stringify(stored)) };
    const states = { priorState: value, proposedNewState: value, config: value };
    return tfplugin6.encode('PlanResourceChange.Request', { typeName: 'zone_logpush_job', ...states });
  });

const HCL = `# a comment
resource "zone_log_custom_fields" "main" {
  zone_id = "x" // "quoted
  description = <<-EOT
    { not a block
  EOT
}
/* module "none" {} */
module "one" { source = "./one" }
`;

const TOKEN = 'planted-token-5f0c1d7e9a';

/** What the one client of all inputs is answered. */
let answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** A connection that has the answer already: everything after the socket is as with a service. */
const dispatcher = {
  dispatch: (_request: unknown, handler: Dispatcher.DispatchHandler) => {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, answer.status, answer.headers, '');
    handler.onResponseData?.(controller, answer.body);
    handler.onResponseEnd?.(controller, {});
    return true;
  },
} as unknown as Dispatcher;

const { api: client } = createClients({
  ...{
    baseUrl: new URL('https://api.example.com/client/v4/'),
    userAgent: 'zonewright-test',
    environment: {},
  },
  ...{ credentials: { scheme: 'token', token: TOKEN }, dispatcher },
  ...{ maxRetries: 0, pacing: { minIntervalMs: 0, maxConcurrent: 100 } },
});

/** What a refused answer says holds no secret. */
function withoutToken(error: unknown): never {
  if (error instanceof ServiceError)
    ok(!JSON.stringify(error.toProblem()).includes(TOKEN), 'the error holds the token');
  throw error;
}

/** As the service refuses. */
const FAILURE = {
  ...{ success: false, messages: ['m'], result: null },
  errors: [{ code: 1, message: 'm', source: { pointer: '/a' }, error_chain: [{ code: 2, message: TOKEN }] }],
};

const WORDS_OF_ANSWERS = [
  ...[TOKEN, '\\ud800', '\\u001b[31m', 'https://u:p@h/?q', 'http://', 's3://', '<title', '<html>'],
  ...['http://a:b@', 'https:\\/\\/', 'a=b&', ' \n', "job for product '", '"ownership_challenge":"\\'],
  ...['"__proto__":{"a":1},', '"errors":[{"code":1,"error_chain":[', '"destination_conf":"'],
];

const [ZONE = ''] = ZONES;
const PHASE = 'http_log_custom_fields';

/** What the client reads, by the path below the zone. */
const READ: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['rulesets', () => client.listRulesets(ZONE)],
  [
    `rulesets/phases/${PHASE}/entrypoint`,
    async () => savedRules((await client.getEntrypoint(ZONE, PHASE))?.rules ?? []),
  ],
  ['logpush/jobs', () => client.listLogpushJobs(ZONE)],
  ['logpush/jobs/1', () => client.getLogpushJob(ZONE, 1)],
  ['logpush/datasets/http_requests/fields', () => client.logpushFields(ZONE, 'http_requests')],
  ['waf_migration/check?phase_two=1', () => client.checkCompatibility(ZONE)],
  [
    'waf_migration/config?phase_two=1',
    async () => savedRules((await client.getMigrationConfiguration(ZONE)).rules),
  ],
  ['waf_migration/status', () => client.getMigrationStatus(ZONE)],
  ['firewall/waf/packages', () => client.listWafPackages(ZONE)],
  ['firewall/waf/overrides', () => client.listUriOverrides(ZONE)],
  ['firewall/rules', () => client.listFirewallRules(ZONE)],
  ['pagerules', () => client.listPageRules(ZONE)],
];

async function emulated(path: string): Promise<Buffer> {
  const emulator = createEmulator({ seed: zonesIn(0) });
  const headers = { authorization: `Bearer ${emulator.credentials().token}` };
  const response = await emulator.handle(serviceRequest(`/zones/${ZONE}/${path}`, { headers }));
  return Buffer.from(await response.arrayBuffer());
}

const SEED = `
zones:
  - name: example.com
    plan: enterprise
    rulesets:
      - phase: http_log_custom_fields
        rules: &rules
          - action: log_custom_field
            expression: "true"
            action_parameters: { cookie_fields: [{ name: Sid }] }
  - name: example.net
    plan: professional
options: { finish_seconds: 60 }
clock: 2025-01-01T00:00:00Z
`;

export const PARSERS: readonly Parser[] = [
  {
    name: 'the MessagePack of the engine',
    messages: () => VALUES.map(([at, value]) => chosen(at, encodeMsgpack(TYPES[at] as Type, value))),
    words: [
      ...[[0xc0], [0xc2], [0x80], [0x91], [0x81, 0xa1, 0x61], [0xd4, 0, 0], [0xc7, 3, 12, 0x81, 1, 0xc3]],
      ...[0xcf, 0xd3].map((first) => [first, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      [0xcb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
      ...[0xdb, 0xdd, 0xdf].map((first) => [first, 0x7f, 0xff, 0xff, 0xff]),
      [0xa9, ...Buffer.from('__proto__')],
      [0x92, 0xa9, ...Buffer.from('"dynamic"')],
    ].map((bytes) => Uint8Array.from(bytes)),
    decode: (input) => {
      const type = choice(TYPES, input);
      const value = decodeMsgpack(type, input.subarray(1));
      ok(equal(type, decodeMsgpack(type, encodeMsgpack(type, value)), value), 'comes back as another value');
    },
    refusal: ValueError,
  },
  {
    name: 'the JSON of a state',
    messages: () => STORED.map(([at, stored]) => chosen(at, JSON.stringify(stored))),
    words: ['1e646456993', '1e-5000', '0.1', '"1"', '{"type":"string","value":1}', '"\\ud800"', '\\u0000'],
    decode: (input) => {
      const type = choice(TYPES, input);
      const value = decodeJson(type, input.toString('utf8', 1));
      ok(equal(type, decodeJson(type, jsonOf(value)), value), 'comes back as another value');
    },
    refusal: ValueError,
  },
  {
    name: 'the JSON of a state of an earlier schema',
    messages: () => STORED.map(([, stored]) => JSON.stringify(stored)),
    words: ['1e400', '9007199254740993', '"a":1,"a":2,', '"__proto__":{"a":1},', '\\ud800'],
    found: ['{"a":1,"a":2}'],
    decode: (input) => {
      const text = jsonOf(readJsonTree(input.toString()));
      ok(jsonOf(readJsonTree(text)) === text, 'comes back as another text');
    },
    refusal: ValueError,
  },
  {
    name: 'the messages of the plugin protocol',
    messages: () =>
      planRequests().map((request) => chosen(NAMES.indexOf('PlanResourceChange.Request'), request)),
    words: [[0x0a, 0], [0x0b], [0x0c], [0x0a, 0x7f], [...Buffer.alloc(9, 0xff), 1]].map((bytes) =>
      Uint8Array.from(bytes),
    ),
    decode: (input) => tfplugin6.decode(choice(NAMES, input), input.subarray(1)),
    refusal: WireError,
  },
  {
    name: 'the frames of gRPC',
    messages: () =>
      planRequests().map((request, at) => chosen(at, Buffer.concat([messagePrefix(request), request]))),
    words: [
      [0, 0, 0, 0, 0],
      [1, 0, 0, 0, 1],
      [0, 0xff, 0xff, 0xff, 0xff],
    ].map((bytes) => Uint8Array.from(bytes)),
    decode: (input) => {
      const body = new MessageBody(undefined);
      // In pieces of this size.
      const size = 1 + (input[0] ?? 0);
      for (let at = 1; at < input.length; at += size) body.push(input.subarray(at, at + size));
      ok(body.finish().byteLength === input.length - 6, 'is another message than the one that was sent');
    },
    refusal: RpcError,
  },
  {
    name: 'HCL',
    messages: () => [HCL],
    words: [...'" \\" <<EOT\n <<-A\n /* */ # // { } ${ \n'.split(' '), 'resource "a" "b" {', ' a', 'a {'],
    decode: (input) => blocksOf(input.toString()),
  },
  {
    name: 'log options',
    messages: () => [
      'timestamps=unix&fields=RayID%2CClientIP&sample=0.25&CVE-2021-44228=true',
      'https://logs.example.com/?fields=RayID,ClientIP&timestamps=rfc3339',
    ],
    words: ['&', '=', '?', '%', '%2C', '+', 'fields=', 'sample=', ',', 'a=b&'],
    decode: (input) => {
      const read = readLogOptions(input.toString());
      // A question mark or a URL at the beginning of the rest would be taken for that of the whole text, and left out.
      if (read.other?.includes('?')) return;
      const again = readLogOptions(formatLogOptions(read));
      ok(logOptionsMeaning(again) === logOptionsMeaning(read), 'comes back as other options');
    },
  },
  {
    name: 'destinations',
    messages: () => [
      's3://logs/http/{DATE}?region=us-east-1&sse=AES256',
      'r2://logs/r2?account-id=aa&access-key-id=AKIA0123&secret-access-key=abcdef0123',
      'https://user:pass@logs.example.com:8443/collect?header_Authorization=Bearer%20abcdef',
    ],
    words: ['://', '/', '?', '&', '=', '@', '#', '%', 'header_', '{DATE}', 'region='],
    decode: (input) => {
      const destination = input.toString();
      parseDestination(destination);
      parseEmulatedDestination(destination);
      needsOwnershipChallenge(destination);
      mayHoldSecrets(destination);
      explained(challengeToken(destination));
      explained(destinationForm(destination));
      ok(sameDestination(destination, `${destination}`), 'is not the same as itself');
      sameDestination(destination, `${destination}x`);
      // In quotes: a short plain word in a sentence is not hidden.
      const redacted = createRedactor(destinationSecrets(destination)).text(`failed: "${destination}"`);
      ok(destination.length < 4 || !redacted.includes(destination), 'is shown in spite of the redaction');
    },
  },
  {
    name: 'filters',
    messages: () => [
      '{"where":{"and":[{"key":"ClientRequestHost","operator":"eq","value":"a"},{"or":[]}]}}',
      '{"where":{"key":"a","operator":"in","value":[1,9007199254740993]}}',
    ],
    words: ['{"and":[', ']}', '"operator":"eq"', '__proto__', '\\ud800', '1e400'],
    // Deep ones overflowed the call stack.
    found: [`${'{"and":['.repeat(4000)}1${']}'.repeat(4000)}`],
    decode: (input) => {
      explained(filterForm(input.toString()));
      filterMeaning(input.toString());
    },
  },
  {
    name: 'base URLs',
    messages: () => [
      'https://api.example.com/client/v4',
      'http://127.0.0.1:8080/client/v4/',
      'http://[::1]/',
    ],
    words: ['//', '@', '..', '%2f', '[', ']', '?', '#', 'http://', '0x7f.1', '\t'],
    decode: (input) => {
      const url = parseBaseUrl(input.toString());
      if (!(url instanceof URL)) return explained([url]);
      const local = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost\.?|.*\.localhost\.?)$/.test(url.hostname);
      ok(url.protocol === 'https:' || local, 'sends credentials in clear');
      ok(url.username === '' && url.password === '' && url.search === '', 'has more than an address');
    },
  },
  {
    name: 'headers about limits',
    // Lines `name: value`.
    messages: () => [
      'retry-after: Wed, 21 Oct 2026 07:28:00 GMT',
      'ratelimit: "default";r=0;t=30\nratelimit-policy: "default";q=1200;w=300',
      'x-ratelimit-limit: 1200\nx-ratelimit-remaining: 3\nx-ratelimit-reset: Wed, 21 Oct 2026 07:28:00 GMT',
    ],
    words: ['t=', ';', '"', '-1', '1e9', '99999999999999999999'],
    decode: (input) => {
      const lines = input.toString().split('\n');
      const headers: Record<string, string> = Object.fromEntries(
        lines.map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]),
      );
      const wait = readRetryAfter(headers, 429, Date.UTC(2026, 0)) ?? 0;
      ok(Number.isFinite(wait) && wait >= 0, `waits ${wait} ms`);
      const limit = Object.values(readRateLimit(headers, Date.UTC(2026, 0)) ?? {}) as number[];
      ok(
        limit.every((number) => Number.isInteger(number) && number >= 0),
        `has the limit ${limit.join()}`,
      );
    },
  },
  {
    name: 'answers of the service',
    messages: () => Promise.all(READ.map(async ([path], at) => chosen(at, await emulated(path)))),
    words: WORDS_OF_ANSWERS,
    decode: (input) => {
      answer = { status: 200, headers: {}, body: input.subarray(1) };
      const [, read] = choice(READ, input);
      return read().catch(withoutToken);
    },
    refusal: ServiceError,
  },
  {
    name: 'failures of the service',
    messages: () => [JSON.stringify(FAILURE)],
    words: WORDS_OF_ANSWERS,
    decode: async (input) => {
      answer = { status: 400, headers: {}, body: input };
      await rejects(client.getMigrationStatus(ZONE).catch(withoutToken), ServiceError);
    },
  },
  {
    name: 'compressed answers',
    messages: async () => [gzipSync(await emulated('waf_migration/status'))],
    words: [gzipSync('{}'), Uint8Array.of(0x1f, 0x8b, 8, 0)],
    decode: (input) => {
      answer = { status: 200, headers: { 'content-encoding': 'gzip' }, body: input };
      return client.getMigrationStatus(ZONE).catch(withoutToken);
    },
    refusal: ServiceError,
  },
  {
    name: 'seeds of the emulator',
    messages: () => [SEED, JSON.stringify({ zones: zonesIn(0).zones?.slice(0, 1) })],
    words: [
      ...['&a', '*a', '<<: *rules', '- ', ': ', '!!binary ', '|\n', '? ', 'NaN', '.inf', '\t', 'a:\n '],
      '"__proto__": {},',
    ],
    decode: (input) => {
      const { control } = createEmulator({ seed: input.toString() });
      const before = JSON.stringify(control.snapshot());
      control.restore(control.snapshot());
      ok(JSON.stringify(control.snapshot()) === before, 'comes back as another service');
    },
    refusal: SeedError,
  },
];
