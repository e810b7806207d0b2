import { Fn, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, LogpushJob, type LogpushJobProps, ZoneProvider } from '../../lib';
import { jobsOf, OPEN, ZONE, zoneStack } from './logpush-stack';

describe('the custom fields of a log push job', () => {
  const CUSTOM = { zoneId: ZONE, requestHeaders: ['accept'], cookies: ['a'] };
  const csv = { outputType: 'csv', timestampFormat: 'rfc3339' } as const;

  test.each<readonly [string, Partial<LogpushJobProps>, object]>([
    [
      'bring along their log fields, also in a dataset that is known later',
      { fields: ['RayID'], dataset: '${var.d}' },
      {
        logpull_options: { fields: ['RayID', 'EdgeColoCode', 'RequestHeaders', 'Cookies'] },
        dataset: '${var.d}',
      },
    ],
    [
      'are listed once when the job names them, too',
      { fields: ['Cookies', 'RayID'] },
      { logpull_options: { fields: ['Cookies', 'RayID', 'EdgeColoCode', 'RequestHeaders'] } },
    ],
    [
      'are listed in the output options if a job has these',
      { fields: ['RayID'], outputOptions: { fieldNames: ['ClientIP'], ...csv } },
      {
        output_options: {
          field_names: ['RayID', 'ClientIP', 'EdgeColoCode', 'RequestHeaders', 'Cookies'],
          ...{ output_type: 'csv', timestamp_format: 'rfc3339' },
        },
      },
    ],
    [
      'are not listed when the job does not want them',
      { includeCustomFields: false, fields: ['RayID'], dataset: 'zaraz_events' },
      { logpull_options: { fields: ['RayID', 'EdgeColoCode'] }, dataset: 'zaraz_events' },
    ],
  ])('give the job its zone and its dependency, and %s', (_, props, expected) => {
    const stack = zoneStack();
    const customFields = new LogCustomFields(stack, 'fields', CUSTOM);
    const job = new LogpushJob(stack, 'job', { customFields, destination: OPEN, ...props });
    job.addField('EdgeColoCode');
    expect(jobsOf(stack)).toEqual({
      job: {
        ...{ zone_id: ZONE, destination_conf: OPEN.conf, enabled: true },
        depends_on: ['zone_log_custom_fields.fields'],
        ...expected,
      },
    });
    const [{ fields, field_names = fields }] = Object.values(expected) as [Record<string, string[]>];
    expect(job.listedFields).toEqual(field_names);
  });

  test('count when they are contributed later, and when a list is unknown', () => {
    const stack = zoneStack();
    const cookies = new TerraformVariable(stack, 'cookies', {}).listValue;
    const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies, provider });
    new LogpushJob(stack, 'job', { customFields, destination: OPEN, zoneId: '${var.zone}' });
    customFields.addResponseHeader('server');
    expect(jobsOf(stack)).toMatchObject({
      job: {
        ...{ zone_id: '${var.zone}', provider: 'zone.eu' },
        logpull_options: { fields: ['ResponseHeaders', 'Cookies'] },
      },
    });
  });
});

describe('fields', () => {
  test('can be added by others, and count once', () => {
    const stack = zoneStack();
    const team = new Construct(stack, 'team');
    const job = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
    job.addField('RayID').addField('ClientIP', team).addField('RayID', team);
    expect(jobsOf(stack)).toMatchObject({ job: { logpull_options: { fields: ['RayID', 'ClientIP'] } } });
  });

  test.each([
    ['alone', {}, [], { logpull_options: { fields: '${var.fields}' } }],
    [
      'with names that are added',
      {},
      ['RayID'],
      { logpull_options: { fields: '${setunion(var.fields, ["RayID"])}' } },
    ],
    [
      'in output options, whose order counts',
      { outputOptions: { fieldNames: ['ClientIP'] } },
      ['RayID'],
      { output_options: { field_names: '${distinct(concat(var.fields, ["ClientIP", "RayID"]))}' } },
    ],
    [
      'with another token',
      { outputOptions: { fieldNames: Fn.tolist(['ClientIP']) } },
      [],
      { output_options: { field_names: '${distinct(concat(var.fields, tolist(["ClientIP"])))}' } },
    ],
  ])('in a token are joined by the engine: %s', (_, props, added, expected) => {
    const stack = zoneStack();
    const fields = new TerraformVariable(stack, 'fields', {}).listValue;
    const job = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, fields, ...props });
    added.forEach((name) => job.addField(name));
    expect(jobsOf(stack)).toMatchObject({ job: expected });
  });

  test('may be left to the service in output options that say nothing', () => {
    const stack = zoneStack();
    new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, outputOptions: {} });
    expect(jobsOf(stack)).toMatchObject({ job: { output_options: {} } });
  });
});
