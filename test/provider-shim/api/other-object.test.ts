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

test.each<readonly [OperationName, unknown, string]>([
  ['listRulesets', [RULESET, RULESET], 'the list has the id the string "r" twice'],
  ['listLogpushJobs', [JOB, { ...JOB, id: 18 }, JOB], 'result has the id the number 17 twice'],
  ['getRuleset', { ...RULESET, rules: [SKIP, SKIP] }, 'rules has the id the string "a" twice'],
])('a list with a duplicate is an error %s', async (name, result, says) => {
  expect((await failureAfter(name, result)).message).toContain(`the result has an unexpected form: ${says}`);
});
