import type { FaultEffect, SeedZone, ServiceSettings } from '../../../../emulator';
import { type ZoneClient } from '../../../../provider-shim/api';
import { type MigrationProblem } from '../../../../provider-shim/resources/migration/status';
import type { Inputs, Transition } from '../../../../provider-shim/resources/migration/state';
import { saveRules } from '../../../../provider-shim/resources/migration/apply';
import { emulatedZone, ZONE, type EmulatedZone } from '../../api/emulated-zone';
import { transitionOf, HOST_RULE, MANAGED, NEVER_STOPPED } from './computed-transition';

let zone: EmulatedZone;
const PUT = 'rulesets.entrypoint.update';

async function save(api: ZoneClient, todo: Transition, signal = NEVER_STOPPED): Promise<void> {
  if (todo.trigger === undefined) throw new Error('nothing to save');
  await saveRules({ api, zoneId: ZONE, zone: ZONE, signal }, todo, todo.trigger);
}

interface Saved {
  /** What it failed with; undefined when it did not. */
  readonly failure: unknown;
  /** Status of each update as the service answered it; null when a fault kept it from the service. */
  readonly updates: readonly (number | null)[];
  readonly state: string;
}

interface Struck {
  readonly operation: string;
  readonly effect: FaultEffect;
  /** @default 1 */
  readonly times?: number;
}

/** Saves what the zone needs, with faults in between. */
async function saved(
  faults: readonly Struck[] = [],
  declared: Partial<Inputs> = {},
  seed: Partial<SeedZone> = {},
  settings: Partial<ServiceSettings> = {},
  change: (computed: Transition) => Transition = (same) => same,
): Promise<Saved> {
  zone = await emulatedZone(seed, settings, { maxRetries: 0 });
  const { client, emulator } = zone;
  const todo = change(await transitionOf(client, declared));
  emulator.control.faults.put(
    faults.map(({ operation, effect, times = 1 }) => ({ match: { operation }, effect, times })),
  );
  const failure: unknown = await save(client, todo).then(
    () => undefined,
    (error: unknown) => error,
  );
  emulator.control.faults.clear();
  return {
    failure,
    updates: emulator.control.journal({ method: 'PUT' }).map(({ servedStatus }) => servedStatus),
    state: (await client.getMigrationStatus(ZONE)).migration_state ?? '',
  };
}

const refusal = (status: number, errors: readonly object[]): FaultEffect => ({
  kind: 'answer',
  status,
  body: { result: null, success: false, errors, messages: [] },
});

const cut = (moment: 'before-write' | 'after-write', times = 1): Struck => ({
  operation: PUT,
  effect: { kind: 'cut', moment },
  times,
});

const adjusted = (action: string): Partial<Inputs> => ({
  adjustments: { [MANAGED]: { rules: { [HOST_RULE]: { action, enabled: null } } } },
});

describe('when the answer to a save is lost, the zone is read', () => {
  test('and a save without effect is sent again, unchanged', async () => {
    expect(await saved([cut('before-write')])).toEqual({
      failure: undefined,
      updates: [null, 200],
      state: 'pending',
    });
    const [first, second] = zone.emulator.control.journal({ method: 'PUT' });
    expect([second?.body, second?.query]).toEqual([first?.body, first?.query]);
  });

  test('and a step without effect is sent again, although the zone has its rules already', async () => {
    await saved([], { target: 'validation' });
    const { effect, times } = cut('before-write');
    zone.emulator.control.faults.put([{ match: { operation: PUT }, effect, times: times ?? 1 }]);
    await save(zone.client, await transitionOf(zone.client));
    expect((await zone.client.getMigrationStatus(ZONE)).migration_state).toBe('pending');
  });

  test('and an earlier try that took effect late is noticed when the next one is refused', async () => {
    const status = { old_waf_status: 'enabled', new_waf_status: 'disabled', migration_state: 'start' };
    const result = { ...status, source: 'defaults', created: null };
    const asBefore: FaultEffect = {
      kind: 'answer',
      status: 200,
      body: { result, success: true, errors: [], messages: [] },
    };
    const faults = [
      cut('after-write'),
      { operation: 'migration.status', effect: asBefore },
      { operation: 'rulesets.entrypoint.get', effect: refusal(404, [{ code: 10003, message: 'none' }]) },
    ];
    expect(await saved(faults, {}, {}, { finishSeconds: 0 })).toEqual({
      failure: undefined,
      updates: [200, 400],
      state: 'finished',
    });
  });

  test('and changes of others meanwhile neither count nor are overwritten', async () => {
    zone = await emulatedZone({}, {}, { maxRetries: 0 });
    const { client, emulator } = zone;
    const [mine, theirs] = [
      await transitionOf(client, adjusted('log')),
      await transitionOf(client, adjusted('block')),
    ];
    await save(client, theirs);
    emulator.control.faults.put([
      { match: { operation: PUT }, times: 1, effect: { kind: 'cut', moment: 'before-write' } },
    ]);
    await expect(save(client, mine)).rejects.toThrow(
      /no longer matches the plan: somebody else changed it during the save/,
    );
    expect(emulator.control.journal({ method: 'PUT' }).map(({ servedStatus }) => servedStatus)).toEqual([
      200,
      null,
    ]);
  });
});

describe('a refused save is sent once, and the error explains it:', () => {
  test.each<readonly [string, FaultEffect, string, boolean]>([
    ['a text of nothing', { kind: 'answer', status: 403 }, 'Internal error (status 403, code 10001)', true],
    [
      'no error',
      refusal(403, []),
      `PUT /zones/${ZONE}/rulesets/phases/http_request_firewall_managed/entrypoint: the service answered with status 403: ` +
        'no reason given',
      true,
    ],
  ])('with the status and the codes: %s', async (_case, effect, said, lacksPermission) => {
    const { failure } = await saved([{ operation: PUT, effect }]);
    const { message, hint } = (failure as MigrationProblem).toProblem();
    expect(message).toBe(`The service refuses to finish the migration: ${said}.`);
    expect(hint.includes('may lack the permission Zone WAF Write')).toBe(lacksPermission);
  });
});
