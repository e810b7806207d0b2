import type { FaultRule } from '../../../../emulator';
import { managedRulesMigrationSchema } from '../../../../schema';
import { migratingZone, zoneIdOf, zoneText } from '../../../e2e/migrating-zones';
import {
  callProvider,
  providerConfig,
  wholeObject,
  type CalledProvider,
} from '../../../conformance/called-provider';
import { plainValue, wireValue } from '../../../conformance/wire-value';

/** `max_failed_migrations` in the calls of one apply after another. */
const TYPE = managedRulesMigrationSchema.type;
const ZONES = ['one', 'two', 'three', 'four'];

let provider: CalledProvider;

/** Called when a delayed answer begins to wait, which ends when the promise that it returns does. */
let delayed: () => Promise<void>;

beforeAll(async () => {
  const seed = { zones: ZONES.map((name) => migratingZone(name)) };
  provider = await callProvider({ seed, wait: () => delayed() });
});
afterAll(() => provider.end());
beforeEach(() => {
  provider.emulator.control.faults.clear();
  provider.emulator.control.reset();
});

/** Begins another run, as the engine does for each apply. */
async function configure(settings: object): Promise<void> {
  const { baseUrl, credentials } = provider.emulator;
  const config = providerConfig({
    base_url: baseUrl,
    api_token: credentials.token,
    max_requests_per_second: 1000,
    ...settings,
  });
  expect(await provider.call('ConfigureProvider', { terraformVersion: '1.11.4', ...config })).toMatchObject({
    diagnostics: [],
  });
}

/** Plans and applies the migration of a zone. */
const applied = async (name: string) => (await planned(name))();

/** Plans the migration of a zone. @returns its apply, which ends with the errors' summaries and details, and the new state */
async function planned(name: string) {
  const config = wireValue(
    wholeObject(managedRulesMigrationSchema, { zone_id: zoneIdOf(name), target_state: 'validation' }),
  );
  const prior = { typeName: TYPE, priorState: wireValue(null), config };
  const plan = await provider.call('PlanResourceChange', { ...prior, proposedNewState: config });
  return async () => {
    const { plannedState, plannedPrivate } = plan;
    const reply = await provider.call('ApplyResourceChange', { ...prior, plannedState, plannedPrivate });
    const all = reply['diagnostics'] as readonly Record<'severity' | 'summary' | 'detail', string>[];
    const errors = all.filter(({ severity }) => severity === 'ERROR');
    return {
      errors: errors.map(({ summary, detail }) => `${summary}\n${detail}`),
      state: plainValue(reply['newState']),
    };
  };
}

function refuse(names: readonly string[], ...more: readonly FaultRule[]): void {
  const effect = { kind: 'answer', status: 403 } as const;
  const updates = names.map((name) => ({ operation: 'rulesets.entrypoint.update', zoneId: zoneIdOf(name) }));
  provider.emulator.control.faults.put([...more, ...updates.map((match) => ({ match, effect }))]);
}

/** The writes to a zone. */
function writesTo(name: string): readonly string[] {
  return provider.emulator.control
    .journal()
    .filter(({ zoneId, method }) => zoneId === zoneIdOf(name) && method !== 'GET')
    .map(({ operation }) => String(operation));
}

test('the migration after the last that may fail is refused before its first write, and the next run begins anew', async () => {
  await configure({ max_failed_migrations: 2 });
  refuse(['one', 'three']);
  expect((await applied('one')).errors).toHaveLength(1);
  expect((await applied('two')).errors).toEqual([]);
  expect((await applied('three')).errors).toHaveLength(1);

  const four = await planned('four');
  const { errors, state } = await four();
  expect(state).toBeNull();
  expect(errors).toHaveLength(1);
  const [summary, ...detail] = String(errors[0]).split('\n');
  expect(summary).toBe(
    `The migration of zone ${zoneText('four')} was not begun, because 2 other migrations of this apply failed.`,
  );
  const refusal = 'The service refuses to begin validation';
  expect(detail).toEqual([
    'max_failed_migrations is 2. Failed:',
    expect.stringMatching(`^  - one\\.example \\(${zoneIdOf('one')}\\): ${refusal}`),
    expect.stringMatching(`^  - three\\.example \\(${zoneIdOf('three')}\\): ${refusal}`),
    'This zone was not changed. Repair what failed, or increase max_failed_migrations; the next apply goes on with the ' +
      'zones that are left.',
  ]);
  expect(writesTo('four')).toEqual([]);
  // Refusals are not failures: the next one names the same two.
  expect(String((await four()).errors[0])).toContain('2 other migrations of this apply failed');

  await configure({ max_failed_migrations: 2 });
  expect((await applied('four')).errors).toEqual([]);
  expect(writesTo('four')).not.toEqual([]);
});

test('a migration that has only read when the limit is reached writes nothing', async () => {
  await configure({ max_failed_migrations: 1 });
  const [one, two] = [await planned('one'), await planned('two')];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const reads = new Promise<void>((resolve) => {
    delayed = () => {
      resolve();
      return held;
    };
  });
  refuse(['one'], { match: { zoneId: zoneIdOf('two'), method: 'GET' }, delayMs: 1 });
  const second = two();
  await reads;
  expect((await one()).errors).toHaveLength(1);
  goOn();
  const { errors, state } = await second;
  expect(state).toBeNull();
  expect(errors).toEqual([
    expect.stringContaining('was not begun, because another migration of this apply failed.'),
  ]);
  expect(writesTo('two')).toEqual([]);
});

test('without a limit every migration is tried, and one whose step writes nothing goes on after it', async () => {
  await configure({});
  const [four = '', ...others] = ZONES.toReversed();
  refuse(others);
  for (const name of others)
    expect((await applied(name)).errors).toEqual([
      expect.stringContaining('The service refuses to begin validation'),
    ]);
  expect((await applied(four)).errors).toEqual([]);
  await configure({ max_failed_migrations: 1 });
  const again = await planned(four);
  expect((await applied('one')).errors).toHaveLength(1);
  expect((await again()).errors).toEqual([]);
});
