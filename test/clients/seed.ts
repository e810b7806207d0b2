import type { SeedDocument, SeedZone } from '../../emulator';
import { DEFAULT_SEED, DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import type { Model } from './running-emulator';

/** The zone that clients change. */
export const ZONE_ID = DEFAULT_ZONE_ID;

/** A zone that has finished its migration: its previous managed rules are retired. */
export const MIGRATED_ZONE_ID = SECOND_ZONE_ID;

const PREVIOUS_WAF: SeedZone['previous_waf'] = {
  firewall_rules: [{ action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' }],
  page_rules: [{ url: 'example.com/clients/*', actions: [{ id: 'disable_security' }] }],
};

/** Today the service has no operations for it any more (docs/internals/service.md 7.7). */
const OVERRIDE = { urls: ['example.com/clients*'], rules: { '100015': 'disable' } };

/**
 * The default seed, with one zone that has finished its migration, one with previous rules, and as many requests as the
 * tests send.
 */
export function clientSeed(model: Model): SeedDocument {
  const ofZones: Readonly<Record<string, Partial<SeedZone>>> = {
    [MIGRATED_ZONE_ID]: { migration: { state: 'finished' } },
    [ZONE_ID]: {
      previous_waf: { ...PREVIOUS_WAF, uri_overrides: model === 'today' ? [] : [OVERRIDE] },
    },
  };
  return {
    ...DEFAULT_SEED,
    zones: DEFAULT_SEED.zones.map((zone) => ({ ...zone, ...ofZones[zone.id] })),
    options: { rate_limit: 0, rate_limit_per_address: 0 },
  };
}
