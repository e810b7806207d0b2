import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** Tests by the claims of docs/security.md: files, and the titles of tests or of their cases in them, as written. */
const TESTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'socket-folder': {
    'test/provider-shim/plugin/security.test.ts': [
      'in a folder that nobody else can enter',
      'in the folder of the host, open to the group that it names',
    ],
  },
  'client-certificate': {
    'test/provider-shim/plugin/security.test.ts': [
      'a caller %s is refused, and the right one is still served',
      'a refused caller is logged',
    ],
  },
  'tls-version': {
    'test/provider-shim/plugin/security.test.ts': [
      'the server shows the certificate of the handshake line, and speaks TLS 1.2 or newer',
    ],
    'test/provider-shim/plugin/certificate.test.ts': [
      'many generated certificates all load with their key and have distinct serial numbers',
    ],
  },
  'foreign-frames': fuzzed('protobuf', 'grpc-frames'),
  environment: fuzzed('plugin-environment'),
  'no-process-left': {
    'test/provider-shim/plugin/ending.test.ts': ['follows a kill of the engine'],
  },
  'configured-origin': {
    'test/provider-shim/api/foreign-answers.test.ts': ['with status %d is not followed, wherever it leads'],
  },
  'no-clear-text': {
    'test/provider-shim/api/base-url.test.ts': ['http to another machine', 'http to a private address'],
    ...fuzzed('addresses'),
  },
  certificates: {
    'test/provider-shim/api/tls.test.ts': [
      'is not trusted without a trusted issuer',
      'is trusted through an additional file, whatever else the file has',
    ],
  },
  proxies: {
    'test/provider-shim/api/tls.test.ts': [
      'of %s is used, with its user name and password',
      'is not used for loopback',
      'that refuses is reported without its password',
    ],
  },
  'no-address-password': {
    'test/provider-shim/api/base-url.test.ts': ['never repeats a password that it refuses'],
  },
  'logs-and-errors': {
    'test/e2e/secrets.test.ts': [
      'is found only where the engine keeps the configuration',
      'even though every failure occurred, was logged and was shown',
    ],
    'test/provider-shim/plugin/serve.test.ts': ['crash texts have no secrets and no endless lines'],
    'test/e2e/logpush-secrets.test.ts': ['a crash in the middle of a request shows no secret'],
  },
  'write-only': {
    'test/provider-shim/framework/write-only.test.ts': ['is in no plan, known or unknown'],
    'test/e2e/logpush-secrets.test.ts': ['no secret is found except where it was put'],
  },
  ephemeral: { 'test/e2e/framework-ephemeral.test.ts': ['leaves its value nowhere'] },
  'engine-stores': {
    'test/e2e/secrets.test.ts': ['is found only where the engine keeps the configuration'],
    'test/e2e/logpush-secrets.test.ts': ['no secret is found except where it was put'],
  },
  'answer-size': {
    'test/provider-shim/api/foreign-answers.test.ts': [
      'a body over the largest size, which is not read further',
    ],
    ...fuzzed('answer-body'),
  },
  'answer-form': fuzzed('rulesets', 'logpush-jobs', 'migration', 'previous-waf'),
  'answer-time': fuzzed('rulesets', 'logpush-jobs', 'migration', 'previous-waf', 'retry-after'),
  'foreign-404': { 'test/provider-shim/api/foreign-answers.test.ts': ['a page with status 404'] },
  'damaged-state': {
    'test/e2e/damaged-private-state.test.ts': [
      'plans no change, and the objects can be updated',
      'lets a destroy delete only the job that the state names',
    ],
    ...fuzzed('json-state', 'json-tree', 'type-json', 'private-state', 'msgpack'),
  },
  'damaged-configuration': fuzzed(
    'log-options',
    'destination',
    'filter',
    'import-id',
    'duration',
    'addresses',
    'hcl-blocks',
  ),
  irreversible: {
    'test/e2e/managed-rules-destroy-matrix.test.ts': [
      'of a migration that has begun is refused at plan',
      'of all migrations is refused at plan, and forgets those in start',
    ],
    'test/e2e/managed-rules-transitions.test.ts': [
      'is refused at plan without the acknowledgement, and nothing is sent',
    ],
  },
  'no-pollution': {
    'test/fuzz/judge.test.ts': ['an input that gets at what all objects share is found'],
    ...fuzzed('json-tree', 'private-state', 'rulesets'),
  },
  'emulator-loopback': { 'test/emulator/control/over-http.test.ts': ['is for this machine only: %s'] },
  'emulator-deliveries': {
    'test/emulator/destinations/receivers.test.ts': [
      'are never connected at %s, whose files are kept as if delivered',
    ],
  },
  'emulator-folder': {
    'test/emulator/destinations/object-stores.test.ts': ['does not leave its folder for %s'],
  },
  'emulator-certificate': {
    'test/emulator/tls/server-certificate.test.ts': [
      'is signed by an authority that is not the server, and that may sign for loopback only',
    ],
    'test/emulator/persistence/certificate-file.test.ts': [
      'is in two files: what clients trust is for all, the key only for the owner',
    ],
  },
  'emulator-page': { 'test/emulator/page/hostile-texts.test.ts': ['are nothing but text in %s'] },
  'emulator-seeds': fuzzed('seed', 'emulator-destination'),
  licences: {
    'test/docs/third-party.test.ts': [
      'has a licence from the list: %s',
      'THIRD-PARTY-NOTICES has the notice of every package in the file of the provider, and of no other',
    ],
  },
  locked: { 'test/docs/third-party.test.ts': ['every package of the lock file has a checksum'] },
};

/** The share of the fuzzer that `npm test` runs for these targets. */
function fuzzed(...targets: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const titles = ['damaged inputs of %s are decoded or refused in time, and leave nothing behind'];
  return { 'test/fuzz/decoders.test.ts': [...titles, ...targets.map((name) => `target ${name}`)] };
}

const CLAIMS = [
  ...readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8').matchAll(/^\| `([a-z0-9-]+)` \|/gm),
].map(([, name = '']) => name);

const FUZZED = new Set(
  ['values', 'host', 'texts', 'service-answers', 'emulator']
    .map((file) => readFileSync(join(ROOT, 'test', 'fuzz', 'targets', `${file}.ts`), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:name: |operations\(\s*)'([a-z-]+)'/g)].map(([, name]) => name)),
);

test('every claim of docs/security.md has tests, and no other claim does', () => {
  expect(CLAIMS.length).toBeGreaterThan(20);
  expect(new Set(CLAIMS).size).toBe(CLAIMS.length);
  expect([...CLAIMS].sort()).toEqual(Object.keys(TESTS).sort());
});

test.each(CLAIMS)('the tests of the claim %s exist', (claim) => {
  const files = Object.entries(TESTS[claim] ?? {});
  expect(files.flatMap(([, titles]) => titles)).not.toEqual([]);
  for (const [file, titles] of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const missing = titles.filter((title) => !isThere(title, text));
    expect({ file, missing }).toEqual({ file, missing: [] });
  }
});

function isThere(title: string, text: string): boolean {
  if (title.startsWith('target ')) return FUZZED.has(title.slice('target '.length));
  return [`'${title}'`, `\`${title}\``, `"${title}"`].some((quoted) => text.includes(quoted));
}
