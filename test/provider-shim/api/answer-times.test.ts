import { parseEnvelope } from '../../../provider-shim/api/answers/envelope';
import { createRedactor } from '../../../provider-shim/api/answers/redaction';
import { parseLogpushJobs } from '../../../provider-shim/api/operations/logpush-job';

/** What is too large for `test/fuzz/growth.test.ts`, which has every reader and every mark. */
const redactor = createRedactor(['planted-token-5f0c1d7e9a', 's3://bucket/path?secret-access-key=abcdefgh']);

/** What one reading may take of the processor: a hundred times what the slowest takes, so it is no claim of speed. */
const MOST_SECONDS = 60;

/** Seconds of processor time: what else the machine does while this works does not count. */
function secondsOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

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
