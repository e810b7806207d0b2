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

interface Case {
  readonly destination: string;
  /** What may be shown of it. */
  readonly shown: string;
  readonly challenge?: true;
}

/** Of each kind of scheme, by the name of the job; the others: `jobs-as-found.test.ts`. */
const CASES: Readonly<Record<string, Case>> = {
  s3: {
    destination: 's3://logs/http/{DATE}?region=us-east-1&sse=AES256',
    shown: 's3://logs/http/{DATE}',
    challenge: true,
  },
  'keyed-s3': {
    destination: 's3://logs/keys?region=us-east-1&access-key-id=AKIAplanted&secret-access-key=planted1',
    shown: 's3://logs/keys',
  },
  r2: {
    destination: 'r2://logs/r2?account-id=aa&access-key-id=AKIAplanted&secret-access-key=planted2',
    shown: 'r2://logs/r2',
  },
  gs: { destination: 'gs://logs/gs', shown: 'gs://logs/gs', challenge: true },
  https: {
    destination: 'https://logs.example.com/collect?header_Authorization=Bearer%20planted5',
    shown: 'https://logs.example.com',
  },
  http: {
    destination: 'http://127.0.0.1:8080/collect?header_Authorization=planted6',
    shown: 'http://127.0.0.1:8080',
  },
};

const NAMES = Object.keys(CASES);

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

/** One job for each, every second one with a write-only destination. */
async function blocks(more: JobBlock, addition = ''): Promise<Record<string, JobBlock>> {
  const made: Record<string, JobBlock> = {};
  for (const [index, [name, { destination, challenge }]] of Object.entries(CASES).entries()) {
    const text = destination.replace(/(?=\?|$)/, addition);
    const isSecret = index % 2 === 1;
    made[name] = {
      name,
      ...(isSecret
        ? { destination_conf_wo: text, destination_conf_wo_version: addition === '' ? 1 : 2 }
        : { destination_conf: text }),
      ...(challenge && { [isSecret ? 'ownership_challenge_wo' : 'ownership_challenge']: await token(text) }),
      ...more,
    };
  }
  return made;
}

describe('log push jobs', () => {
  test('are created, each with one read and one write, and then have an empty plan', async () => {
    service.emulator.control.clearJournal();
    await settle(await blocks({ ...SETTINGS, logpull_options: OPTIONS }));
    expect(
      held()
        .map(({ name, destination_conf }) => [name, destination_conf])
        .sort(),
    ).toEqual(
      Object.entries(CASES)
        .map(([name, { destination }]) => [name, destination])
        .sort(),
    );
    expect(held()).toMatchObject(NAMES.map(() => ({ ...SETTINGS, logpull_options: OPTIONS_SENT })));
    expect(calls().filter((call) => call === 'POST /logpush/jobs')).toHaveLength(NAMES.length);
    expect(service.emulator.control.destinations.files('http://127.0.0.1')).toHaveLength(1);
    expect(await attributesOf('gs')).toMatchObject({
      destination: 'gs://logs/gs',
      destination_conf: null,
      destination_conf_wo: null,
    });
    for (const [name, { shown }] of Object.entries(CASES))
      expect(await attributesOf(name)).toMatchObject({ destination: shown, job_id: heldAs(name)?.id });
  });

  test('are changed in place, the destination separately from the rest', async () => {
    const ids = held().map(({ id }) => id);
    await settle(await blocks({ logpull_options: { timestamps: 'rfc3339', fields: ['RayID', 'Cookies'] } }));
    expect(held()).toMatchObject(
      NAMES.map(() => ({ ...UNSET, logpull_options: expect.stringContaining('rfc3339') })),
    );
    await settle(await blocks({ output_options: { ...OUTPUT, defuse_lookups: true } }, '/2'));
    expect(held().map(({ id }) => id)).toEqual(ids);
    expect(heldAs('r2')?.destination_conf).toContain('r2://logs/r2/2?');
    expect(heldAs('r2')).toMatchObject({
      logpull_options: null,
      output_options: { ...OUTPUT, 'CVE-2021-44228': true },
    });
  });

  test('are imported with an empty plan for any form of the configuration', async () => {
    const ids = Object.fromEntries(
      NAMES.map((name, index) => [
        name,
        [DEFAULT_ZONE_ID, heldAs(name)?.id, ...(index % 2 === 1 ? [2] : [])].join('/'),
      ]),
    );
    imports(ids);
    service.emulator.control.clearJournal();
    const { stdout } = await workspace.plan();
    expect(stdout).toContain(`Plan: ${NAMES.length} to import, 0 to add, 0 to change, 0 to destroy.`);
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

  test('are destroyed', async () => {
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(held()).toEqual([]);
  });
});
