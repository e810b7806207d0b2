import type { Service } from '../service/service';
import type { SeedDocument } from './seed-document';

/** The whole state of the service as a seed document in which nothing is left out: plain JSON. */
export type Snapshot = Required<SeedDocument>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { zones, credentials, settings } = state;
  return structuredClone({
    zones: [...zones.values()].map((zone) => ({ ...zone, rulesets: [...zone.rulesets.values()] })),
    credentials: {
      tokens: credentials.tokens.map(({ token, permissions, zones: reach }) => ({
        token,
        ...(permissions !== 'all' && { permissions }),
        ...(reach !== 'all' && { zones: reach }),
      })),
      keys: credentials.keys,
    },
    options: {
      limits: settings.limits,
      enterprise_only_custom_fields: settings.enterpriseOnlyCustomFields,
      empty_rules: settings.emptyRules,
    },
    clock: new Date(clock.now()).toISOString(),
    identifiers: identifiers.issued(),
  });
}
