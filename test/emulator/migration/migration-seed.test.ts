import { seedProblems } from '../seed-problems';
import { START_TIME, ZONE_ID, migratingZone } from './migrating-zone';

const SINCE = '2024-12-24T18:00:00.000Z';

function problemsOf(zone: Readonly<Record<string, unknown>>): readonly string[] {
  const seed = { zones: [{ id: ZONE_ID, name: 'example.com', ...zone }] };
  return seedProblems(seed).map(({ path, message }) => `${path}: ${message}`);
}

describe('the migration of a zone in a seed', () => {
  const NOW = new Date(START_TIME).toISOString();
  const SOON = '2025-01-01T00:00:30.000Z';
  const TO_COME = { state: 'finishing', since: SINCE, finishes_at: '2030-01-01T00:00:00.000Z' } as const;
  const DUE = { state: 'finishing', since: SINCE, finishes_at: SINCE } as const;
  it.each([
    ['nothing', undefined, { state: 'start' }],
    ['an empty object', {}, { state: 'start' }],
    ['a start', { state: 'start' }, { state: 'start' }],
    ['a validation', { state: 'validation', since: SINCE }, undefined],
    ['a finish to come', TO_COME, undefined],
    ['a finish that was due', DUE, undefined],
    ['an end', { state: 'finished', since: SINCE }, undefined],
    ['a validation of now', { state: 'validation' }, { state: 'validation', since: NOW }],
    [
      'a finish that begins now',
      { state: 'finishing' },
      { state: 'finishing', since: NOW, finishes_at: SOON },
    ],
    ['a finish that is long due', { state: 'finishing', finishes_at: SINCE }, DUE],
  ] as const)('%s is stored and written back', (_name, migration, held) => {
    const zone = migratingZone({ ...(migration && { migration }) }, { finishSeconds: 30 });
    const snapshot = zone.emulator.control.snapshot();
    expect(snapshot.zones[0]?.migration).toEqual(held ?? migration);
    zone.emulator.control.reset();
    zone.emulator.control.restore(snapshot);
    expect(zone.emulator.control.snapshot()).toEqual(snapshot);
  });

  it('a zone saved in the middle of its migration continues from there', async () => {
    const zone = migratingZone({}, { finishSeconds: 60 });
    await zone.update('waf_migration=pending&phase_two=1');
    const snapshot = zone.emulator.control.snapshot();
    zone.advance(60);
    expect(await zone.state()).toBe('finished');
    zone.emulator.control.restore(snapshot);
    expect(await zone.state()).toBe('pending');
    zone.advance(60);
    expect(await zone.state()).toBe('finished');
  });

  it.each(['professional', 'business'])('validation is refused for a %s zone', (plan) => {
    expect(problemsOf({ plan, migration: { state: 'validation' } })).toEqual([
      `zones[0].migration.state: 'validation' is not a valid value for state because zones of the ${plan} plan migrate in one step; only enterprise zones have validation`,
    ]);
  });
});
