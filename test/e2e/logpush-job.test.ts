import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  attributesOf,
  calls,
  held,
  heldAs,
  imports,
  jobs,
  rest,
  service,
  settle,
  token,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

useJobZone({ fresh: false, startedBy: 'workspace' });

/** The destination of each job, by its name; the other schemes: `jobs-as-found.test.ts`. */
const DESTINATIONS = { s3: 's3://logs/http/{DATE}?region=us-east-1&sse=AES256', gs: 'gs://logs/gs' };
type Name = keyof typeof DESTINATIONS;

const NAMES = ['s3', 'gs'] as const satisfies Name[];

/** Settings that are no default, as they are declared and as the service has them. */
const SETTINGS = {
  enabled: true,
  filter: JSON.stringify({ where: { key: 'ClientRequestHost', operator: 'eq', value: 'example.com' } }),
  frequency: 'low',
  max_upload_bytes: 5_000_000,
  max_upload_interval_seconds: 30,
  max_upload_records: 1000,
  filter_attack_traffic: true,
};

const OPTIONS = { fields: ['RayID', 'Cookies'], sample: 0.1, defuse_lookups: true, other: 'x_new=1&x_new=2' };
const OPTIONS_SENT = 'fields=Cookies,RayID&sample=0.1&CVE-2021-44228=true&x_new=1&x_new=2';

/** The same settings when they are declared no more. */
const UNSET = {
  enabled: false,
  filter: null,
  frequency: 'high',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  filter_attack_traffic: false,
};

/** Output options that are no default. */
const OUTPUT = {
  field_names: ['Cookies', 'RayID'],
  output_type: 'csv',
  timestamp_format: 'rfc3339ms',
  sample_rate: 0.5,
  batch_prefix: '[',
  batch_suffix: ']',
  record_prefix: '<',
  record_suffix: '>',
  record_delimiter: ';',
  record_template: '{{.RayID}}',
  field_delimiter: '|',
  merge_subrequests: true,
};

/** A job whose destination and challenge are stored, and one of which they are write-only. */
async function blocks(more: JobBlock, addition = ''): Promise<Record<string, JobBlock>> {
  const to = (name: Name): string => DESTINATIONS[name].replace(/(?=\?|$)/, addition);
  const [s3, gs] = [await token(to('s3')), await token(to('gs'))];
  const version = addition === '' ? 1 : 2;
  return {
    s3: { name: 's3', destination_conf: to('s3'), ownership_challenge: s3, ...more },
    gs: {
      ...{ name: 'gs', destination_conf_wo: to('gs'), destination_conf_wo_version: version },
      ...{ ownership_challenge_wo: gs, ...more },
    },
  };
}

describe('log push jobs', () => {
  test('are created, each with one read and one write, and then have an empty plan', async () => {
    service.emulator.control.clearJournal();
    await settle(await blocks({ ...SETTINGS, logpull_options: OPTIONS }));
    expect(NAMES.map(heldAs)).toMatchObject(
      NAMES.map((name) => ({
        ...{ name, destination_conf: DESTINATIONS[name] },
        ...{ ...SETTINGS, logpull_options: OPTIONS_SENT },
      })),
    );
    expect(calls().filter((call) => call === 'POST /logpush/jobs')).toHaveLength(2);
    const [s3, gs] = NAMES.map((name) => heldAs(name)?.id);
    expect([await attributesOf('s3'), await attributesOf('gs')]).toMatchObject([
      { job_id: s3, destination: 's3://logs/http/{DATE}' },
      { job_id: gs, destination: 'gs://logs/gs', destination_conf: null, destination_conf_wo: null },
    ]);
  });

  test('are changed in place, the destination separately from the rest', async () => {
    const ids = held().map(({ id }) => id);
    await settle(await blocks({ logpull_options: { timestamps: 'rfc3339', fields: ['RayID', 'Cookies'] } }));
    expect(held()).toMatchObject(
      NAMES.map(() => ({ ...UNSET, logpull_options: expect.stringContaining('rfc3339') })),
    );
    await settle(await blocks({ output_options: { ...OUTPUT, defuse_lookups: true } }, '/2'));
    expect(held().map(({ id }) => id)).toEqual(ids);
    expect(heldAs('gs')).toMatchObject({
      destination_conf: 'gs://logs/gs/2',
      logpull_options: null,
      output_options: { ...OUTPUT, 'CVE-2021-44228': true },
    });
  });

  test('are imported with an empty plan for any form of the configuration', async () => {
    imports({
      s3: `${DEFAULT_ZONE_ID}/${heldAs('s3')?.id}`,
      gs: `${DEFAULT_ZONE_ID}/${heldAs('gs')?.id}/2`,
    });
    service.emulator.control.clearJournal();
    const { stdout } = await workspace.plan();
    expect(stdout).toContain('Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.');
    await workspace.applied();
    workspace.write('import.tf', '');
    await rest();
    expect(calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  test('are replaced for another dataset', async () => {
    const ids = held().map(({ id }) => id);
    jobs(await blocks({ dataset: 'dns_logs', logpull_options: { fields: ['QueryName'] } }, '/2'));
    expect((await workspace.plan()).stdout).toContain('# forces replacement');
    await workspace.applied();
    await rest();
    expect(held()).toMatchObject(NAMES.map(() => ({ dataset: 'dns_logs' })));
    expect(held().filter(({ id }) => id !== undefined && ids.includes(id))).toEqual([]);
  });
});
