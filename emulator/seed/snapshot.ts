import { type SeedSharedParts, SHARED_PARTS, STORED_OF_ZONES } from '../requests/parts';
import type { ApiToken } from '../service/credentials';
import type { Service } from '../service/service';
import { settingsDocument } from '../service/settings';
import type { Zone } from '../service/zone';
import type { SeedDocument, SeedToken, SeedZone } from './seed-document';

/** The whole state of the service as a complete seed document, in plain JSON. */
export type Snapshot = Required<Omit<SeedDocument, 'copy'>>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { zones, credentials, settings } = state;
  const shared = SHARED_PARTS.map((part) => [part.member, part.write(state)] as const);
  // The parts together have every other member of a seed.
  return structuredClone({
    zones: [...zones.values()].map(zoneDocument),
    credentials: { tokens: credentials.tokens.map(tokenDocument), keys: credentials.keys },
    ...(Object.fromEntries(shared) as Required<SeedSharedParts>),
    options: settingsDocument(settings),
    clock: new Date(clock.now()).toISOString(),
    identifiers: identifiers.issued(),
  });
}

/** The zone as a complete seed has it. */
export function zoneDocument(zone: Zone): Required<SeedZone> {
  const { id, name, plan, account, status, type, paused, vanityNameServers, modifiedOn } = zone;
  const parts = STORED_OF_ZONES.map((part) => [part.member, part.write(zone)] as const);
  // The parts together have every other member of a zone's document.
  return {
    ...{ id, name, plan, account, status, type, paused },
    vanity_name_servers: vanityNameServers,
    modified_on: modifiedOn,
    ...Object.fromEntries(parts),
  } as Required<SeedZone>;
}

function tokenDocument(token: ApiToken): SeedToken {
  const { permissions, zones, user, isDisabled, notBefore, expiresOn } = token;
  return {
    token: token.token,
    ...(permissions !== 'all' && { permissions }),
    ...(zones !== 'all' && { zones }),
    ...(user !== undefined && { user }),
    ...(isDisabled && { status: 'disabled' as const }),
    ...(notBefore !== undefined && { not_before: new Date(notBefore).toISOString() }),
    ...(expiresOn !== undefined && { expires_on: new Date(expiresOn).toISOString() }),
  };
}
