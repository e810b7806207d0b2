import { equivalentRules, MANAGED, SUCCESSOR } from './equivalent-rules';
import { migratingZone, zoneText } from './migrating-zones';
import {
  attributesOf,
  changesIn,
  finished,
  migrations,
  printed,
  refusal,
  service,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  workspace,
} from './migration-workspace';

/** The service takes its time to finish. */
const ZONE = 'slow';
const FINISH_SECONDS = 3600;
const RULES = equivalentRules();
const RULE = SUCCESSOR['100015'];

const ENDED = { migration_state: 'finished', old_waf_status: 'disabled', new_waf_status: 'enabled' };

useMigratingZones({
  settings: { finishSeconds: FINISH_SECONDS },
  zones: [migratingZone(ZONE)],
});

test('without a wait, apply ends when the zone is finishing, plans are empty, and a later run stores the end', async () => {
  const block = finished(ZONE, { wait: false });
  migrations({ [ZONE]: block });
  const plan = await workspace.plan({ out: 'reviewed.tfplan' });
  expect(printed(plan)).toContain('Apply does not wait for this.');
  const finishing = { step: 'finish', migration_state: 'finishing', irreversible: true };
  expect(await changesIn('reviewed.tfplan')).toMatchObject([{ change: { after: finishing } }]);
  await workspace.applied({ args: ['reviewed.tfplan'] });
  expect([stateOf(ZONE), await attributesOf(ZONE)]).toMatchObject(['finishing', finishing]);

  migrations({
    [ZONE]: { ...block, adjustments: { [MANAGED]: { rules: { [RULE]: { action: 'block' } } } } },
  });
  expect(await refusal()).toMatch(
    /is finishing and saves no more rules, but.*wait for the end, and change them in the zone_managed_rules/,
  );
  migrations({ [ZONE]: block });
  const during = await workspace.plan();
  expect([during.exitCode, printed(during)]).toEqual([
    0,
    expect.stringContaining(`The migration of zone ${zoneText(ZONE)} is still finishing, and wait is false.`),
  ]);
  service.emulator.control.clock.advance(FINISH_SECONDS * 1000);
  const after = await workspace.plan();
  expect([after.exitCode, printed(after)]).toEqual([
    0,
    expect.stringContaining(`The migration of zone ${zoneText(ZONE)} has finished since the last run.`),
  ]);
  await workspace.applied();
  expect(await attributesOf(ZONE)).toMatchObject({ ...ENDED, step: 'finish' });
  const later = await workspace.plan();
  expect([later.exitCode, printed(later)]).toEqual([0, expect.not.stringContaining('since the last run')]);
  expect(steps()).toEqual([stepWith(ZONE, 'pending', RULES)]);
});
