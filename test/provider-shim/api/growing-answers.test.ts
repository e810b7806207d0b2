import { createRedactor } from '../../../provider-shim/api/answers/redaction';
import { parseEnvelope } from '../../../provider-shim/api/answers/envelope';
import { parseLogpushJobs } from '../../../provider-shim/api/operations/logpush-job';
import { meaningOf } from '../../../provider-shim/api/answers/known-errors';
import { readRetryAfter } from '../../../provider-shim/api/pacing/rate-limit';
import { describe as describeSeen } from '../../../provider-shim/api/answers/seen';
import { destinationSecrets } from '../../../schema/logpush/destination-secrets';
import { parseDestination } from '../../../schema/logpush/destination';
import { readLogOptions } from '../../../schema/logpush/log-options';
import { printable } from '../../../provider-shim/sdk/text';

/** Texts that made some pattern look at the rest of the text again and again. */
const SEEDS: readonly (readonly [name: string, seed: string])[] = [
  ['addresses', 'http://'],
  ['addresses as JSON writes them', 'https:\\/\\/'],
  ['addresses with user information', 'http://a:b@'],
  ['addresses with a query', 'https://a?'],
  ['destinations', 's3://'],
  ['members of destinations', '"destination_conf" '],
  ['half members', '"ownership_challenge":"\\'],
  ['titles', '<title'],
  ['pages', '<'],
  ['reasons', "job for product '"],
  ['brackets', '['],
  ['braces', '{"a":'],
  ['backslashes', '\\'],
  ['slashes', '/'],
  ['spaces', ' '],
  ['lines', ' \n'],
  ['control characters', '\u001b'],
  ['escapes', '\\ud800'],
  ['parameters', 'a=b&'],
  ['percent signs', '%'],
  ['digits', '9'],
  ['letters', 'a'],
];

const redactor = createRedactor([
  'planted-token-5f0c1d7e9a',
  'short',
  's3://bucket/path?secret-access-key=abcdefgh',
]);
const SUCCESS = { success: true, errors: [], messages: [] };

/** Everything that reads what the service sends, with a text of the service in it. */
const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['a body', (text) => parseEnvelope(text, redactor)],
  ['a page', (text) => parseEnvelope(`<html>${text}`, redactor)],
  [
    'the message of an error',
    (text) => parseEnvelope(JSON.stringify({ success: false, errors: [{ message: text }] }), redactor),
  ],
  [
    'a result',
    (text) =>
      redactor.value(
        (parseEnvelope(JSON.stringify({ ...SUCCESS, result: text }), redactor) as { result: unknown }).result,
      ),
  ],
  ['a text that is looked through for secrets', (text) => redactor.text(text)],
  ['an error that may be known', (text) => meaningOf(400, [{ message: text.slice(0, 2_000) }], '/zones')],
  [
    'a job',
    (text) =>
      parseLogpushJobs([
        {
          id: 1,
          destination_conf: `https://host/${text}`.slice(0, 8_000),
          error_message: text.slice(0, 60_000),
        },
      ]),
  ],
  ['a destination', (text) => parseDestination(`s3://bucket/${text}/x`)],
  ['the secrets of a destination', (text) => destinationSecrets(`https://host/${text}?a=${text}`)],
  ['log options', (text) => readLogOptions(text)],
  ['a text that is shown', (text) => printable(text)],
  ['a value that is described', (text) => describeSeen({ [text]: text })],
  ['a wait', (text) => readRetryAfter({ 'retry-after': text, date: text, 'retry-after-ms': text }, 429, 0)],
];

const CHARACTERS = 1024 * 1024;

/** What one reading may take of the processor: a hundred times what the slowest takes, so it is no claim of speed. */
const MOST_SECONDS = 60;

/** Seconds of processor time: what else the machine does while this works does not count. */
function secondsOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

describe.each(READERS)('%s takes linear time to read', (_reader, read) => {
  test.each(SEEDS)('of %s', (_seed, seed) => {
    // Work in proportion to the square of so much text takes minutes.
    expect(secondsOf(() => read(seed.repeat(CHARACTERS / seed.length)))).toBeLessThan(MOST_SECONDS);
  });
});

test('an answer with as many jobs and secrets as fit does not take the product of both', () => {
  const parameters = Array.from({ length: 700 }, (_, index) => `a=bcdef${index}`).join('&');
  const error_message = 'x bcdefgh '.repeat(6_000);
  const jobs = Array.from({ length: 230 }, (_, index) => ({
    id: index + 1,
    destination_conf: `https://host/?${parameters}`,
    error_message,
  }));
  expect(secondsOf(() => parseLogpushJobs(jobs))).toBeLessThan(MOST_SECONDS);
});

test.each([
  ['a long row of letters after a scheme', `s3://${'a'.repeat(15_000_000)}`],
  ['a member that does not end', `"destination_conf":"${'a'.repeat(15_000_000)}`],
  ['spaces', ' '.repeat(15_000_000)],
])('the largest body, of %s, does not exhaust the stack and takes linear time', (_case, text) => {
  expect(secondsOf(() => parseEnvelope(text, redactor))).toBeLessThan(MOST_SECONDS);
  expect(redactor.text(text).length).toBeLessThan(66_000);
});
