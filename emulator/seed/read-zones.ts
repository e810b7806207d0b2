import * as is from '../checks/shape';
import { STORED_OF_ZONES } from '../requests/parts';
import type { SeedZone } from './seed-document';
import { type DocumentIds, identifier } from '../service/identifiers';
import type { Service, SharedState } from '../service/service';
import type { Zone } from '../service/zone';
import { PLANS, USUAL_CREATION, ZONE_STATUSES, ZONE_TYPES } from '../service/zone';
import { DEFAULT_ACCOUNT_ID, DEFAULT_ACCOUNT_NAME } from './default-seed';

/** A checked zone of a seed. */
export interface CheckedZone extends Pick<
  Zone,
  'name' | 'plan' | 'account' | 'status' | 'type' | 'paused' | 'vanityNameServers' | 'modifiedOn'
> {
  readonly id?: string;
  /** What each part of the service keeps for it. */
  readonly parts: readonly ((service: Service) => object)[];
}

/** What zones of a document are checked against. */
interface Context {
  readonly shared: SharedState;
  /** Collects the ids of the document. */
  readonly ids: DocumentIds;
}

/** The account of a zone: that of the default seed, but for what the seed says. */
const ACCOUNT = is.object({
  id: is.optional(identifier, DEFAULT_ACCOUNT_ID),
  name: is.optional(is.text(/\S/, 'a name that is not blank'), DEFAULT_ACCOUNT_NAME),
});

/** A zone of a seed. */
export function seedZone({ shared, ids }: Context): is.Shape<CheckedZone> {
  const shape = is.object({
    id: is.optional(ids.of('zones')),
    name: is.text(/\S/, 'a domain'),
    plan: is.optional(is.oneOf(PLANS), 'enterprise'),
    account: is.optional(ACCOUNT, { id: DEFAULT_ACCOUNT_ID, name: DEFAULT_ACCOUNT_NAME }),
    status: is.optional(is.oneOf(ZONE_STATUSES), 'active'),
    type: is.optional(is.oneOf(ZONE_TYPES), 'full'),
    paused: is.optional(is.flag, false),
    vanity_name_servers: is.optional(is.list(is.text(/\S/, 'a host name')), []),
    modified_on: is.optional(is.timeText, USUAL_CREATION),
    ...is.elsewhere(STORED_OF_ZONES.map(({ member }) => member)),
  });
  return (reader) => {
    const zone = shape(reader);
    const plan = PLANS.find((known) => known === reader.optional('plan')?.value) ?? 'enterprise';
    const context = { plan, shared, settings: shared.settings, ids };
    const parts = STORED_OF_ZONES.map((part) => part.read(reader.optional(part.member), context));
    if (zone === undefined) return undefined;
    const { vanity_name_servers: vanityNameServers, modified_on: modifiedOn, ...rest } = zone;
    return { ...rest, vanityNameServers, modifiedOn, parts };
  };
}

/** The zone with the identifiers and times that its seed leaves out. */
export function storedZone(service: Service, { id, parts, ...rest }: CheckedZone): Zone {
  const zone: object = { id: id ?? service.identifiers.next(), ...rest };
  // The parts together have every other member of a zone.
  return Object.assign(zone, ...parts.map((make) => make(service))) as Zone;
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
