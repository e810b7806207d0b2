import { OPERATIONS } from '../../../emulator/requests/parts';
import { documentationPage } from '../../../emulator/service/documentation-page';

const REFERENCE = 'https://developers.cloudflare.com/api/resources/';

test.each([
  ['rulesets.list', 'rulesets/methods/list'],
  ['rulesets.rules.update', 'rulesets/subresources/rules/methods/edit'],
  ['rulesets.entrypoint.update', 'rulesets/subresources/phases/methods/update'],
  ['rulesets.entrypoint.versions.list', 'rulesets/subresources/phases/subresources/versions/methods/list'],
  ['logpush.jobs.update', 'logpush/subresources/jobs/methods/update'],
  ['logpush.datasets.fields', 'logpush/subresources/datasets/subresources/fields/methods/get'],
  ['logpush.ownership', 'logpush/subresources/ownership/methods/create'],
  ['logpush.ownership.validate', 'logpush/subresources/ownership/methods/validate'],
  ['logpush.validate.destination', 'logpush/subresources/validate/methods/destination'],
  ['logpush.validate.destination.exists', 'logpush/subresources/validate/methods/destination_exists'],
  ['waf.setting.get', 'zones/subresources/settings/methods/get'],
  ['waf.groups.list', 'firewall/subresources/waf/subresources/packages/subresources/groups/methods/list'],
  ['waf.overrides.delete', 'firewall/subresources/waf/subresources/overrides/methods/delete'],
  ['page.rules.list', 'page_rules/methods/list'],
  ['zones.get', 'zones/methods/get'],
])('%s has the page %s', (name, page) => {
  const operation = OPERATIONS.find((each) => each.name === name);
  expect(operation && documentationPage(operation)).toBe(REFERENCE + page);
});

test('every operation but those of the migration has a page of this form', () => {
  const pages = OPERATIONS.map((operation) => [operation.name, documentationPage(operation)] as const);
  const without = pages.filter(([, page]) => page === undefined).map(([name]) => name);
  expect(without).toEqual(['migration.check', 'migration.config', 'migration.status']);
  for (const [, page = REFERENCE] of pages.filter(([name]) => !without.includes(name)))
    expect(page.replace(REFERENCE, '')).toMatch(/^[a-z_]+(\/subresources\/[a-z_]+)*\/methods\/[a-z_]+$/);
});
