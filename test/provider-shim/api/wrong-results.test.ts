import { ruleCreation, ruleUpdate, ServiceError } from '../../../provider-shim/api';
import { JOB, OPERATION_NAMES, OPERATIONS, RULESET, ZONE, type OperationName } from './every-operation';
import { cut, errorOf, ok, serve, service, text } from './scripted-service';

async function failureAfter(name: OperationName, result: unknown): Promise<ServiceError> {
  await serve(ok(result));
  return await errorOf(OPERATIONS[name].call(service.client()));
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
  ['zoneDetails', { id: OTHER, name: 'other.example' }, `its id is the string "${OTHER}"`],
])('an answer about another object than was asked for is an error %s: %j', async (name, result, says) => {
  const error = await failureAfter(name, result);
  expect(error).toMatchObject({ kind: 'malformed-answer', outcome: 'unknown', transient: false });
  expect(error.message).toContain(`: the service answered about another object: ${says}`);
  expect(error.hint).toContain('The answer was ignored');
  expect(service.requests).toHaveLength(1);
});

const SKIP = { id: 'a', action: 'skip' };

const ALL = { ...SKIP, expression: 'true' };
test.each([
  ['adds', ruleCreation(ZONE, 'r', { ...ALL, position: { before: '' } }), 1],
  ['replaces', ruleUpdate(ZONE, 'r', 'a', ALL), 2],
] as const)('a write that %s a rule, and whose answer is lost, is sent again or not', async (...row) => {
  const client = await serve(cut, ok({ ...RULESET, rules: [SKIP] }));
  await client.writeRuleset(row[1]).catch(() => undefined);
  expect(service.requests).toHaveLength(row[2]);
});
const ruleset = (...rules: readonly unknown[]): object => ({ ...RULESET, rules });
const generated = (...rules: readonly unknown[]): object => ({ rules });

test.each<readonly [OperationName, unknown, string]>([
  ['listRulesets', [RULESET, RULESET], 'the list has the id the string "r" twice'],
  ['listLogpushJobs', [JOB, { ...JOB, id: 18 }, JOB], 'result has the id the number 17 twice'],
  ['getRuleset', ruleset(SKIP, SKIP), 'rules has the id the string "a" twice'],
  ['getRuleset', ruleset(SKIP, 'x'), 'rules[1]: a rule is the string "x", not an object'],
  ['getRuleset', ruleset({ ...SKIP, action: null }), 'rules[0]: action of a rule is null, not a text'],
  [
    'getRuleset',
    ruleset({ ...SKIP, action_parameters: [] }),
    'rules[0]: action_parameters of a rule is an array of 0, not an object',
  ],
  ['getMigrationConfiguration', {}, 'rules is nothing, not an array'],
  ['getMigrationConfiguration', { name: 1, rules: [] }, 'name of the result is the number 1, not a text'],
  [
    'getMigrationConfiguration',
    generated({ ...SKIP, enabled: 1 }),
    'rules[0]: enabled of a rule is the number 1, not a boolean',
  ],
  ['getMigrationStatus', { created: 5 }, 'created of the result is the number 5, not a text'],
  ['checkCompatibility', {}, 'compatible is nothing, not a boolean'],
  ['getRuleset', { ...RULESET, version: [] }, 'version of a ruleset is an array of 0, not a text'],
  ['listWafPackages', [{ id: 'a' }, null], 'packages[1]: a package is null, not an object'],
  ['listPageRules', [{ id: 'a' }, null], 'page rules[1]: a page rule is null, not an object'],
])(
  '%s answered with a result of another form is an error that says what was seen: %j',
  async (name, result, seen) => {
    const error = await failureAfter(name, result);
    expect(error).toMatchObject({ kind: 'malformed-answer' });
    expect(error.message.replace(/^GET \S+: /, '')).toBe(`the result has an unexpected form: ${seen}.`);
  },
);

/** Results that are not the operation's. */
const WRONG: readonly (readonly [name: string, result: unknown])[] = [
  ['true', true],
  [
    'an object of arrays',
    { id: [], rules: {}, kind: [], phase: 7, compatible: [], filename: [], migration_state: [] },
  ],
];

/** They take any object, or nothing: to a question that nobody can carry out, any result means that it was ignored. */
const TAKES_MUCH: readonly OperationName[] = ['knowsDryRun', 'deleteLogpushJob', 'deleteUriOverride'];

describe.each(OPERATION_NAMES)('%s', (name) => {
  const { result, call, repeatable } = OPERATIONS[name];

  test('accepts a correct answer', async () => {
    await expect(call(await serve(ok(result)))).resolves.not.toThrow();
  });

  test.each(WRONG)('reports %s instead of its result', async (_case, wrong) => {
    if (TAKES_MUCH.includes(name) || (name === 'logpushFields' && wrong !== true)) return;
    const error = await failureAfter(name, wrong);
    expect(error).toMatchObject({ kind: 'malformed-answer', outcome: 'unknown', transient: false });
    expect(error.message).toMatch(/the result has an unexpected form: .* not an? /);
    expect(service.requests).toHaveLength(1);
  });

  test('is sent again when its answer is lost, unless it may then take effect twice', async () => {
    await call(await serve(cut, ok(result))).catch(() => undefined);
    expect(service.requests).toHaveLength(repeatable ? 2 : 1);
  });

  test('treats names with a meaning in JavaScript as data', async () => {
    const hostile =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}';
    const client = await serve(
      text(
        200,
        `{"success":true,"errors":[],"messages":[],"__proto__":{"success":false},"result":${hostile}}`,
      ),
    );
    await call(client).catch((error: unknown) => expect(error).toBeInstanceOf(ServiceError));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
