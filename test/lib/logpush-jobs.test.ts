import { TerraformOutput } from 'cdktf';
import { LogpushJob, DataLogpushJobs, type DataLogpushJobsProps } from '../../lib';
import { OPEN, ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

test('LogpushJobs has the zone, and references to what it finds', () => {
  const stack = zoneStack();
  const { zoneId } = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  const found = new DataLogpushJobs(stack, 'found', { zoneId });
  new TerraformOutput(stack, 'all', { value: found.jobs });
  new TerraformOutput(stack, 'first', { value: found.jobs.get(0).importId });
  const { data, output } = synth(stack);
  expect(data).toEqual({
    zone_logpush_jobs: {
      found: { zone_id: ZONE },
    },
  });
  expect(output).toEqual({
    all: { value: '${data.zone_logpush_jobs.found.jobs}' },
    first: { value: '${data.zone_logpush_jobs.found.jobs[0].import_id}' },
  });
});

test.each([['the name of a zone', { zoneId: 'example.com' }, /^zoneId: /]])(
  'LogpushJobs with %s is refused at synth',
  (_case, props: DataLogpushJobsProps, expected) => {
    const stack = zoneStack();
    new DataLogpushJobs(stack, 'found', props);
    expect(validationErrors(stack).map((line) => line.replace('[stack/found] ', ''))).toEqual([
      expect.stringMatching(expected),
    ]);
  },
);
