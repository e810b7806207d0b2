import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { STORED_OF_ZONES } from '../requests/parts';
import { type DocumentIds, IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import type { Service, SharedState } from '../service/service';
import type { Plan, Zone, ZoneStatus, ZoneType } from '../service/zone';
import { PLANS, USUAL_CREATION, ZONE_STATUSES, ZONE_TYPES } from '../service/zone';
import { DEFAULT_ACCOUNT_ID, DEFAULT_ACCOUNT_NAME } from './default-seed';

/** A checked zone of a seed. */
export interface CheckedZone {
  readonly id?: string;
  readonly name: string;
  readonly plan: Plan;
  readonly account: Zone['account'];
  readonly status: ZoneStatus;
  readonly type: ZoneType;
  readonly paused: boolean;
  readonly vanityNameServers: readonly string[];
  readonly modifiedOn: string;
  /** What each part of the service keeps for it. */
  readonly parts: readonly ((service: Service) => object)[];
}

/** What zones of a document are checked against. */
interface Context {
  readonly shared: SharedState;
  /** Collects the ids of the document. */
  readonly ids: DocumentIds;
}

/** Reads the zones of a seed. */
export function readZones(reader: Reader, context: Context): readonly CheckedZone[] | undefined {
  return reader.items()?.flatMap((item) => readZone(item, context) ?? []);
}

function readZone(reader: Reader, { shared, ids }: Context): CheckedZone | undefined {
  const members = reader.members([
    'id',
    'name',
    'plan',
    'account',
    'status',
    'type',
    'paused',
    'vanity_name_servers',
    'modified_on',
    ...STORED_OF_ZONES.map(({ member }) => member),
  ]);
  const id = ids.read(members?.optional('id'), 'zones');
  const name = members?.required('name')?.matching(/\S/, 'a domain');
  const plan = members?.optional('plan')?.oneOf(PLANS) ?? 'enterprise';
  const account = readAccount(members?.optional('account'));
  const status = members?.optional('status')?.oneOf(ZONE_STATUSES) ?? 'active';
  const type = members?.optional('type')?.oneOf(ZONE_TYPES) ?? 'full';
  const paused = members?.optional('paused')?.boolean() ?? false;
  const nameServers = members?.optional('vanity_name_servers')?.items() ?? [];
  const vanityNameServers = nameServers.flatMap((item) => item.matching(/\S/, 'a host name') ?? []);
  const modifiedOn = readTimeText(members?.optional('modified_on')) ?? USUAL_CREATION;
  const context = { plan, shared, settings: shared.settings, ids } as const;
  const parts = STORED_OF_ZONES.map((part) => part.read(members?.optional(part.member), context));
  if (name === undefined) return undefined;
  const rest = { status, type, paused, vanityNameServers, modifiedOn, parts };
  return { ...(id && { id }), name, plan, account, ...rest };
}

/** The account of the zone: that of the default seed, but for what the seed says. */
function readAccount(reader: Reader | undefined): Zone['account'] {
  const members = reader?.members(['id', 'name']);
  return {
    id: members?.optional('id')?.matching(IDENTIFIER, IDENTIFIER_FORM) ?? DEFAULT_ACCOUNT_ID,
    name: members?.optional('name')?.matching(/\S/, 'a name that is not blank') ?? DEFAULT_ACCOUNT_NAME,
  };
}

/** The zone with the identifiers and times that its seed leaves out. */
export function storedZone(service: Service, { id, parts, ...rest }: CheckedZone): Zone {
  const zone: object = { id: id ?? service.identifiers.next(), ...rest };
  // The parts together have every other member of a zone.
  return Object.assign(zone, ...parts.map((make) => make(service))) as Zone;
}
