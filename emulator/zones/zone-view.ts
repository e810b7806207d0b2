import { identifierOf } from '../service/identifiers';
import { type Caller, type Permission, areaOf, PERMISSIONS } from '../service/credentials';
import { type Plan, type Zone, USUAL_CREATION } from '../service/zone';

interface PlanView {
  readonly id: string;
  readonly name: string;
  /** By which clients distinguish plans. */
  readonly legacy_id: string;
}

/** The plan as the service describes it. */
const PLAN_VIEWS: Readonly<Record<Plan, PlanView>> = {
  professional: {
    id: '1ac039f6c29b691475c3d74fe588d1ae',
    name: 'Pro Website',
    legacy_id: 'pro',
  },
  business: {
    id: '0fe1a3b6b1a44d7b8b3e5a1f4b2c6d70',
    name: 'Business Website',
    legacy_id: 'business',
  },
  enterprise: {
    id: '94f3b7b768b0458b56d2cac4fe5ec0f9',
    name: 'Enterprise Website',
    legacy_id: 'enterprise',
  },
};

/** The areas whose permissions a zone shows (docs/internals/service.md 9.1). */
const SHOWN_AREAS: readonly string[] = ['zone', 'waf'];

/** The zone as the service shows it to this caller (docs/internals/service.md 9.1). */
export function zoneView(caller: Caller, zone: Zone): unknown {
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
