import { TerraformVariable, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { LogpushJob, ZoneLogging, ZoneProvider } from '../../lib';
import { jobsOf, OPEN, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart } from './synth';

const JOB = { fields: ['RayID'], destination: OPEN } as const;

describe('ZoneLogging', () => {
  test('synthesizes to its fields, and jobs that list and depend on them', () => {
    const stack = zoneStack();
    const logging = new ZoneLogging(stack, 'logging', {
      zoneId: ZONE,
      requestHeaders: ['accept'],
      responseHeaders: ['server'],
      cookies: ['a'],
      description: 'ours',
      jobs: { store: JOB, dns: { dataset: 'dns_logs', fields: ['QueryName'], destination: OPEN } },
    });
    expect(synthPart(stack, 'resource')).toEqual({
      zone_log_custom_fields: {
        logging_fields_C06FEA6A: {
          zone_id: ZONE,
          request_headers: ['accept'],
          response_headers: ['server'],
          cookies: ['a'],
          description: 'ours',
        },
      },
      zone_logpush_job: {
        logging_jobs_store_D33D8AEA: {
          zone_id: ZONE,
          options: { fields: ['RayID', 'RequestHeaders', 'ResponseHeaders', 'Cookies'] },
          destination_conf: OPEN.conf,
          enabled: true,
          depends_on: ['zone_log_custom_fields.logging_fields_C06FEA6A'],
        },
        logging_jobs_dns_4466930E: {
          zone_id: ZONE,
          dataset: 'dns_logs',
          options: { fields: ['QueryName'] },
          destination_conf: OPEN.conf,
          enabled: true,
        },
      },
    });
    expect(Object.values(logging.jobs).flatMap(warningsOf)).toEqual([]);
    expect(Testing.renderConstructTree(logging)).toBe(
      [
        'logging (ZoneLogging)',
        '├── fields (LogCustomFields)',
        '    └── Default (ZoneResource)',
        '└── jobs (Construct)',
        '    ├── store (LogpushJob)',
        '        └── Default (ZoneResource)',
        '    └── dns (LogpushJob)',
        '        └── Default (ZoneResource)',
        '',
      ].join('\n'),
    );
  });

  test('can be extended by others', () => {
    const stack = zoneStack();
    const team = new Construct(stack, 'team');
    const logging = new ZoneLogging(stack, 'logging', { zoneId: ZONE });
    const job = logging.addJob('late', JOB);
    logging.addRequestHeader('accept', team).addResponseHeader('server', team).addCookie('a', team);
    expect(logging.jobs).toEqual({ late: job });
    expect(job).toBeInstanceOf(LogpushJob);
    expect(Object.values(jobsOf(stack) as object)).toMatchObject([
      { options: { fields: ['RayID', 'RequestHeaders', 'ResponseHeaders', 'Cookies'] } },
    ]);
  });

  test('has one zone and one provider for everything', () => {
    const stack = zoneStack();
    const provider = new ZoneProvider(stack, 'other', { alias: 'other' });
    const zoneId = new TerraformVariable(stack, 'zone_id', {}).stringValue;
    const logging = new ZoneLogging(stack, 'logging', {
      zoneId,
      cookies: ['a'],
      provider,
      jobs: { store: JOB },
    });
    expect(logging.zoneId).toBe(zoneId);
    const { zone_log_custom_fields: fields, zone_logpush_job: jobs } = synthPart(stack, 'resource') as Record<
      string,
      object
    >;
    const both = { provider: 'zone.other', zone_id: '${var.zone_id}' };
    expect(Object.values({ ...fields })).toMatchObject([both]);
    expect(Object.values({ ...jobs })).toMatchObject([both]);
  });

  test('is a dependency as a whole, including jobs added later', () => {
    const stack = zoneStack();
    const logging = new ZoneLogging(stack, 'logging', { zoneId: ZONE, cookies: ['a'], jobs: { store: JOB } });
    new LogpushJob(stack, 'after', { zoneId: ZONE, destination: OPEN, dependsOn: [logging] });
    const other = new LogpushJob(stack, 'other', { zoneId: ZONE, destination: OPEN });
    other.node.addDependency(logging);
    logging.addJob('late', JOB);
    const [fields, store, late] = [
      'zone_log_custom_fields.logging_fields_C06FEA6A',
      'zone_logpush_job.logging_jobs_store_D33D8AEA',
      'zone_logpush_job.logging_jobs_late_051B63E9',
    ];
    const { locals } = synth(stack);
    expect(locals).toEqual({ all_of_logging: [`\${${fields}}`, `\${${store}}`, `\${${late}}`] });
    expect(jobsOf(stack)).toMatchObject({
      after: { depends_on: ['local.all_of_logging'] },
      other: { depends_on: [fields, store, late] },
    });
  });

  test('finds its jobs by name, and lists them in the error', () => {
    const stack = zoneStack();
    const logging = new ZoneLogging(stack, 'logging', { zoneId: ZONE, jobs: { siem: JOB, store: JOB } });
    expect(logging.job('siem')).toBe(logging.jobs['siem']);
    expect(() => logging.job('seim')).toThrow(
      '[stack/logging] There is no job "seim". The jobs are "siem", "store".',
    );
    expect(() => new ZoneLogging(stack, 'empty', { zoneId: ZONE }).job('siem')).toThrow(
      '[stack/empty] There is no job "siem". There are no jobs: add one with addJob.',
    );
  });

  test('is forgotten as a whole', () => {
    const stack = zoneStack();
    const logging = new ZoneLogging(stack, 'logging', { zoneId: ZONE, cookies: ['a'], jobs: { store: JOB } });
    logging.forget();
    const keep = { lifecycle: { destroy: false } };
    const { resource, removed } = synth(stack);
    expect({ resource, removed }).toEqual({
      resource: undefined,
      removed: [
        { from: 'zone_log_custom_fields.logging_fields_C06FEA6A', ...keep },
        { from: 'zone_logpush_job.logging_jobs_store_D33D8AEA', ...keep },
      ],
    });
  });

  test('creates everything after its dependencies', () => {
    const stack = zoneStack();
    const first = new LogpushJob(stack, 'first', { zoneId: ZONE, destination: OPEN });
    new ZoneLogging(stack, 'logging', {
      zoneId: ZONE,
      cookies: ['a'],
      dependsOn: [first],
      jobs: { store: JOB, dns: { dataset: 'dns_logs', fields: ['QueryName'], destination: OPEN } },
    });
    expect(jobsOf(stack)).toMatchObject({
      logging_jobs_store_D33D8AEA: { depends_on: ['zone_log_custom_fields.logging_fields_C06FEA6A'] },
      logging_jobs_dns_4466930E: { depends_on: ['zone_logpush_job.first'] },
    });
  });

  test('exclusive compares the jobs of the zone with all that the stack declares, also later', () => {
    const stack = zoneStack();
    const logging = new ZoneLogging(stack, 'logging', {
      zoneId: ZONE,
      cookies: ['a'],
      jobs: { store: JOB, gone: JOB },
      exclusive: true,
      otherJobIds: [7],
    });
    new LogpushJob(stack, 'same zone', { zoneId: ZONE, destination: OPEN });
    new LogpushJob(stack, 'other zone', { zoneId: 'f'.repeat(32), destination: OPEN });
    logging.addJob('late', JOB);
    logging.job('gone').forget();
    const { locals, data, check } = synth(stack);
    expect(locals).toEqual({
      logging_exclusive_declared_62A3E408:
        '${provider::zone::known_job_ids([zone_logpush_job.logging_jobs_store_D33D8AEA.job_id, ' +
        'zone_logpush_job.logging_jobs_late_051B63E9.job_id, zone_logpush_job.samezone.job_id, 7])}',
    });
    expect(data).toEqual({
      zone_logpush_jobs: {
        logging_exclusive_found_A2CA05C8: {
          zone_id: ZONE,
          declared_job_ids: '${local.logging_exclusive_declared_62A3E408}',
        },
      },
    });
    expect(check).toEqual({
      logging_exclusive_4606F091: {
        assert: {
          condition:
            '${length(data.zone_logpush_jobs.logging_exclusive_found_A2CA05C8.undeclared_jobs) == 0}',
          error_message: expect.stringContaining(`Zone ${ZONE} has log push jobs that are not declared: `),
        },
      },
    });
  });
});
