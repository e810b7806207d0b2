import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  finished,
  migrations,
  printed,
  service,
  steps,
  useMigratingZones,
  workspace,
} from './migration-workspace';

/** Custom log fields of zones whose subscription plan may not include them. */

useMigratingZones({
  zones: [
    migratingZone('shop', { plan: 'business' }),
    migratingZone('blog', { plan: 'business' }),
    migratingZone('bank', { plan: 'enterprise' }),
  ],
  settings: { model: 'today', rateLimit: 0, uriOverrides: 'available' },
});

const AFTER_FIELDS = (name: string) => ({ depends_on: [`zone_log_custom_fields.${name}`] });

/** Declares the custom fields of zones, beside what else the root module has. */
function fields(blocks: Readonly<Record<string, object>>): void {
  const declared = Object.entries(blocks).map(([name, more]) => [
    name,
    { zone_id: zoneIdOf(name), cookies: ['sid'], ...more },
  ]);
  workspace.write(
    'fields.tf.json',
    JSON.stringify({ resource: { zone_log_custom_fields: Object.fromEntries(declared) as object } }),
  );
}

const mayLack = (zone: string): string =>
  `The subscription plan of zone ${zone} is business, which may not include custom log fields.`;

test('a plan that reads the zone for its migration warns, whichever of the two it plans first', async () => {
  fields({ shop: {}, blog: { depends_on: ['zone_managed_rules_migration.blog'] }, bank: {} });
  migrations({
    shop: finished('shop', AFTER_FIELDS('shop')),
    blog: finished('blog'),
    bank: finished('bank', AFTER_FIELDS('bank')),
  });
  const plan = printed(await workspace.plan());
  expect(plan).toContain(mayLack(zoneText('shop')));
  expect(plan).toContain(mayLack(zoneText('blog')));
  expect(plan.match(/may not include custom log fields/g)).toHaveLength(2);
  const details = service.emulator.control.journal({ operation: 'zones.get' });
  expect(details).toHaveLength(3);
});

test('fields alone cost no request for the zone, and a migration that depends on refused ones does not begin', async () => {
  migrations({});
  fields({ shop: {} });
  expect(printed(await workspace.plan())).not.toContain('may not include');
  expect(service.emulator.control.journal({ operation: 'zones.get' })).toEqual([]);
  migrations({ shop: finished('shop', AFTER_FIELDS('shop')) });
  const applied = await workspace.apply();
  expect(applied.exitCode).toBe(1);
  expect(printed(applied)).toContain('not entitled to use the phase http_log_custom_fields');
  expect(steps()).toEqual([]);
});
