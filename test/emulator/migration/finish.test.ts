import { DEPLOY, DEPLOY_OFF, ENTRY_POINT, ZONE_ID, migratingZone } from './migrating-zone';
import type { MigratingZone } from './migrating-zone';

const FINISH = 'waf_migration=pending&phase_two=1';

async function protection(zone: MigratingZone): Promise<string> {
  const { old_waf_status, new_waf_status, migration_state } = (await zone.status()).body.result;
  return `${migration_state}: old ${old_waf_status}, new ${new_waf_status}`;
}

describe('docs/internals/service.md 7.1: the end of a migration', () => {
  it('comes on its own after finishSeconds', async () => {
    const zone = migratingZone({ plan: 'professional' }, { finishSeconds: 60 });
    await zone.update(FINISH);
    const seen = [await protection(zone)];
    zone.advance(59.999);
    seen.push(await protection(zone));
    zone.advance(0.001);
    seen.push(await protection(zone));
    expect(seen).toEqual([
      'pending: old enabled, new enabled',
      'pending: old enabled, new enabled',
      'finished: old disabled, new enabled',
    ]);
  });

  it('is at a time that a snapshot can express, whatever finishSeconds is', async () => {
    const zone = migratingZone({}, { finishSeconds: Number.MAX_SAFE_INTEGER });
    await zone.update(FINISH);
    expect(zone.emulator.control.snapshot().zones[0]?.migration).toMatchObject({
      state: 'finishing',
      finishes_at: '9999-12-31T23:59:59.999Z',
    });
  });

  it('is not delayed by a second update', async () => {
    const zone = migratingZone({}, { finishSeconds: 60 });
    await zone.update(FINISH);
    zone.advance(50);
    expect((await zone.update(FINISH)).status).toBe(200);
    zone.advance(10);
    expect(await zone.state()).toBe('finished');
  });

  it('waits while the new managed rules are disabled', async () => {
    const zone = migratingZone({}, { finishSeconds: 60 });
    await zone.update(FINISH);
    await zone.call('PUT', ENTRY_POINT, { rules: [DEPLOY_OFF] });
    zone.advance(3600);
    expect(await protection(zone)).toBe('pending: old enabled, new disabled');
    await zone.call('PUT', ENTRY_POINT, { rules: [DEPLOY] });
    expect(await protection(zone)).toBe('finished: old disabled, new enabled');
  });

  it('allows no configuration; no second attempt and no undo: transitions.test.ts', async () => {
    const { status, body } = await migratingZone({ migration: { state: 'finished' } }).config();
    const message =
      'the migration of this zone is finished and cannot be repeated or undone; use the ruleset API without waf_migration';
    expect([status, body.errors]).toEqual([400, [{ code: 30105, message }]]);
  });

  it('leaves the ruleset API: plain updates work as for any ruleset', async () => {
    const zone = migratingZone({ plan: 'business' }, { finishSeconds: 0 });
    await zone.update(FINISH);
    const { status, body } = await zone.call('PUT', ENTRY_POINT, { rules: [DEPLOY_OFF] });
    expect([status, body.result.version, await zone.state()]).toEqual([200, '2', 'finished']);
  });
});

it('docs/internals/service.md 7.3: the previous settings of a finished zone no longer reach the new managed rules: a page rule with WAF Off changes neither status nor rules', async () => {
  const zone = migratingZone({}, { finishSeconds: 0 });
  await zone.update(FINISH);
  const seen = async () => [await protection(zone), (await zone.call('GET', ENTRY_POINT)).body.result];
  const before = await seen();
  const page_rules = [{ url: 'example.com/*', actions: [{ id: 'waf', value: 'off' }] }];
  zone.emulator.control.patchZone(ZONE_ID, { previous_waf: { page_rules } });
  expect(await seen()).toEqual(before);
});

const CORE_OFF = { core_rule_set: { sensitivity: 'off' } } as const;
const MANAGED_OFF = {
  groups: { de677e5818985db1285d0e80225f06e5: 'off', cfda825dfda411ea218cb70e6c88e82e: 'off' },
} as const;

describe('docs/internals/service.md 7.3: a finish needs an enabled rule, if the previous version protects anything', () => {
  it.each([
    ['everything on', {}, 400],
    ['the core rule set alone', MANAGED_OFF, 400],
    ['the managed package alone', CORE_OFF, 400],
    ['every package off', { ...CORE_OFF, ...MANAGED_OFF }, 200],
    ['the zone switch off', { enabled: false }, 200],
  ])('%s', async (_name, previous_waf, expected) => {
    const zone = migratingZone({ previous_waf }, { finishSeconds: 60 });
    expect((await zone.update(FINISH, [])).status).toBe(expected);
    zone.advance(60);
    expect(await zone.state()).toBe(expected === 200 ? 'finished' : 'start');
  });
});
