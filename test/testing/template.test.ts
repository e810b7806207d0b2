import { TerraformOutput, TerraformVariable, Testing } from 'cdktf';
import { LogCustomFields, LogpushJob, DataManagedRulesStatus, ZoneProvider } from '../../lib';
import { Match, Template } from '../../testing';
import { ZONE, zoneStack } from './zone-stacks';

const FILTER = { where: { key: 'EdgeResponseStatus', operator: 'geq', value: 400 } };

function example(): Template {
  const stack = zoneStack('zone', { maxRetries: 2 });
  const fields = new LogCustomFields(stack, 'fields', {
    zoneId: ZONE,
    requestHeaders: ['content-type', 'x-a', 'x-b'],
    cookies: ['sid'],
  });
  for (const name of ['siem', 'store']) {
    new LogpushJob(stack, name, {
      customFields: fields,
      name,
      fields: ['RayID'],
      destination: `https://${name}.example.com/logs`,
      filter: JSON.stringify(FILTER),
      enabled: name === 'siem',
    });
  }
  new DataManagedRulesStatus(stack, 'status', { zoneId: ZONE });
  new TerraformOutput(stack, 'ruleset_id', { value: fields.rulesetId });
  new TerraformVariable(stack, 'token', { type: 'string', sensitive: true });
  return Template.fromStack(stack);
}

const template = example();

test('a template finds blocks by the name of the type and by the class', () => {
  template.resourceCountIs('zone_logpush_job', 2);
  template.resourceCountIs(LogCustomFields, 1);
  template.resourcePropertiesCountIs(LogpushJob, { enabled: true }, 1);
  template.hasResource(LogpushJob, {
    name: 'siem',
    options: { fields: Match.arrayWith(['RayID', 'Cookies']) },
  });
  template.hasResource(LogCustomFields, {
    zoneId: ZONE,
    requestHeaders: Match.arrayWith(['content-type', 'x-b']),
  });
  template.hasResourceProperties('zone_log_custom_fields', {
    zone_id: Match.stringLikeRegexp('^[0-9a-f]{32}$'),
  });
  template.allResources(LogpushJob, { filter: Match.serializedJson({ where: { value: 400 } }) });
  template.hasDataSource(DataManagedRulesStatus, { zoneId: ZONE });
  template.hasProvider(ZoneProvider, { maxRetries: 2 });
  template.hasOutput('ruleset_id', { value: Match.anyValue() });
  template.hasVariable('*', { sensitive: true });
  template.templateMatches({ terraform: { required_providers: { zone: Match.anyValue() } } });
  expect(Object.keys(template.findResources(LogpushJob, { enabled: false }))).toEqual([
    'zone_logpush_job.store',
  ]);
  expect(Object.keys(template.findDataSources('zone_managed_rules_status'))).toEqual([
    'zone_managed_rules_status.status',
  ]);
  expect(template.findOutputs('*')).toEqual({ ruleset_id: expect.anything() as unknown });
  expect(Template.fromJSON(template.toJSON()).toJSON()).toEqual(template.toJSON());
});

test('a template accepts a document of cdktf as text', () => {
  const stack = zoneStack();
  new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
  Template.fromString(Testing.synth(stack)).hasResource(LogCustomFields, { cookies: ['sid'] });
});

test('a template accepts the matchers of the test runner', () => {
  template.hasResource(LogpushJob, { name: expect.stringContaining('ie') as unknown });
  expect(() => template.hasResource(LogpushJob, { name: expect.stringContaining('no') as unknown })).toThrow(
    '/name: Expected StringContaining, got "siem"',
  );
});

const FIELDS = 'zone_log_custom_fields';

test.each([
  [
    'another number',
    () => template.resourceCountIs(LogpushJob, 3),
    'Expected 3 resources of type zone_logpush_job, found 2: zone_logpush_job.siem, zone_logpush_job.store',
  ],
  ['no such type', () => template.hasResource('zone_other'), 'There is no type zone_other.'],
  [
    'another value',
    () => template.hasResource(FIELDS, { zone_id: 'z' }),
    `/zone_id: Expected "z", got "${ZONE}"`,
  ],
  [
    'the closest of two',
    () => template.hasResource(LogpushJob, { name: 'store', enabled: true }),
    /The closest is zone_logpush_job\.siem:\n {2}✗ \/name: Expected "store", got "siem"\n\{/,
  ],
  [
    'a list of another length',
    () => template.hasResource(FIELDS, { cookies: [] }),
    '/cookies: Expected 0 elements, got 1: ["sid"]',
  ],
  [
    'an element that does not exist',
    () => template.hasResource(FIELDS, { requestHeaders: Match.arrayWith(['x-b', 'x-a']) }),
    '/request_headers: Expected an element "x-a" in ["content-type","x-a","x-b"]',
  ],
  [
    'what should be absent',
    () => template.hasResource(FIELDS, { cookies: Match.absent() }),
    '/cookies: Expected nothing, got ["sid"]',
  ],
  [
    'what should be there',
    () => template.hasResource(FIELDS, { description: Match.anyValue() }),
    '/description: Expected a value, got none',
  ],
  [
    'a member too many',
    () => template.hasResource(FIELDS, Match.objectEquals({ zone_id: ZONE, cookies: ['sid'] })),
    '/request_headers: Expected nothing',
  ],
  [
    'a member too many, inside',
    () => template.hasResource(LogpushJob, { options: Match.exact({ fields: [] }) }),
    '/options/fields: Expected 0 elements',
  ],
  [
    'what should be another list',
    () => template.hasResource(FIELDS, { cookies: Match.not(Match.arrayEquals(['sid'])) }),
    '/cookies: Expected anything but "<arrayEquals>", got ["sid"]',
  ],
  [
    'a text of another form',
    () => template.hasResource(FIELDS, { zone_id: Match.stringLikeRegexp('^x') }),
    '/zone_id: Expected a text like /^x/',
  ],
  [
    'JSON with another value',
    () => template.hasResource(LogpushJob, { filter: Match.serializedJson({ where: { value: 500 } }) }),
    '/filter(json)/where/value: Expected 500, got 400',
  ],
  [
    'one of all',
    () => template.allResources(LogpushJob, { enabled: true }),
    'zone_logpush_job.store\n  ✗ /enabled: Expected true, got false',
  ],
  ['no such output', () => template.hasOutput('other'), 'The stack has no output other'],
  ['no such provider', () => template.hasProvider('null'), 'The stack has no provider null'],
  [
    'another document',
    () => template.templateMatches({ output: {}, module: {} }),
    '/module: Expected an object, got nothing',
  ],
])('a failure has a clear message: %s', (_, assertion, message) => {
  expect(assertion).toThrow(message);
});

test('a type that the provider does not have is an error with the nearest, and no count of 0', () => {
  expect(() => example().resourceCountIs('zone_logpush_jbo', 0)).toThrow(
    'There is no type zone_logpush_jbo. Did you mean zone_logpush_job?',
  );
  example().resourceCountIs('null_resource', 0);
});
