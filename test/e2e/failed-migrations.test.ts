import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  migrations,
  printed,
  rest,
  service,
  stateOf,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

const NAMES = Array.from({ length: 12 }, (_each, index) => `zone-${String.fromCharCode(97 + index)}`);

useMigratingZones({
  zones: NAMES.map((name) =>
    migratingZone(name, { previous: { groups: {}, rules: {}, firewall_rules: [], page_rules: [] } }),
  ),
});

/** All zones validate; the provider stops after so many failed migrations. */
function declare(most?: number): void {
  migrations(Object.fromEntries(NAMES.map((name) => [name, validated()])), {
    provider: { zone: { max_requests_per_second: 1000, max_failed_migrations: most } },
  });
}

/** The service refuses to begin validation, in these zones or in all. */
function refuse(...names: readonly string[]): void {
  const faults = (names.length === 0 ? [undefined] : names.map(zoneIdOf)).map((zoneId) => ({
    match: { operation: 'rulesets.entrypoint.update', ...(zoneId === undefined ? {} : { zoneId }) },
    effect: { kind: 'answer', status: 403 } as const,
  }));
  service.emulator.control.faults.put(faults);
}

afterEach(() => service.emulator.control.faults.clear());

/** The zones that have got a write. */
function written(): readonly string[] {
  const ids = new Set(writes().map(({ zoneId }) => zoneId));
  return NAMES.filter((name) => ids.has(zoneIdOf(name)));
}

const NOT_BEGUN = /The migration of zone (\S+)\.example \([0-9a-f]{32}\) was not begun, because/g;

test('after so many failures no other migration begins; the next apply goes on', async () => {
  declare(2);
  refuse();
  const result = await workspace.apply({ args: ['-parallelism=2'] });
  expect(result.exitCode).toBe(1);
  const text = printed(result);
  const failed = written();
  // The second to fail may run beside a third one, which began before.
  expect([2, 3]).toContain(failed.length);
  const refused = [...text.matchAll(NOT_BEGUN)].map(([, name]) => String(name));
  expect(refused.sort()).toEqual(NAMES.filter((name) => !failed.includes(name)));
  expect(text).toContain('max_failed_migrations is 2. Failed:');
  // Whichever failed first: a third one is not told to those that are refused before its answer.
  const told = failed.filter((name) =>
    text.includes(`- ${zoneText(name)}: The service refuses to begin validation`),
  );
  expect([2, 3]).toContain(told.length);
  expect(text).toContain('This zone was not changed.');
  for (const name of NAMES) expect(stateOf(name)).toBe('start');

  service.emulator.control.faults.clear();
  await workspace.applied();
  for (const name of NAMES) expect(stateOf(name)).toBe('validation');
  await rest();
});

test('without a limit every migration is tried', async () => {
  declare();
  refuse();
  const result = await workspace.apply();
  expect(result.exitCode).toBe(1);
  expect(printed(result)).not.toContain('was not begun');
  expect(written()).toEqual(NAMES);
});
