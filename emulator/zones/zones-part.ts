import { invalidParameter } from '../service/chosen';
import { PAGE_SIZES, pageOf } from '../http/page-of';
import { type Caller, type Permission, reachesZone, areaOf, PERMISSIONS } from '../service/credentials';
import { zoneOperation, type CallerOperation } from '../service/operation';
import type { ServicePart } from '../service/part';
import { type Plan, type Zone, ZONE_STATUSES, USUAL_CREATION } from '../service/zone';
import { identifierOf } from '../service/identifiers';

/** The zones that the caller may use, in pages (docs/internals/service.md 9.1). */
const listZones: CallerOperation = {
  of: 'caller',
  name: 'zones.list',
  method: 'GET',
  path: '/zones',
  permission: 'zone:read',
  run: ({ service, caller, query }) => {
    const [name, account] = [query.get('name')?.toLowerCase(), query.get('account.id')];
    const status = readChoice(query, 'status', ZONE_STATUSES);
    readChoice(query, 'order', ['name']);
    const descends = readChoice(query, 'direction', ['asc', 'desc']) === 'desc';
    const found = [...service.state.zones.values()]
      .filter((zone) => reachesZone(caller, zone))
      .filter((zone) => name === undefined || zone.name.toLowerCase() === name)
      .filter((zone) => account === null || zone.account.id === account)
      .filter((zone) => status === undefined || zone.status === status)
      .sort((one, other) => Number(one.name > other.name) - Number(one.name < other.name));
    return pageOf(query, PAGE_SIZES, descends ? found.reverse() : found, (zone) => zoneView(caller, zone));
  },
};

/** The parameter, which must be one of these; `undefined` if it was not sent. @throws Refusal */
function readChoice<const T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const sent = query.get(name);
  if (sent === null) return undefined;
  const found = allowed.find((candidate) => candidate === sent);
  if (found === undefined) throw invalidParameter(name, sent, allowed.join(' or '));
  return found;
}

/** docs/internals/service.md 9.1. */
const getZone = zoneOperation('zones.get', 'GET', 'zone:read', ({ caller, zone }) => ({
  result: zoneView(caller, zone),
}));

/** Zones themselves (docs/internals/service.md 9.1). */
export const ZONES: ServicePart = { operations: [listZones, getZone] };

/** The plans as the service describes them. Clients distinguish them by the `legacy_id`. */
const PLAN_VIEWS: Readonly<Record<Plan, object>> = {
  professional: { id: '1ac039f6c29b691475c3d74fe588d1ae', name: 'Pro Website', legacy_id: 'pro' },
  business: { id: '0fe1a3b6b1a44d7b8b3e5a1f4b2c6d70', name: 'Business Website', legacy_id: 'business' },
  enterprise: { id: '94f3b7b768b0458b56d2cac4fe5ec0f9', name: 'Enterprise Website', legacy_id: 'enterprise' },
};

/** The areas whose permissions a zone shows (docs/internals/service.md 9.1). */
const SHOWN_AREAS: readonly string[] = ['zone', 'waf'];

/** The zone as the service shows it to this caller (docs/internals/service.md 9.1). */
function zoneView(caller: Caller, zone: Zone): unknown {
  const { id, name, plan, account, status, type, paused, vanityNameServers, modifiedOn } = zone;
  return {
    id,
    name,
    status,
    paused,
    type,
    development_mode: 0,
    name_servers: [`a.ns.${name}`, `b.ns.${name}`],
    original_name_servers: [],
    original_registrar: null,
    original_dnshost: null,
    created_on: USUAL_CREATION,
    modified_on: modifiedOn,
    activated_on: status === 'active' ? USUAL_CREATION : null,
    account,
    owner: { id: account.id, type: 'organization', name: account.name },
    meta: { custom_certificate_quota: 1, page_rule_quota: 100, phishing_detected: false, step: 2 },
    permissions: shownPermissions(caller),
    plan: {
      ...PLAN_VIEWS[plan],
      price: 0,
      currency: 'USD',
      frequency: '',
      is_subscribed: true,
      can_subscribe: false,
      legacy_discount: false,
      externally_managed: true,
    },
    ...(vanityNameServers.length > 0 && { vanity_name_servers: vanityNameServers }),
    ...(type === 'partial' && { verification_key: verificationKey(id), cname_suffix: 'cdn.cloudflare.net' }),
  };
}

function shownPermissions({ permissions }: Caller): readonly string[] {
  const all: readonly Permission[] = permissions === 'all' ? PERMISSIONS : permissions;
  return all.filter((each) => SHOWN_AREAS.includes(areaOf(each))).map((each) => `#${each}`);
}

/** What proves the ownership of a zone whose DNS is elsewhere: two numbers of nine digits. */
function verificationKey(id: string): string {
  const digits = BigInt(`0x${identifierOf(`${id} verification`)}`).toString();
  return `${digits.slice(0, 9)}-${digits.slice(9, 18)}`;
}
