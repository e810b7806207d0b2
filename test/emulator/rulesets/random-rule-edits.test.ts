import fc from 'fast-check';
import type { Emulator } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import type { Call } from '../client';
import { caller, fieldsRule } from '../client';
import {
  CORE,
  CORE_SCORE_RULE,
  EXPOSED_CREDENTIALS,
  MANAGED,
  MANAGED_RULE,
  execute,
  skip,
} from './managed-rules';
import { expectSameDocument } from '../same-document';

const FIRST_RULES = {
  http_log_custom_fields: [fieldsRule('a', 'b'), fieldsRule('c')],
  http_request_firewall_managed: [skip({ ruleset: 'current' }), execute(CORE)],
};

/** One edit of a single rule or version; numbers choose among what is there. */
interface Edit {
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'DELETE version';
  readonly rule: number;
  /** Its action says which ruleset is edited. */
  readonly body: unknown;
}

const position = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(undefined, { before: '' }, { after: '' }, { index: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, {}, { before: '', after: '' }, { index: 9 }) },
);

const overrides = fc.oneof(
  fc.constantFrom(
    undefined,
    undefined,
    {},
    { enabled: false },
    { rules: [{ id: MANAGED_RULE, enabled: true }] },
  ),
  fc.record({ rules: fc.tuple(fc.record({ id: fc.constant(CORE_SCORE_RULE), score_threshold: fc.nat(9) })) }),
  fc.jsonValue(),
);

const rule = fc.oneof(
  fc.record({
    action: fc.constant('log_custom_field'),
    expression: fc.constant('true'),
    action_parameters: fc.record({
      request_fields: fc.uniqueArray(
        fc.stringMatching(/^[a-z]{1,2}$/).map((name) => ({ name })),
        {
          selector: ({ name }) => name,
          minLength: 1,
          maxLength: 15,
        },
      ),
    }),
  }),
  fc.record({
    action: fc.constant('execute'),
    expression: fc.constantFrom('true', 'true', 'true', ''),
    enabled: fc.boolean(),
    action_parameters: fc.record({ id: fc.constantFrom(MANAGED, CORE, EXPOSED_CREDENTIALS), overrides }),
  }),
  fc.record({
    action: fc.constant('skip'),
    expression: fc.constant('true'),
    ref: fc.constantFrom(undefined, 'a', 'b'),
    logging: fc.constantFrom(undefined, { enabled: false }, { enabled: true }, null),
    action_parameters: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          { ruleset: 'current' },
          { rulesets: [CORE] },
          { rules: { [MANAGED]: [MANAGED_RULE] } },
        ),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  }),
  fc.constant({}),
);

const edit: fc.Arbitrary<Edit> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'DELETE version'),
  rule: fc.nat(2),
  body: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(rule, position).map(([sent, place]) => ({ ...sent, position: place })) },
    { weight: 1, arbitrary: fc.jsonValue() },
  ),
});

async function take(emulator: Emulator, call: Call, { method, rule: at, body }: Edit): Promise<number> {
  const ofFields = JSON.stringify(body).includes('log_custom_field');
  const stored = emulator.control.zones()[0]?.rulesets[ofFields ? 0 : 1];
  const path = `/rulesets/${stored?.id}`;
  switch (method) {
    case 'POST':
      return (await call('POST', `${path}/rules`, body)).status;
    case 'PATCH':
    case 'DELETE':
      return (await call(method, `${path}/rules/${stored?.rules[at]?.id ?? 'f'.repeat(32)}`, body)).status;
    case 'DELETE version':
      return (await call('DELETE', `${path}/versions/${at + 1}`)).status;
  }
}

function expectInvariants(emulator: Emulator): void {
  for (const { phase, version, rules, history } of emulator.control.snapshot().zones[0]?.rulesets ?? []) {
    const versions = [...(history ?? []), { version: version ?? '' }].map((one) => Number(one.version));
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    for (const member of ['id', 'ref'] as const)
      expect(new Set(rules?.map((one) => one[member])).size).toBe(rules?.length);
    const parameters = rules?.map((one) => one.action_parameters ?? {}) ?? [];
    if (phase === 'http_log_custom_fields') {
      const names = parameters.flatMap((one) => one['request_fields']);
      expect(names.length).toBeLessThanOrEqual(40);
    } else {
      const executed = parameters.flatMap((one) => one['id'] ?? []);
      expect(new Set(executed).size).toBe(executed.length);
      for (const one of rules ?? []) expect(one.logging !== undefined).toBe(one.action === 'skip');
    }
  }
}

describe('random edits of single rules and versions', () => {
  it('keep every invariant of the ruleset, and leave a snapshot that restores to itself', async () => {
    const statuses = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 8, maxLength: 16 }), async (edits) => {
        const emulator = createEmulator();
        const call = caller(emulator);
        for (const [phase, rules] of Object.entries(FIRST_RULES))
          await call('PUT', `/rulesets/phases/${phase}/entrypoint`, { rules });
        for (const taken of edits) {
          const before = emulator.control.snapshot();
          const status = await take(emulator, call, taken);
          const key = `${taken.method} ${status}`;
          statuses.set(key, (statuses.get(key) ?? 0) + 1);
          expectInvariants(emulator);
          if (status >= 400) expectSameDocument(emulator.control.snapshot(), before);
        }
        const snapshot = emulator.control.snapshot();
        const other = createEmulator({ seed: { zones: [] } });
        other.control.restore(JSON.parse(JSON.stringify(snapshot)));
        expectSameDocument(other.control.snapshot(), snapshot);
      }),
      { numRuns: 80 },
    );
    expect([...statuses.keys()].sort()).toEqual([
      ...['DELETE 200', 'DELETE 404', 'DELETE version 204', 'DELETE version 400', 'DELETE version 404'],
      ...['PATCH 200', 'PATCH 400', 'PATCH 404', 'POST 200', 'POST 400'],
    ]);
  });
});
