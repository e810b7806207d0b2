import { STORED_PARTS } from '../parts';
import type { Service } from '../service/service';
import { settingsDocument } from '../service/read-settings';
import type { Zone } from '../service/zone';
import type { SeedDocument, SeedZone } from './seed-document';

/** The whole state of the service as a complete seed document, in plain JSON. */
export type Snapshot = Required<SeedDocument>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { zones, credentials, settings } = state;
  return structuredClone({
    zones: [...zones.values()].map(zoneDocument),
    credentials: {
      tokens: credentials.tokens.map(({ token, permissions, zones: reach }) => ({
        token,
        ...(permissions !== 'all' && { permissions }),
        ...(reach !== 'all' && { zones: reach }),
      })),
      keys: credentials.keys,
    },
    options: settingsDocument(settings),
    clock: new Date(clock.now()).toISOString(),
    identifiers: identifiers.issued(),
  });
}

/** The zone as a complete seed has it. */
export function zoneDocument(zone: Zone): Required<SeedZone> {
  const { id, name, plan } = zone;
  const parts = STORED_PARTS.map((part) => [part.member, part.write(zone)] as const);
  // The parts together have every other member of a zone's document.
  return { id, name, plan, ...Object.fromEntries(parts) } as Required<SeedZone>;
}
