import { ServiceError } from '../../../provider-shim/api';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './every-operation';
import { failureOf, json, ok, scriptedService, text, type Reply } from './scripted-service';

const ENVELOPE = { success: true, errors: [], messages: [] };
const body = (value: string): Reply => text(200, value, { 'content-type': 'application/json' });

/** Answers that no operation can take, with what the error must say. */
const BROKEN: readonly (readonly [name: string, reply: Reply, says: RegExp])[] = [
  ['chunks cut off', (response) => void response.write('{"suc', () => response.destroy()), /lost before/],
  ['no result', json(200, ENVELOPE), /without result/],
  [
    'a success with errors',
    json(200, { ...ENVELOPE, result: {}, errors: [{ code: 7, message: 'half done' }] }),
    /success as true together with the error the string "half done"/,
  ],
  ['a failure without errors', json(200, { success: false }), /status 200: no reason given/],
  ['a failure whose errors are a text', json(200, { success: false, errors: 'no' }), /no reason given/],
  ['success with 500', json(500, { ...ENVELOPE, result: {} }), /status 500 is not from .*: success as true/],
  ['brackets without end', body('['.repeat(500_000)), /JSON of more than 100 levels/],
  [
    'depth in the result',
    body(`{"success":true,"result":${'['.repeat(200)}${']'.repeat(200)}}`),
    /more than 100 levels/,
  ],
];

/** Results that are not the operation's. */
const WRONG: readonly (readonly [name: string, result: unknown])[] = [
  ['true', true],
  [
    'an object of arrays',
    { id: [], rules: {}, kind: [], phase: 7, compatible: [], filename: [], migration_state: [] },
  ],
  [
    'an object of objects',
    { id: {}, rules: 'x', name: {}, compatible: {}, filename: {}, migration_state: {} },
  ],
];

/** They take any object, or nothing: to a question that nobody can carry out, any result means that it was ignored. */
const TAKES_MUCH: readonly OperationName[] = ['knowsDryRun', 'deleteLogpushJob', 'deleteUriOverride'];

async function failureOfCall(name: OperationName, reply: Reply): Promise<{ error: unknown; sent: number }> {
  const service = await scriptedService(reply);
  try {
    const error = await failureOf(OPERATIONS[name].call(service.client({ maxRetries: 1 })));
    return { error, sent: service.requests.length };
  } finally {
    await service.close();
  }
}

/** All operations read answers alike: one that may be sent again, and one that may not. */
describe.each(['getRuleset', 'createLogpushJob'] as const)('%s', (name) => {
  test.each(BROKEN)('reports %s in one clear error', async (_case, reply, says) => {
    const { error, sent } = await failureOfCall(name, reply);
    expect(error).toBeInstanceOf(ServiceError);
    const { message, outcome, hint, kind } = error as ServiceError;
    expect(message).toMatch(says);
    expect(message.length).toBeLessThan(1000);
    expect(hint).not.toBe('');
    expect(kind).not.toBe('not-found');
    // What may have taken effect is never sent blindly again.
    if (!OPERATIONS[name].repeatable && outcome === 'unknown') expect(sent).toBe(1);
  });
});

describe.each(OPERATION_NAMES)('%s', (name) => {
  const { result, call } = OPERATIONS[name];

  test('accepts a correct answer', async () => {
    const service = await scriptedService(ok(result));
    await expect(call(service.client())).resolves.not.toThrow();
    await service.close();
  });

  test.each(WRONG)('reports %s instead of its result', async (_case, wrong) => {
    if (TAKES_MUCH.includes(name)) return;
    if (name === 'logpushFields' && !Array.isArray(wrong) && typeof wrong === 'object') return;
    const { error, sent } = await failureOfCall(name, ok(wrong));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'malformed-answer', outcome: 'unknown', transient: false });
    expect((error as ServiceError).message).toMatch(/the result has an unexpected form: .* not an? /);
    expect(sent).toBe(1);
  });

  test('treats names with a meaning in JavaScript as data', async () => {
    const hostile =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}';
    const service = await scriptedService(
      body(`{"success":true,"errors":[],"messages":[],"__proto__":{"success":false},"result":${hostile}}`),
    );
    await call(service.client()).catch((error: unknown) => expect(error).toBeInstanceOf(ServiceError));
    await service.close();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
