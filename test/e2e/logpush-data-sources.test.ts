import { DEFAULT_ZONE_ID } from '../../emulator';
import { held, jobs, printed, service, useJobZone, workspace } from './job-zone';

/** The data source of log push jobs in a check. */
useJobZone();

const DECLARED = {
  name: 'declared',
  destination_conf: 'https://logs.example.com/?header_Authorization=planted-secret',
  logpull_options: { fields: ['RayID'] },
};
const FOUND = 'data.zone_logpush_jobs.all';
const ALL = {
  data: {
    zone_logpush_jobs: {
      all: { zone_id: DEFAULT_ZONE_ID },
    },
  },
  check: {
    only_declared_jobs: {
      assert: {
        condition: `\${length(setsubtract(${FOUND}.jobs[*].job_id, [zone_logpush_job.declared.job_id])) == 0}`,
        error_message: `Not declared: \${jsonencode(${FOUND}.jobs)}.`,
      },
    },
  },
};

const BY_HAND = {
  enabled: true,
  name: 'by-hand',
  dataset: 'dns_logs',
  destination_conf: 's3://bucket/logs?region=x&access-key-id=planted&secret-access-key=planted-secret',
};

/** The result of the check in the JSON of a saved plan. */
async function checked(): Promise<unknown> {
  const { json } = await workspace.showJson('plan');
  const { checks = [] } = json as { readonly checks?: readonly { readonly status: string }[] };
  return checks.map(({ status }) => status);
}

test('a job that was made by hand is found by every plan, with its import id and without its secrets', async () => {
  jobs({ declared: DECLARED });
  await workspace.applied();
  jobs({ declared: DECLARED }, ALL);
  await workspace.applied();
  expect((await workspace.plan({ out: 'plan' })).exitCode).toBe(0);
  expect(await checked()).toEqual(['pass']);

  service.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    logpush.jobs = [...(logpush.jobs ?? []), BY_HAND];
  });
  const number = held().find(({ name }) => name === 'by-hand')?.id;
  const plan = await workspace.plan({ out: 'plan' });
  expect(await checked()).toEqual(['fail']);
  expect(printed(plan)).toContain('Not declared: ');
  const { json } = await workspace.showJson('plan');
  const text = JSON.stringify(json);
  expect(text).toContain(`${DEFAULT_ZONE_ID}/${number}`);
  expect(text).not.toContain('secret-access-key');
});
