import { DEFAULT_ZONE_ID } from '../../emulator';
import { isRecentEnough } from '../../cli/engine/find';
import { engine, testOnlyOn } from '../support/engine';
import { editJobs, held, jobs, rest, useJobZone, workspace } from './job-zone';

useJobZone({ startedBy: 'workspace' });

interface StateFile {
  readonly resources: readonly {
    readonly instances: readonly { readonly identity?: unknown; readonly identity_schema_version?: number }[];
  }[];
}

testOnlyOn(
  isRecentEnough(engine.version, '1.12'),
  'identities come with 1.12',
  'a job is imported by its identity, which is stored with it and with a new object',
  async () => {
    const job = { name: 'by-hand', destination_conf: 'https://logs.example.com/' };
    const there = { ...job, dataset: 'http_requests', logpull_options: 'fields=RayID' };
    editJobs(() => [there as unknown as ReturnType<typeof held>[number]]);
    const identity = { zone_id: DEFAULT_ZONE_ID, job_id: held()[0]?.id };
    const fields = { fields: { zone_id: DEFAULT_ZONE_ID, cookies: ['sid'] } };
    jobs(
      {},
      {
        resource: {
          zone_logpush_job: {
            job: { zone_id: DEFAULT_ZONE_ID, ...job, logpull_options: { fields: ['RayID'] } },
          },
          zone_log_custom_fields: fields,
        },
        import: [{ to: 'zone_logpush_job.job', identity }],
      },
    );
    expect((await workspace.plan()).stdout).toContain('1 to import, 1 to add, 0 to change, 0 to destroy');
    await workspace.applied();
    await rest();
    const { resources } = JSON.parse(workspace.read('terraform.tfstate')) as StateFile;
    expect(resources.map(({ instances }) => instances)).toEqual([
      [expect.objectContaining({ identity: { zone_id: DEFAULT_ZONE_ID }, identity_schema_version: 0 })],
      [expect.objectContaining({ identity, identity_schema_version: 0 })],
    ]);
  },
);
