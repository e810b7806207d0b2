import { OPERATION_NAMES, OPERATIONS, type OperationName } from './every-operation';
import { errorOf, refuse, serve, service } from './scripted-service';
import { DOCTOR } from '../../../provider-shim/api/answers/errors';

const LOGS = /it has Logs Write, which log push needs even to read/;
const WAF = /it has Zone WAF Write, for managed rules\.$/;
const RULESETS = /it has Logs Write for custom log fields, and Zone WAF Write for managed rules\.$/;
const MIGRATION = /it has Zone WAF Write, for the migration/;
const PREVIOUS = /permission to read the previous managed rules/;

/** The permission that the hint names. The path of an operation on a ruleset does not say the phase. */
const NAMED: Readonly<Partial<Record<OperationName, RegExp>>> = {
  ...named(RULESETS, 'listRulesets getRuleset writeRuleset knowsDryRun dryRun getRulesetVersion deleteRule'),
  ...named(WAF, 'getEntrypoint saveManagedRules'),
  ...named(LOGS, 'listLogpushJobs getLogpushJob createLogpushJob updateLogpushJob deleteLogpushJob'),
  ...named(LOGS, 'logpushFields validateLogpush requestOwnershipChallenge'),
  ...named(MIGRATION, 'checkCompatibility getMigrationConfiguration getMigrationStatus'),
  ...named(PREVIOUS, 'listWafPackages listWafGroups listWafRules listUriOverrides deleteUriOverride'),
  ...named(PREVIOUS, 'listCoreRuleSets'),
  ...{ listFirewallRules: /firewall rules/, listPageRules: /page rules/ },
};

function named(permission: RegExp, operations: string): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(operations.split(' ').map((name) => [name, permission]));
}

// Without permission to read a zone, messages show its id alone.
const REFUSED = OPERATION_NAMES.filter((name) => !/Details$/.test(name));

test.each(REFUSED)('a 403 of %s names the permission that the operation needs', async (name) => {
  // Without errors of the service, a 403 is no answer about the caller to the question whether it knows dry runs.
  await serve(refuse(403, name === 'knowsDryRun' ? [{ code: 10001, message: 'Forbidden' }] : []));
  const error = await errorOf(OPERATIONS[name].call(service.client({ maxRetries: 0 })));
  expect(error).toMatchObject({ kind: 'authorization', status: 403 });
  expect(error.hint.endsWith(DOCTOR)).toBe(true);
  expect(error.hint.slice(0, -DOCTOR.length)).toMatch(NAMED[name] ?? /^no operation of this name$/);
});

test.each([
  [
    'zones/z/rulesets/phases/http_log_custom_fields/entrypoint',
    /zone, and that it has Logs Write, for custom/,
  ],
  ['zones/z', /#zone:read/],
  ['zones', /#zone:read/],
  ['zones/z/other', /covers this zone, and that it has permission for this operation\. "npx/],
])('the permission for %s', async (path, expected) => {
  await serve(refuse(403, []));
  const error = await errorOf(service.client().request({ method: 'GET', path: path.split('/') }));
  expect(error.hint).toMatch(expected);
});
