import type { ServiceError } from '../../../provider-shim/api';
import { JOB, OPERATIONS, RULESET, ZONE, type OperationName } from './every-operation';
import { failureOf, ok, serve, service, useScriptedService } from './scripted-service';

useScriptedService();

async function failureAfter(name: OperationName, result: unknown): Promise<ServiceError> {
  await serve(ok(result));
  return (await failureOf(OPERATIONS[name].call(service.client()))) as ServiceError;
}

const OTHER = 'f'.repeat(32);
const OF_OTHERS = `its zone_id is the string "${OTHER}"`;

test.each<readonly [OperationName, object, string]>([
  ['getRuleset', { ...RULESET, id: 's' }, 'its id is the string "s", not the string "r"'],
  [
    'getEntrypoint',
    { ...RULESET, phase: 'other' },
    'its phase is the string "other", not the string "http_request_firewall_managed"',
  ],
  ['getEntrypoint', { ...RULESET, kind: 'root' }, 'its kind is the string "root", not the string "zone"'],
  ['saveManagedRules', { ...RULESET, phase: 'other' }, 'its phase is the string "other"'],
  ['getLogpushJob', { ...JOB, id: 18 }, 'its id is the number 18, not the number 17'],
  ['updateLogpushJob', { ...JOB, id: 18 }, 'its id is the number 18, not the number 17'],
  [
    'createLogpushJob',
    { ...JOB, dataset: 'dns_logs' },
    'its dataset is the string "dns_logs", not the string "http_requests"',
  ],
  ['deleteLogpushJob', { id: 18 }, 'its id is the number 18, not the number 17'],
  ['deleteUriOverride', { id: 'p' }, 'its id is the string "p", not the string "o"'],
  ['getMigrationStatus', { zone_id: OTHER }, `${OF_OTHERS}, not the string "${ZONE}"`],
  ['listWafPackages', [{ id: 'p', zone_id: OTHER }], OF_OTHERS],
  ['getLogpushJob', { ...JOB, zone_id: OTHER }, OF_OTHERS],
])('an answer about another object than was asked for is an error %s: %j', async (name, result, says) => {
  const error = await failureAfter(name, result);
  expect(error).toMatchObject({ kind: 'malformed-answer', outcome: 'unknown', transient: false });
  expect(error.message).toContain(`: the service answered about another object: ${says}`);
  expect(error.hint).toContain('The answer was ignored');
  expect(service.requests).toHaveLength(1);
});

const SKIP = { id: 'a', action: 'skip' };
const ruleset = (...rules: readonly unknown[]): object => ({ ...RULESET, rules });
const generated = (...rules: readonly unknown[]): object => ({ rules });

/** What is no object where one is expected: `broken-answers.test.ts`, for every operation. */
test.each<readonly [OperationName, unknown, string]>([
  ['listRulesets', [RULESET, RULESET], 'the list has the id the string "r" twice'],
  ['listLogpushJobs', [JOB, { ...JOB, id: 18 }, JOB], 'result has the id the number 17 twice'],
  ['getRuleset', ruleset(SKIP, SKIP), 'rules has the id the string "a" twice'],
  ['getRuleset', { ...RULESET, rules: {} }, 'rules is an empty object, not an array'],
  ['getRuleset', ruleset(SKIP, 'x'), 'rules[1]: a rule is the string "x", not an object'],
  ['getRuleset', ruleset({ ...SKIP, action: null }), 'rules[0]: action of a rule is null, not a text'],
  [
    'getRuleset',
    ruleset({ ...SKIP, enabled: 'yes' }),
    'rules[0]: enabled of a rule is the string "yes", not a boolean',
  ],
  [
    'getRuleset',
    ruleset({ ...SKIP, action_parameters: [] }),
    'rules[0]: action_parameters of a rule is an array of 0, not an object',
  ],
  ['getMigrationConfiguration', {}, 'rules is nothing, not an array'],
  ['getMigrationConfiguration', { rules: {} }, 'rules is an empty object, not an array'],
  ['getMigrationConfiguration', { name: 1, rules: [] }, 'name of the result is the number 1, not a text'],
  ['getMigrationConfiguration', generated(SKIP, null), 'rules[1]: a rule is null, not an object'],
  [
    'getMigrationConfiguration',
    generated({ action: '' }),
    'rules[0]: action of a rule is the string "", not a text',
  ],
  [
    'getMigrationConfiguration',
    generated({ ...SKIP, enabled: 1 }),
    'rules[0]: enabled of a rule is the number 1, not a boolean',
  ],
  [
    'getMigrationConfiguration',
    generated({ ...SKIP, action_parameters: 'x' }),
    'rules[0]: action_parameters of a rule is the string "x", not an object',
  ],
  ['getMigrationStatus', { created: 5 }, 'created of the result is the number 5, not a text'],
  ['checkCompatibility', {}, 'compatible is nothing, not a boolean'],
  ['listWafPackages', [{ id: 'a' }, null], 'packages[1]: a package is null, not an object'],
  ['listWafGroups', [{ id: 'a' }, null], 'groups[1]: a group is null, not an object'],
  ['listWafRules', [{ id: 'a' }, null], 'rules[1]: a rule is null, not an object'],
  ['listUriOverrides', [{ id: 'a' }, null], 'overrides[1]: an override is null, not an object'],
  ['listFirewallRules', [{ id: 'a' }, null], 'firewall rules[1]: a firewall rule is null, not an object'],
  ['listPageRules', [{ id: 'a' }, null], 'page rules[1]: a page rule is null, not an object'],
])(
  '%s answered with a result of another form is an error that says what was seen: %j',
  async (name, result, seen) => {
    const error = await failureAfter(name, result);
    expect(error).toMatchObject({ kind: 'malformed-answer' });
    expect(error.message.replace(/^GET \S+: /, '')).toBe(`the result has an unexpected form: ${seen}.`);
  },
);
