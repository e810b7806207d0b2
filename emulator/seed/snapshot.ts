import { STORED_ACCOUNT_PARTS, STORED_PARTS } from '../parts';
import type { Account } from '../service/account';
import type { Service } from '../service/service';
import { settingsDocument } from '../service/settings';
import type { Zone } from '../service/zone';
import type { SeedAccount, SeedDocument, SeedZone } from './seed-document';

/** The whole state of the service as a complete seed document, in plain JSON. */
export type Snapshot = Required<SeedDocument>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { accounts, zones, credentials, settings } = state;
  return structuredClone({
    zones: [...zones.values()].map(zoneDocument),
    accounts: [...accounts.values()].map(accountDocument),
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

function accountDocument(account: Account): Required<SeedAccount> {
  const { id, name } = account;
  const parts = STORED_ACCOUNT_PARTS.map((part) => [part.member, part.write(account)] as const);
  return { id, name, ...Object.fromEntries(parts) } as Required<SeedAccount>;
}

/** The zone as a complete seed has it. */
export function zoneDocument(zone: Zone): Required<SeedZone> {
  const { id, name, plan } = zone;
  const parts = STORED_PARTS.map((part) => [part.member, part.write(zone)] as const);
  // The parts together have every other member of a zone's document.
  return { id, name, plan, ...Object.fromEntries(parts) } as Required<SeedZone>;
}
