import { TerraformOutput } from 'cdktf';
import { LogpushJob, DataLogpushJobs, type DataLogpushJobsProps } from '../../lib';
import { OPEN, ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

test('LogpushJobs has the zone and the declared jobs, and references to what it finds', () => {
  const stack = zoneStack();
  const { zoneId, jobId } = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  const found = new DataLogpushJobs(stack, 'found', { zoneId, declaredJobIds: [jobId, 17] });
  new TerraformOutput(stack, 'undeclared', { value: found.undeclaredJobs });
  new TerraformOutput(stack, 'first', { value: found.jobs.get(0).importId });
  const { data, output } = synth(stack);
  expect(data).toEqual({
    zone_logpush_jobs: {
      found: { zone_id: ZONE, declared_job_ids: ['${zone_logpush_job.job.job_id}', 17] },
    },
  });
  expect(output).toEqual({
    undeclared: { value: '${data.zone_logpush_jobs.found.undeclared_jobs}' },
    first: { value: '${data.zone_logpush_jobs.found.jobs[0].import_id}' },
  });
});

test.each([
  ['a number that no job has', { zoneId: ZONE, declaredJobIds: [0] }, /^declaredJobIds\[0\]: 0 /],
  ['the name of a zone', { zoneId: 'example.com' }, /^zoneId: /],
])('LogpushJobs with %s is refused at synth', (_case, props: DataLogpushJobsProps, expected) => {
  const stack = zoneStack();
  new DataLogpushJobs(stack, 'found', props);
  expect(validationErrors(stack).map((line) => line.replace('[stack/found] ', ''))).toEqual([
    expect.stringMatching(expected),
  ]);
});
