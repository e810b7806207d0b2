import type { ServiceOperation } from './operation';

/** Where the published API reference is (docs/internals/service.md 2.3). */
const REFERENCE = 'https://developers.cloudflare.com/api/resources/';

/** The resources of the reference whose names differ from those of the operations. */
const RESOURCES: Readonly<Record<string, string>> = {
  'rulesets.entrypoint': 'rulesets.phases',
  'rulesets.entrypoint.versions': 'rulesets.phases.versions',
  'waf.setting': 'zones.settings',
  'waf.packages': 'firewall.waf.packages',
  'waf.groups': 'firewall.waf.packages.groups',
  'waf.rules': 'firewall.waf.packages.rules',
  'waf.overrides': 'firewall.waf.overrides',
  'page.rules': 'page_rules',
};

/** The operations whose names do not end in the method of the reference. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'logpush.datasets.fields': 'logpush.datasets.fields.get',
  'logpush.datasets.jobs': 'logpush.datasets.jobs.get',
  'logpush.ownership': 'logpush.ownership.create',
  'logpush.validate.destination.exists': 'logpush.validate.destination_exists',
};

/** The reference has no page on the migration (docs/internals/service.md 7.4). */
const WITHOUT_PAGE = 'migration';

/**
 * The page of an operation in the published reference: a resource, those below it, and a method. `undefined` if the
 * operation was never published.
 */
export function documentationPage({
  name,
  method,
}: Pick<ServiceOperation, 'name' | 'method'>): string | undefined {
  const names = (OPERATIONS[name] ?? name).split('.');
  const last = names.pop() ?? '';
  const resource = names.join('.');
  if (resource === WITHOUT_PAGE) return undefined;
  const path = (RESOURCES[resource] ?? resource).split('.').join('/subresources/');
  // The reference calls the change of some members an edit.
  return `${REFERENCE}${path}/methods/${method === 'PATCH' ? 'edit' : last}`;
}
