import { TerraformOutput } from 'cdktf';
import { LogpushJob, DataLogpushJobHealth, type DataLogpushJobHealthProps, ZoneProvider } from '../../lib';
import { OPEN, ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

test('LogpushJobHealth of a job uses its number, and has references to its attributes', () => {
  const stack = zoneStack();
  const job = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  const { zoneId, jobId } = job;
  const health = new DataLogpushJobHealth(stack, 'health', { zoneId, jobId });
  const { enabled, healthy, lastComplete, lastError, errorMessage } = health;
  const read = { enabled, healthy, lastComplete, lastError, errorMessage };
  for (const [id, value] of Object.entries(read)) new TerraformOutput(stack, id, { value });
  const { data, output } = synth(stack);
  expect(data).toEqual({
    zone_logpush_job_health: {
      health: { zone_id: ZONE, job_id: '${zone_logpush_job.job.job_id}' },
    },
  });
  const address = 'data.zone_logpush_job_health.health';
  expect(output).toEqual({
    enabled: { value: `\${${address}.enabled}` },
    healthy: { value: `\${${address}.healthy}` },
    lastComplete: { value: `\${${address}.last_complete}` },
    lastError: { value: `\${${address}.last_error}` },
    errorMessage: { value: `\${${address}.error_message}` },
  });
});

test('LogpushJobHealth by a job number has a provider and dependencies', () => {
  const stack = zoneStack();
  const provider = new ZoneProvider(stack, 'other', { alias: 'other' });
  const job = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  new DataLogpushJobHealth(stack, 'health', { zoneId: ZONE, jobId: 17, provider, dependsOn: [job] });
  expect(synth(stack)['data']).toEqual({
    zone_logpush_job_health: {
      health: { zone_id: ZONE, job_id: 17, provider: 'zone.other', depends_on: ['zone_logpush_job.job'] },
    },
  });
});

test.each([
  [
    'numbers that no job has',
    { zoneId: ZONE, jobId: 0 },
    [expect.stringMatching(/^jobId: 0 /) as unknown as string],
  ],
])('LogpushJobHealth with %s is refused at synth', (_, props, expected) => {
  const stack = zoneStack();
  new DataLogpushJobHealth(stack, 'health', props as DataLogpushJobHealthProps);
  const errors = validationErrors(stack).map((line) => line.replace('[stack/health] ', ''));
  expect(errors).toEqual(expected);
});
