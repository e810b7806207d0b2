import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import { logCustomFieldsSchema, logpushJobSchema, managedRulesMigrationSchema } from '../../schema';
import { callProvider, wholeObject, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { plainValue, wireValue } from './wire-value';

/** What Terraform does from 1.12 on by identities, and from 1.14 on for `terraform query`, in its calls. */
let provider: CalledProvider;
/** What a list comes to before the provider is configured. */
let tooEarly: Awaited<ReturnType<typeof listed>>;

const JOB = 'zone_logpush_job';
const SECRET = 's3://logs/http?region=x&access-key-id=planted&secret-access-key=planted-secret';
const job = (name: string, more: object): object => ({
  name,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: SECRET,
  ...more,
});

beforeAll(async () => {
  provider = await callProvider();
  tooEarly = await listed(JOB, DEFAULT_ZONE_ID);
  await provider.configure();
  provider.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    const rule = {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { cookie_fields: [{ name: 'sid' }] },
    };
    Object.assign(zone, { rulesets: [{ phase: 'http_log_custom_fields', rules: [rule] }] });
    Object.assign(zone.logpush, {
      jobs: [
        job('text', { logpull_options: 'fields=RayID&sample=0.5', frequency: 'low' }),
        job('output', { output_options: { field_names: ['RayID'], output_type: 'csv' } }),
        job('', { logpull_options: null, max_upload_bytes: 5_000_000 }),
      ],
    });
  });
});
afterAll(() => provider.end());

const data = (value: unknown): unknown => (value as Reply)['identityData'];

async function listed(typeName: string, zone_id: string, request: object = {}) {
  const events = await provider.stream('ListResource', {
    typeName,
    config: wireValue({ zone_id }),
    ...request,
  });
  return events.map(({ displayName, identity, resourceObject, diagnostic }) => ({
    displayName,
    identity: identity ? plainValue(data(identity)) : undefined,
    object: resourceObject ? plainValue(resourceObject) : undefined,
    diagnostic,
  }));
}

const found = (displayName: string, identity: object): object => ({
  displayName,
  identity,
  object: undefined,
  diagnostic: [],
});

test.each([
  [
    JOB,
    [
      found('text', { zone_id: DEFAULT_ZONE_ID, job_id: '1' }),
      found('output', { zone_id: DEFAULT_ZONE_ID, job_id: '2' }),
      found('http_requests job 3', { zone_id: DEFAULT_ZONE_ID, job_id: '3' }),
    ],
  ],
  ['zone_log_custom_fields', [found(`example.com (${DEFAULT_ZONE_ID})`, { zone_id: DEFAULT_ZONE_ID })]],
  ['zone_managed_rules_migration', []],
  ['zone_managed_rules', []],
])('%s is listed by zone', async (type, objects) => {
  expect(await listed(type, DEFAULT_ZONE_ID)).toEqual(objects);
});

const failed = (summary: string): object => ({
  ...{ displayName: '', identity: undefined, object: undefined },
  diagnostic: [expect.objectContaining({ severity: 'ERROR', summary: expect.stringContaining(summary) })],
});

test('a list that fails is an event with the error alone', async () => {
  expect(await listed(JOB, 'f'.repeat(32))).toEqual([failed('status 404: 7003')]);
  expect(tooEarly).toEqual([failed(`${JOB} cannot be listed yet`)]);
});

test('the limit of the engine is kept', async () => {
  expect(await listed(JOB, DEFAULT_ZONE_ID, { limit: 1 })).toEqual([
    found('text', { zone_id: DEFAULT_ZONE_ID, job_id: '1' }),
  ]);
});

test('what is said of an object that is read comes with it', async () => {
  provider.emulator.control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', ({ rules }) => {
    const action_parameters = { cookie_fields: [{ name: 'other' }] };
    rules.push({ action: 'log_custom_field', expression: 'true', action_parameters } as never);
  });
  // What a run has read it does not read again.
  await provider.configure();
  const whole = { includeResourceObject: true };
  expect(await listed('zone_log_custom_fields', DEFAULT_ZONE_ID, whole)).toMatchObject([
    {
      identity: { zone_id: DEFAULT_ZONE_ID },
      object: { cookies: ['other', 'sid'] },
      diagnostic: [{ severity: 'WARNING', summary: expect.stringContaining('are in 2 rules') }],
    },
  ]);
});

test('a zone that may not be listed or imported from is named', async () => {
  const effect = { kind: 'answer', status: 403 } as const;
  provider.emulator.control.faults.put([{ match: { operation: 'logpush.jobs.list' }, effect }]);
  const [event] = await listed(JOB, PROFESSIONAL_ZONE_ID);
  const id = `${PROFESSIONAL_ZONE_ID}/1`;
  const { diagnostics } = await provider.call('ImportResourceState', { typeName: JOB, id });
  provider.emulator.control.faults.clear();
  const named = [{ summary: expect.stringContaining('(zone example.net)') }];
  expect([event?.diagnostic, diagnostics]).toMatchObject([named, named]);
});

test('an import by an incomplete identity is refused', async () => {
  const identity = { identityData: wireValue({ zone_id: DEFAULT_ZONE_ID, job_id: null }) };
  expect(await provider.call('ImportResourceState', { typeName: JOB, identity })).toMatchObject({
    importedResources: [],
    diagnostics: [
      {
        summary: 'The identity of the zone_logpush_job to import lacks job_id.',
        detail: 'Set zone_id and job_id in the import block, or give the id instead of the identity.',
      },
    ],
  });
});

/** What is generated of the jobs: what a configuration may set and is not its default, and no secret. */
const GENERATED = [
  { name: 'text', frequency: 'low', logpull_options: { fields: ['RayID'], sample: '0.5' } },
  {
    name: 'output',
    output_options: { field_names: ['RayID'], output_type: 'csv', record_prefix: '', record_suffix: '\n' },
  },
  { max_upload_bytes: '5000000' },
];

/** An object without what is null, inside of it as well. */
const given = (object: object): object =>
  JSON.parse(JSON.stringify(object, (_name, value: unknown) => value ?? undefined)) as object;

test('a job that is listed, imported by its identity and generated is planned without a change', async () => {
  const objects = await listed(JOB, DEFAULT_ZONE_ID, { includeResourceObject: true });
  expect(objects).toHaveLength(3);
  for (const [index, { identity, object }] of objects.entries()) {
    const imported = await provider.call('ImportResourceState', {
      typeName: JOB,
      identity: { identityData: wireValue(identity) },
    });
    expect(imported['diagnostics']).toEqual([]);
    const [{ state, private: kept, identity: itself } = {} as Reply] = imported[
      'importedResources'
    ] as Reply[];
    expect(plainValue(data(itself))).toEqual(identity);
    const read = await provider.call('ReadResource', { typeName: JOB, currentState: state, private: kept });
    expect(plainValue(read['newState'])).toEqual(object);
    expect(plainValue(data(read['newIdentity']))).toEqual(identity);

    const generated = await provider.call('GenerateResourceConfig', {
      typeName: JOB,
      state: read['newState'],
    });
    const config = plainValue(generated['config']) as object;
    expect(given(config)).toEqual({ zone_id: DEFAULT_ZONE_ID, enabled: true, ...GENERATED[index] });
    const validated = await provider.call('ValidateResourceConfig', {
      typeName: JOB,
      config: generated['config'],
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    });
    expect((validated['diagnostics'] as Reply[]).filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    const prior = plainValue(read['newState']) as object;
    const set = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
    const plan = await provider.call('PlanResourceChange', {
      typeName: JOB,
      priorState: read['newState'],
      proposedNewState: wireValue({ ...wholeObject(logpushJobSchema, prior), ...set }),
      config: generated['config'],
      priorPrivate: read['private'],
    });
    expect((plan['diagnostics'] as Reply[]).filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(plainValue(plan['plannedState'])).toEqual(prior);
  }
});

test.each([
  [JOB, logpushJobSchema, { name: 'new', destination_conf: 'https://logs.example.com/' }, { job_id: '1' }],
  ['zone_log_custom_fields', logCustomFieldsSchema, { cookies: ['sid'] }, {}],
  ['zone_managed_rules_migration', managedRulesMigrationSchema, { target_state: 'validation' }, {}],
])('a new %s comes with its identity, and is imported by it', async (typeName, schema, settings, more) => {
  const config = wireValue(wholeObject(schema, { zone_id: SECOND_ZONE_ID, ...settings }));
  const request = { typeName, priorState: wireValue(null), config };
  const plan = await provider.call('PlanResourceChange', { ...request, proposedNewState: config });
  const { plannedState, plannedPrivate } = plan;
  const made = await provider.call('ApplyResourceChange', { ...request, plannedState, plannedPrivate });
  expect(plainValue(data(made['newIdentity']))).toEqual({ zone_id: SECOND_ZONE_ID, ...more });
  const imported = await provider.call('ImportResourceState', { typeName, identity: made['newIdentity'] });
  const [{ state: currentState, private: kept } = {} as Reply] = imported['importedResources'] as Reply[];
  const read = await provider.call('ReadResource', { typeName, currentState, private: kept });
  expect(plainValue(read['newState'])).toMatchObject({ zone_id: SECOND_ZONE_ID, ...settings, ...more });
});
