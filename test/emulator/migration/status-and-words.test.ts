import { migratingZone } from './migrating-zone';

const SINCE = '2024-12-24T18:00:00.000Z';
const LATER = '2030-01-01T00:00:00.000Z';

/** State, and its names in check and status per model (docs/internals/service.md 7.1, 7.5). */
const WORDS = [
  [{ state: 'start' }, 'specification', 'start', 'start'],
  [{ state: 'validation', since: SINCE }, 'specification', 'validation', 'validation'],
  [{ state: 'finishing', since: SINCE, finishes_at: LATER }, 'specification', 'pending', 'pending'],
  [{ state: 'finished', since: SINCE }, 'specification', 'finished', 'finished'],
  [{ state: 'start' }, 'today', 'start', 'default'],
  [{ state: 'validation', since: SINCE }, 'today', 'validation', 'validation'],
  [{ state: 'finishing', since: SINCE, finishes_at: LATER }, 'today', 'pending', 'pending'],
  [{ state: 'finished', since: SINCE }, 'today', 'complete', 'complete'],
] as const;

it.each(WORDS)('the values of migration_state %j, %s', async (migration, model, inCheck, inStatus) => {
  const zone = migratingZone({ migration }, { model });
  expect((await zone.check()).body.result).toEqual({ compatible: true, migration_state: inCheck });
  expect((await zone.status()).body.result.migration_state).toBe(inStatus);
});

const statusOf = (before: string, now: string, state: string, created: string | null, source = 'zone') => ({
  ...{ old_waf_status: before, new_waf_status: now, migration_state: state, source, created },
});

describe('docs/internals/service.md 7.5: the status', () => {
  it('of a zone that never began', async () => {
    const result = statusOf('enabled', 'disabled', 'start', null, 'defaults');
    expect((await migratingZone().status()).body).toEqual({
      result,
      success: true,
      errors: [],
      messages: [],
    });
  });

  it('shows when the current state began', async () => {
    const zone = migratingZone({}, { finishSeconds: 60 });
    const { body } = await zone.update('waf_migration=validation&phase_two=1');
    const inValidation = (await zone.status()).body.result;
    zone.advance(10);
    await zone.update('waf_migration=pending&phase_two=1');
    const pending = (await zone.status()).body.result;
    zone.advance(600);
    expect([inValidation, pending.created, (await zone.status()).body.result]).toEqual([
      statusOf('enabled', 'enabled', 'validation', body.result.last_updated),
      '2025-01-01T00:00:10.002000Z',
      statusOf('disabled', 'enabled', 'finished', '2025-01-01T00:01:10.002000Z'),
    ]);
  });

  it('shows for the new version what the entry point deploys, in every state', async () => {
    const rulesets = [{ phase: 'http_request_firewall_managed' as const, rules: [] }];
    const zone = migratingZone({ rulesets, migration: { state: 'finished', since: SINCE } });
    expect((await zone.status()).body.result).toEqual(
      statusOf('disabled', 'disabled', 'finished', '2024-12-24T18:00:00.000000Z'),
    );
  });
});

describe('the three operations of the migration', () => {
  it.each(['check', 'config'] as const)('%s refuses a phase_two that is not 1', async (name) => {
    const zone = migratingZone();
    for (const query of ['?phase_two=2', '?phase_two=', '?phase_two=true', '?phase_two=1&phase_two=2'])
      expect((await zone[name](query)).status).toBe(400);
  });

  it.each(['check', 'config', 'status'] as const)('%s needs waf:read', async (name) => {
    const zone = migratingZone();
    const reader = 'reader-token-0123456789abcdefghijklmnopqrstuv';
    const snapshot = zone.emulator.control.snapshot();
    const statuses: number[] = [];
    for (const permissions of [['rulesets:edit'], ['waf:read']] as const) {
      const tokens = [{ token: reader, permissions }];
      zone.emulator.control.restore({ ...snapshot, credentials: { ...snapshot.credentials, tokens } });
      const url = `http://localhost/client/v4/zones/${snapshot.zones[0]?.id}/waf_migration/${name}?phase_two=1`;
      const headers = { authorization: `Bearer ${reader}` };
      statuses.push((await zone.emulator.handle(new Request(url, { headers }))).status);
    }
    expect(statuses).toEqual([403, 200]);
  });
});
