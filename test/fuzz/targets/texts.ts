import { PrivateState } from '../../../provider-shim/sdk/framework/private-state';
import { blocksOf } from '../../../provider-shim/sdk/text/hcl-blocks';
import { parseBaseUrl } from '../../../provider-shim/api/address/base-url';
import { readRateLimit, readRetryAfter } from '../../../provider-shim/api/pacing/rate-limit';
import { createRedactor } from '../../../provider-shim/api/answers/redaction';
import {
  challengeToken,
  destinationForm,
  destinationSecrets,
  filterForm,
  formatLogOptions,
  logOptionsMeaning,
  mayHoldSecrets,
  needsOwnershipChallenge,
  parseDestination,
  readLogOptions,
  sameDestination,
  filterMeaning,
  type Explanation,
} from '../../../schema';
import { configurations, storedObjects } from '../recorded';
import { promised, textSeeds, type Target } from '../target';

const DESTINATIONS = [
  's3://logs/http/{DATE}?region=us-east-1&sse=AES256',
  'r2://logs/r2?account-id=aa&access-key-id=AKIA0123&secret-access-key=abcdef0123',
  'azure://container/logs?sv=2020&sig=abc%2Fdef',
  'https://user:pass@logs.example.com:8443/collect?header_Authorization=Bearer%20abcdef',
  'splunk://splunk.example.com/services/collector/raw?channel=c&header_Authorization=Splunk%20abc',
];

const FILTER = '{"where":{"and":[{"key":"ClientRequestHost","operator":"eq","value":"a"},{"or":[]}]}}';

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

const text = (input: Buffer): string => input.toString('utf8');

/** Every problem has words. */
function shown(problems: readonly Explanation[]): void {
  for (const { message, hint } of problems) promised(message !== '' && hint !== '', 'a problem says nothing');
}

export const TEXT_TARGETS: readonly Target[] = [
  {
    name: 'private-state',
    decoder: 'provider-shim/sdk/framework/private-state.ts',
    from: 'the state file',
    seeds: () =>
      storedObjects().flatMap(({ private: stored }) =>
        stored === undefined ? [] : [Buffer.from(stored, 'base64')],
      ),
    words: ['"__proto__":{"a":1},', '\\ud800', 'null', '[]'],
    decode: (input) => {
      const privateState = PrivateState.from(input);
      promised(
        PrivateState.from(privateState.bytes()).bytes().length === privateState.bytes().length,
        'comes back as another state',
      );
      privateState.get('__proto__');
    },
    refusals: [SyntaxError],
  },
  {
    name: 'hcl-blocks',
    decoder: 'provider-shim/sdk/text/hcl-blocks.ts',
    from: 'the configuration',
    seeds: () => textSeeds([HCL, ...configurations().map((json) => json.slice(0, 2000))]),
    words: [...'" \\" <<EOT\n <<-A\n /* */ # // { } ${ \n'.split(' '), 'resource "a" "b" {', ' a'],
    nesting: [['a {', '}']],
    decode: (input) => blocksOf(text(input)),
  },
  {
    name: 'log-options',
    decoder: 'schema/logpush/log-options.ts',
    from: 'the configuration and the service',
    seeds: () =>
      textSeeds([
        'timestamps=unix&fields=RayID%2CClientIP&sample=0.25&CVE-2021-44228=true',
        'https://logs.example.com/?fields=RayID,ClientIP&timestamps=rfc3339',
      ]),
    words: ['&', '=', '?', '%', '%2C', '+', 'fields=', 'sample=', ',', 'a=b&'],
    decode: (input) => {
      const read = readLogOptions(text(input));
      const again = readLogOptions(formatLogOptions(read));
      promised(logOptionsMeaning(again) === logOptionsMeaning(read), 'comes back as other options');
    },
  },
  {
    name: 'destination',
    decoder: 'schema/logpush/destination.ts',
    from: 'the configuration and the service',
    seeds: () => textSeeds(DESTINATIONS),
    words: ['://', '/', '?', '&', '=', '@', '#', '%', 'header_', '{DATE}', 'region='],
    decode: (input) => {
      const destination = text(input);
      parseDestination(destination);
      needsOwnershipChallenge(destination);
      shown(challengeToken(destination));
      mayHoldSecrets(destination);
      shown(destinationForm(destination));
      promised(sameDestination(destination, `${destination}`), 'is not the same as itself');
      sameDestination(destination, `${destination}x`);
      const secrets = destinationSecrets(destination);
      // In quotes: a short plain word in a sentence is not hidden.
      const redacted = createRedactor(secrets).text(`failed: "${destination}"`);
      promised(
        destination.length < 4 || !redacted.includes(destination),
        'is shown in spite of the redaction',
      );
    },
  },
  {
    name: 'filter',
    decoder: 'schema/logpush/filter-check.ts',
    from: 'the configuration and the service',
    seeds: () => textSeeds([FILTER, '{"where":{"key":"a","operator":"in","value":[1,9007199254740993]}}']),
    words: ['{"and":[', ']}', '"operator":"eq"', '__proto__', '\\ud800', '1e400'],
    nesting: [
      ['{"and":[', ']}'],
      ['[', ']'],
    ],
    decode: (input) => {
      const filter = text(input);
      shown(filterForm(filter));
      filterMeaning(filter);
    },
  },
  {
    name: 'retry-after',
    decoder: 'provider-shim/api/pacing/rate-limit.ts',
    from: 'the service',
    // Lines `name: value`.
    seeds: () =>
      textSeeds([
        'retry-after: 30',
        'retry-after: Wed, 21 Oct 2026 07:28:00 GMT',
        'ratelimit: "default";r=0;t=30\nratelimit-policy: "default";q=1200;w=300',
        'x-ratelimit-limit: 1200\nx-ratelimit-remaining: 3\nx-ratelimit-reset: Wed, 21 Oct 2026 07:28:00 GMT',
      ]),
    words: ['t=', ';', '"', '-1', '1e9', '99999999999999999999'],
    decode: (input) => {
      const headers = Object.fromEntries(
        text(input)
          .split('\n')
          .map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]),
      ) as Record<string, string>;
      const wait = readRetryAfter(headers, 429, Date.UTC(2026, 0));
      promised(wait === undefined || (Number.isFinite(wait) && wait >= 0), `waits ${String(wait)} ms`);
      const limit = readRateLimit(headers, Date.UTC(2026, 0));
      const numbers = Object.values(limit ?? {}) as number[];
      promised(
        numbers.every((number) => Number.isInteger(number) && number >= 0),
        `takes ${JSON.stringify(limit)} for a limit`,
      );
    },
  },
  {
    name: 'addresses',
    decoder: 'provider-shim/api/address/base-url.ts',
    from: 'the configuration and the environment',
    seeds: () =>
      textSeeds([
        'https://api.example.com/client/v4',
        'http://127.0.0.1:8080/client/v4/',
        'http://[::1]/',
        'https://api.example.com/a?sig=b',
      ]),
    words: ['//', '@', '..', '%2f', '[', ']', '?', '#', 'http://', '0x7f.1', '\t'],
    decode: (input) => {
      const url = parseBaseUrl(text(input));
      if (url instanceof URL) {
        const local = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost\.?|.*\.localhost\.?)$/.test(url.hostname);
        promised(url.protocol === 'https:' || local, 'sends credentials in clear');
        promised(url.username === '' && url.password === '' && url.search === '', 'has more than an address');
      } else shown([url]);
    },
  },
];
