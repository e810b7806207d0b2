import type { Account } from '../service/account';
import { accountOf } from '../service/account';
import type { Operation } from '../service/operation';
import type { ServicePart } from '../service/part';
import type { Plan, Zone } from '../service/zone';

/** The plan as the service describes it. Clients distinguish plans by `legacy_id`. */
const PLANS: Readonly<
  Record<Plan, { readonly id: string; readonly name: string; readonly legacy_id: string }>
> = {
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

/** The emulator's zones themselves never change, and seeds do not contain their creation time. */
const CREATED_ON = '2023-06-20T09:43:50.808668Z';

const getZone: Operation = {
  name: 'zones.get',
  method: 'GET',
  path: '/zones/:zone_id',
  permission: 'zone:read',
  body: 'none',
  run: ({ service, zone }) => ({ kind: 'result', result: view(zone, accountOf(service)) }),
};

/** The zone itself (docs/service.md 9.1). */
export const ZONES: ServicePart = { operations: [getZone] };

function view({ id, name, plan }: Zone, account: Account): object {
  return {
    id,
    name,
    status: 'active',
    paused: false,
    type: 'full',
    development_mode: 0,
    name_servers: [`a.ns.${name}`, `b.ns.${name}`],
    original_name_servers: [],
    original_registrar: null,
    original_dnshost: null,
    created_on: CREATED_ON,
    modified_on: CREATED_ON,
    activated_on: CREATED_ON,
    account: { id: account.id, name: account.name },
    owner: { id: account.id, type: 'organization', name: account.name },
    meta: { custom_certificate_quota: 1, page_rule_quota: 100, phishing_detected: false, step: 2 },
    permissions: ['#zone:read'],
    plan: {
      ...PLANS[plan],
      price: 0,
      currency: 'USD',
      frequency: '',
      is_subscribed: true,
      can_subscribe: false,
      legacy_discount: false,
      externally_managed: true,
    },
  };
}
