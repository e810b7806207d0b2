import { logpushJobHealthSchema, logpushJobsSchema } from '../../../schema';
import { ZONE } from '../api/emulated-zone';
import { readEmulated } from './read-data';

const AT = '2026-01-01T00:00:00Z';
const JOB = { name: 'a', enabled: true, dataset: 'dns_logs', destination_conf: 'https://logs.example.com/' };
const seed = (...jobs: readonly object[]) => ({ logpush: { jobs } }) as object;

const NOTHING = { last_complete: null, last_error: null, error_message: '' };
test.each<readonly [string, object, object]>([
  ['has delivered nothing yet', {}, { ...NOTHING, healthy: true }],
  ['delivers', { last_complete: AT }, { ...NOTHING, last_complete: AT, healthy: true }],
  ['is off', { enabled: false }, { ...NOTHING, enabled: false, healthy: true }],
  [
    'has failed, and says why',
    { last_complete: AT, last_error: AT, error_message: 'denied' },
    { last_complete: AT, last_error: AT, error_message: 'denied', healthy: false },
  ],
  ['has failed', { last_error: AT, error_message: null }, { ...NOTHING, last_error: AT, healthy: false }],
  ['says why alone', { error_message: 'denied' }, { ...NOTHING, error_message: 'denied', healthy: false }],
])('the health of a job that %s', async (_case, deliveries, health) => {
  const asked = { job_id: 1 };
  const { state, diagnostics } = await readEmulated(
    logpushJobHealthSchema,
    seed({ id: 1, ...JOB, ...deliveries }),
    {},
    asked,
  );
  expect([state, diagnostics]).toEqual([{ zone_id: ZONE, ...asked, enabled: true, ...health }, []]);
});

test('the health of a missing job is an error that says what to do', async () => {
  const { state, diagnostics } = await readEmulated(logpushJobHealthSchema, seed(JOB), {}, { job_id: 17 });
  expect([state, diagnostics]).toEqual([
    null,
    [
      {
        severity: 'error',
        summary: `Zone ${ZONE} has no log push job 17.`,
        detail: expect.stringContaining('Take the number from the resource'),
        at: ['job_id'],
      },
    ],
  ]);
});

test('the jobs of a zone are in the order of their numbers, with import ids and without secrets', async () => {
  const secret = 's3://bucket/logs?region=x&access-key-id=planted&secret-access-key=planted-secret';
  const jobs = [
    { id: 7, ...JOB, kind: 'edge', last_complete: AT },
    // What the service says of a delivery may name the secret of its destination.
    {
      ...{ id: 3, ...JOB, enabled: false, destination_conf: secret },
      ...{ last_error: AT, error_message: 'key planted-secret refused' },
    },
  ];
  const { state, diagnostics, requests } = await readEmulated(logpushJobsSchema, seed(...jobs));
  const shown = { name: 'a', dataset: 'dns_logs' };
  expect([diagnostics, requests]).toEqual([[], ['GET logpush.jobs.list']]);
  expect(state).toEqual({
    zone_id: ZONE,
    jobs: [
      {
        ...{ job_id: 3, import_id: `${ZONE}/3`, ...shown, kind: '', enabled: false },
        ...{ destination: 's3://bucket/logs', last_complete: null },
        ...{ last_error: AT, error_message: 'key (redacted) refused' },
      },
      {
        ...{ job_id: 7, import_id: `${ZONE}/7`, ...shown, kind: 'edge', enabled: true },
        ...{ destination: 'https://logs.example.com', ...NOTHING, last_complete: AT },
      },
    ],
  });
});
