import { DEFAULT_ZONE_ID } from '../../emulator';
import { attributesOf, byHand, held, jobs, refusal, service, useJobZone, workspace } from './job-zone';

useJobZone({ startedBy: 'workspace' });

const JOB = {
  name: 'job',
  enabled: true,
  destination_conf: 'https://logs.example.com/',
  logpull_options: { fields: ['RayID'] },
};

const health = (): object => ({
  data: {
    zone_logpush_job_health: {
      job: { zone_id: DEFAULT_ZONE_ID, job_id: '${zone_logpush_job.job.job_id}' },
    },
  },
  output: { health: { value: '${data.zone_logpush_job_health.job}' } },
});

async function told(): Promise<unknown> {
  const { stdout } = await workspace.run(['output', '-json', 'health']);
  return JSON.parse(stdout);
}

test('the health of a job can be used in outputs, and is not part of the job', async () => {
  jobs({ job: JOB }, health());
  await workspace.applied();
  const job_id = held()[0]?.id;
  const well = {
    zone_id: DEFAULT_ZONE_ID,
    job_id,
    enabled: true,
    healthy: true,
    last_error: null,
    error_message: '',
  };
  expect(await told()).toEqual({ ...well, last_complete: null });
  expect(Object.keys(await attributesOf('job'))).not.toContain('last_error');

  service.emulator.control.traffic.send(DEFAULT_ZONE_ID, [{}]);
  expect((await workspace.plan()).exitCode).toBe(2);
  await workspace.applied();
  expect(await told()).toEqual({ ...well, last_complete: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });

  byHand('job', { last_error: '2026-01-01T00:00:00Z', error_message: 'access denied' });
  await workspace.applied();
  expect(await told()).toMatchObject({ healthy: false, error_message: 'access denied' });

  byHand('job', { error_message: null });
  await workspace.applied();
  expect(await told()).toMatchObject({ healthy: false, error_message: '' });
});

test('the health of a missing job is an error that says what to do', async () => {
  jobs({}, { data: { zone_logpush_job_health: { job: { zone_id: DEFAULT_ZONE_ID, job_id: 17 } } } });
  const refused = await refusal();
  expect(refused).toContain(`Zone ${DEFAULT_ZONE_ID} has no log push job 17.`);
  expect(refused).toContain('Take the number from the resource');
});
