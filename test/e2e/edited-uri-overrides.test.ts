import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  finished,
  migrations,
  refusal,
  service,
  useMigratingZones,
  workspace,
  writes,
} from './migration-workspace';

const ZONE = 'overridden';

/** Is told when the service has read the list of overrides, before it answers. */
let listing = (): void => undefined;

useMigratingZones({
  onRequest: ({ operation }) => {
    if (operation === 'waf.overrides.list') listing();
  },
  zones: [migratingZone(ZONE, { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } })],
});

/** The engine compares what it plans at apply with the saved plan; what happens after that only the provider sees. */
test('a URI-based override edited after the plan that apply makes is not deleted, and none beside it', async () => {
  migrations({ [ZONE]: finished(ZONE, { delete_uri_overrides: true }) });
  await workspace.plan({ out: 'stale.tfplan' });
  listing = (): void => {
    listing = (): void => undefined;
    service.emulator.control.editZone(zoneIdOf(ZONE), ({ previous_waf: { uri_overrides = [] } }) => {
      if (uri_overrides[1]) uri_overrides[1].rules = { '100016': 'disable' };
    });
  };
  expect(await refusal(workspace.apply({ planFile: 'stale.tfplan' }))).toContain(
    `URI-based overrides that the plan deletes were edited: ${'7'.repeat(32)}`,
  );
  expect(writes()).toEqual([]);
});
