import { DEFAULT_ZONE_ID } from '../../emulator';
import { rulesetsSchema } from '../../schema';
import { callProvider, customFields, pathTo, wholeObject, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { plainValue, UNKNOWN, wireValue } from './wire-value';

/** One resource from creation to its end, in the calls that the engine makes. */
const TYPE = 'zone_log_custom_fields';
const PHASE = 'http_log_custom_fields';

let provider: CalledProvider;
let delayed: () => void;

beforeAll(async () => {
  const wait = (): Promise<void> => {
    delayed();
    return new Promise(() => undefined);
  };
  provider = await callProvider({ wait });
  await provider.configure();
});
afterAll(() => provider.end());

const config = customFields({
  zone_id: DEFAULT_ZONE_ID,
  request_headers: ['user-agent', 'accept'],
  cookies: ['Session'],
});
const planned = {
  ...config,
  request_headers: ['accept', 'user-agent'],
  response_headers: [],
  description: '',
  enabled: true,
  on_existing: 'refuse',
};
let current: Readonly<Record<string, unknown>>;
/** The private state, which the engine hands back. */
let kept: unknown;

const plan = (prior: object | null, wanted: object | null): Promise<Reply> => {
  // Where the configuration says nothing, the engine proposes what was there before.
  const set = Object.entries(wanted ?? {}).filter(([, value]) => value !== null);
  return provider.call('PlanResourceChange', {
    typeName: TYPE,
    priorState: wireValue(prior),
    proposedNewState: wireValue(wanted && { ...(prior ?? wanted), ...Object.fromEntries(set) }),
    config: wireValue(wanted),
  });
};
const read = (state: unknown, given: object = {}): Promise<Reply> =>
  provider.call('ReadResource', { typeName: TYPE, currentState: state, ...given });
const atService = (): unknown =>
  provider.emulator.control
    .zones()
    .find(({ id }) => id === DEFAULT_ZONE_ID)
    ?.rulesets.map(({ phase, rules }) => [phase, rules.map((rule) => rule.action_parameters)]);

test('PlanResourceChange fills in the defaults, leaves the id to apply and touches nothing', async () => {
  const reply = await plan(null, config);
  expect(reply).toMatchObject({ diagnostics: [], requiresReplace: [], deferred: null });
  expect(plainValue(reply['plannedState'])).toEqual({ ...planned, taken_over: false, ruleset_id: UNKNOWN });
  expect(atService()).toEqual([]);
});

test('PlanResourceChange leaves alone what is not known yet', async () => {
  const reply = await plan(null, { ...config, zone_id: UNKNOWN, cookies: ['Session', UNKNOWN] });
  expect(reply['diagnostics']).toEqual([]);
  expect(plainValue(reply['plannedState'])).toMatchObject({
    zone_id: UNKNOWN,
    cookies: ['Session', UNKNOWN],
    adopted: UNKNOWN,
  });
});

test('ApplyResourceChange saves the rule at the service', async () => {
  const { plannedState, plannedPrivate } = await plan(null, config);
  const applied = await provider.call('ApplyResourceChange', {
    typeName: TYPE,
    priorState: wireValue(null),
    plannedState,
    plannedPrivate,
    config: wireValue(config),
  });
  expect(applied['diagnostics']).toEqual([]);
  kept = applied['private'];
  current = plainValue(applied['newState']) as typeof current;
  expect(current).toEqual({
    ...planned,
    taken_over: false,
    ruleset_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const rule = {
    request_fields: [{ name: 'accept' }, { name: 'user-agent' }],
    cookie_fields: [{ name: 'Session' }],
  };
  expect(atService()).toEqual([[PHASE, [rule]]]);
});

test('PlanResourceChange of the same again changes nothing', async () => {
  expect(plainValue((await plan(current, config))['plannedState'])).toEqual(current);
});

test('UpgradeResourceState of the present version hands the state on, byte for byte', async () => {
  const json = Buffer.from(JSON.stringify(current));
  const request = { typeName: TYPE, version: 0, rawState: { json } };
  const { diagnostics, upgradedState } = await provider.call('UpgradeResourceState', request);
  expect({ diagnostics, upgradedState }).toEqual({
    diagnostics: [],
    upgradedState: { msgpack: Buffer.of(), json },
  });
});

test('ReadResource sees what somebody else changed, and gives the private state back', async () => {
  provider.emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, ({ rules: [rule] }) => {
    if (rule) rule.action_parameters = { cookie_fields: [{ name: 'other' }] };
  });
  const reply = await read(wireValue(current), { private: Buffer.from('{"kept":"e30="}') });
  expect(reply['diagnostics']).toMatchObject([
    {
      severity: 'WARNING',
      summary: expect.stringMatching(
        /^Changed outside since the last apply: .*: request_headers, cookies\.$/,
      ),
    },
  ]);
  expect(plainValue(reply['newState'])).toEqual({ ...current, request_headers: [], cookies: ['other'] });
  expect(Buffer.from(reply['private'] as Uint8Array).toString()).toBe('{"kept":"e30="}');
});

test('ImportResourceState gives a stub that ReadResource completes', async () => {
  const reply = await provider.call('ImportResourceState', { typeName: TYPE, id: DEFAULT_ZONE_ID });
  const [imported] = reply['importedResources'] as readonly Reply[];
  expect(reply).toMatchObject({ diagnostics: [], importedResources: [{ typeName: TYPE }] });
  expect(plainValue(imported?.['state'])).toEqual(
    customFields({ zone_id: DEFAULT_ZONE_ID, taken_over: true }),
  );
  const { newState } = await read(imported?.['state']);
  expect(plainValue(newState)).toEqual({
    ...current,
    request_headers: [],
    cookies: ['other'],
    taken_over: true,
  });
});

test('ImportResourceState refuses an id that is no zone', async () => {
  const reply = await provider.call('ImportResourceState', { typeName: TYPE, id: 'example.com' });
  expect(reply).toMatchObject({
    importedResources: [],
    diagnostics: [{ severity: 'ERROR', summary: expect.stringContaining('example.com') }],
  });
});

test('ReadDataSource lists the rulesets', async () => {
  const search = wholeObject(rulesetsSchema, { zone_id: DEFAULT_ZONE_ID, kind: 'zone', phase: PHASE });
  const reply = await provider.call('ReadDataSource', {
    typeName: 'zone_rulesets',
    config: wireValue(search),
  });
  expect(reply['diagnostics']).toEqual([]);
  const found = { id: current['ruleset_id'], kind: 'zone', phase: PHASE, version: expect.any(String) };
  expect(plainValue(reply['state'])).toEqual({ ...search, rulesets: [expect.objectContaining(found)] });
});

test('PlanResourceChange to another zone means a new object', async () => {
  const reply = await plan(current, { ...config, zone_id: 'f'.repeat(32) });
  expect(reply['requiresReplace']).toEqual([pathTo('zone_id')]);
});

test('StopProvider ends a call that waits for the service, which says so and loses nothing', async () => {
  // A run does not ask again for what it has read.
  await provider.configure();
  const underWay = new Promise<void>((resolve) => (delayed = resolve));
  provider.emulator.control.faults.put([{ delayMs: 1, times: 1 }]);
  const reading = read(wireValue(current));
  await underWay;
  expect(await provider.call('StopProvider')).toEqual({ Error: '' });
  const { diagnostics, newState } = await reading;
  expect(diagnostics).toMatchObject([{ severity: 'ERROR', summary: expect.stringMatching(/cancel/i) }]);
  expect(plainValue(newState)).toEqual(current);
});

test('PlanResourceChange and ApplyResourceChange to nothing empty the zone', async () => {
  const refreshed = await read(wireValue(current), { private: kept });
  const { plannedState } = await plan(current, null);
  expect(plainValue(plannedState)).toBeNull();
  const applied = await provider.call('ApplyResourceChange', {
    typeName: TYPE,
    priorState: refreshed['newState'],
    plannedState,
    plannedPrivate: refreshed['private'],
    config: wireValue(null),
  });
  expect(applied['diagnostics']).toEqual([]);
  expect(plainValue(applied['newState'])).toBeNull();
  expect(atService()).toEqual([[PHASE, []]]);
});
