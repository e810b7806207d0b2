import { equivalentRules } from './equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf, zoneText, type PreviousWaf } from './migrating-zones';
import {
  attributesOf,
  beginAnew,
  finished,
  migrations,
  printed,
  rest,
  service,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  workspace,
} from './migration-workspace';

/** docs/internals/service.md 7.2, 2.3 and 8: what keeps a zone from migrating, and what does not. */

/** A firewall rule whose expression is one byte too long. */
const TOO_LONG: PreviousWaf = {
  firewall_rules: [
    bypass('f', { description: 'long', expression: `${'http.host eq "'.padEnd(4096, 'x')}"` }),
  ],
};
useMigratingZones({
  fresh: false,
  zones: [
    migratingZone('skipped-overrides', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('skipped-expression', { previous: TOO_LONG }),
    migratingZone('not-skipped'),
  ],
});

describe('zones that cannot migrate, with on_incompatible = "skip"', () => {
  const blocks = {
    'skipped-overrides': finished('skipped-overrides', { on_incompatible: 'skip' }),
    'skipped-expression': finished('skipped-expression', { on_incompatible: 'skip' }),
    'not-skipped': finished('not-skipped', { on_incompatible: 'skip' }),
  };
  const skipped = ['skipped-overrides', 'skipped-expression'];
  beforeAll(() => {
    beginAnew();
    migrations(blocks);
  });

  test('are left as they are, with the reason in the plan, and hold up no other zone', async () => {
    const plan = await workspace.plan({ out: 'reviewed.tfplan' });
    expect(printed(plan)).toContain(
      `The migration of zone ${zoneText('skipped-overrides')} is skipped (on_incompatible = "skip"): Zone ` +
        `${zoneText('skipped-overrides')} cannot migrate: a URI-based override is in the way.`,
    );
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(Object.keys(blocks).map(stateOf)).toEqual(['start', 'start', 'finished']);
    expect(steps()).toEqual([stepWith('not-skipped', 'pending', equivalentRules())]);
    expect(await attributesOf('skipped-expression')).toMatchObject({
      ...{ step: 'skip', migration_state: 'start', irreversible: false, finish: null, rules: [] },
      skipped_because: [
        `Zone ${zoneText('skipped-expression')} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      ],
    });
    const next = await workspace.plan();
    expect(next.exitCode).toBe(0);
    expect(printed(next).match(/is skipped/g)).toHaveLength(2);
    expect((await workspace.plan({ args: ['-refresh-only'] })).exitCode).toBe(0);
  });

  test('migrate with the next plan that finds nothing in the way, as an update', async () => {
    service.emulator.control.patchZone(zoneIdOf('skipped-overrides'), {
      previous_waf: { uri_overrides: [] },
    });
    const plan = printed(await workspace.plan({ out: 'reviewed.tfplan' }));
    expect(plan).toContain('0 to add, 1 to change, 0 to destroy');
    expect(plan).toContain('step = "skip" -> "finish"');
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(skipped.map(stateOf)).toEqual(['finished', 'start']);
    expect(await attributesOf('skipped-overrides')).toMatchObject({ step: 'finish', skipped_because: null });
    await rest();
  });
});
