import fc from 'fast-check';
import type { Emulator } from '../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import type { Call } from './client';
import { caller } from './client';

/** One step that some client takes; numbers choose among what is there. */
type Step =
  | { readonly kind: 'create'; readonly phase: string; readonly rules: readonly RuleChoice[] }
  | { readonly kind: 'update'; readonly target: number; readonly rules: readonly RuleChoice[] }
  | { readonly kind: 'send back'; readonly target: number; readonly reversed: boolean }
  | { readonly kind: 'entry point'; readonly phase: string; readonly rules: readonly RuleChoice[] }
  | { readonly kind: 'hand edit'; readonly phase: string }
  | { readonly kind: 'delete'; readonly target: number };

interface RuleChoice {
  readonly action: string;
  readonly names: readonly string[];
  readonly keepsId: boolean;
}

const phase = fc.constantFrom('http_log_custom_fields', 'http_request_firewall_managed');

const rules = fc.array(
  fc.record<RuleChoice>({
    action: fc.constantFrom('log_custom_field', 'log_custom_field', 'execute'),
    names: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,2}$/), { maxLength: 30 }),
    keepsId: fc.boolean(),
  }),
  { maxLength: 3 },
);

const target = fc.nat(2);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), phase, rules }),
  fc.record({ kind: fc.constant('update' as const), target, rules }),
  fc.record({ kind: fc.constant('send back' as const), target, reversed: fc.boolean() }),
  fc.record({ kind: fc.constant('entry point' as const), phase, rules }),
  fc.record({ kind: fc.constant('hand edit' as const), phase }),
  fc.record({ kind: fc.constant('delete' as const), target }),
);

function ruleFrom(choice: RuleChoice, id: string | undefined): unknown {
  const parameters =
    choice.action === 'execute'
      ? { id: 'efb7b8c949ac4650a09736fc376e9aee' }
      : { request_fields: choice.names.map((name) => ({ name })) };
  const identity = choice.keepsId && id !== undefined ? { id } : {};
  return { ...identity, action: choice.action, expression: 'true', action_parameters: parameters };
}

async function take(emulator: Emulator, call: Call, taken: Step): Promise<number | undefined> {
  const rulesets = emulator.control.zones()[0]?.rulesets ?? [];
  const stored = 'target' in taken ? rulesets[taken.target] : undefined;
  const sent = (choices: readonly RuleChoice[]) =>
    choices.map((choice, index) => ruleFrom(choice, stored?.rules[index]?.id));
  switch (taken.kind) {
    case 'create': {
      const body = { name: 'n', kind: 'zone', phase: taken.phase, rules: sent(taken.rules) };
      return (await call('POST', '/rulesets', body)).status;
    }
    case 'entry point': {
      const path = `/rulesets/phases/${taken.phase}/entrypoint`;
      return (await call('PUT', path, { rules: sent(taken.rules) })).status;
    }
    case 'update':
      if (stored === undefined) return undefined;
      return (await call('PUT', `/rulesets/${stored.id}`, { rules: sent(taken.rules) })).status;
    case 'send back': {
      if (stored === undefined) return undefined;
      const back = taken.reversed ? [...stored.rules].reverse() : stored.rules;
      return (await call('PUT', `/rulesets/${stored.id}`, { rules: back })).status;
    }
    case 'delete':
      if (stored === undefined) return undefined;
      return (await call('DELETE', `/rulesets/${stored.id}`)).status;
    case 'hand edit':
      emulator.control.editRuleset(DEFAULT_ZONE_ID, taken.phase as 'http_log_custom_fields', (draft) => {
        draft.rules.pop();
      });
      return undefined;
  }
}

/** Versions of every ruleset and rule by id, as numbers. */
function versions(emulator: Emulator): Map<string, bigint> {
  const rulesets = emulator.control.zones().flatMap((zone) => zone.rulesets);
  const versioned = rulesets.flatMap((ruleset) => [ruleset, ...ruleset.rules]);
  return new Map(versioned.map(({ id, version }) => [id, BigInt(version)]));
}

function expectInvariants(emulator: Emulator): void {
  const rulesets = emulator.control.zones()[0]?.rulesets ?? [];
  // Spec 2.2: at most one zone-level ruleset for each phase.
  expect(new Set(rulesets.map((ruleset) => ruleset.phase)).size).toBe(rulesets.length);
  for (const ruleset of rulesets) {
    const ids = ruleset.rules.map((rule) => rule.id);
    const refs = ruleset.rules.map((rule) => rule.ref);
    expect([new Set(ids).size, new Set(refs).size]).toEqual([ids.length, refs.length]);
    if (ruleset.phase !== 'http_log_custom_fields') continue;
    const lists = ruleset.rules.flatMap((rule) => Object.values(rule.action_parameters ?? {}) as unknown[][]);
    // Spec 8: at most 40 custom fields.
    expect(lists.reduce((sum, list) => sum + list.length, 0)).toBeLessThanOrEqual(40);
    expect(new Set(ruleset.rules.map((rule) => rule.action)).size).toBeLessThanOrEqual(1);
    expect(lists.every((list) => list.length > 0)).toBe(true);
  }
}

describe('random sequences of operations', () => {
  it('hold the invariants of spec 2.2, 4.3 and 8 after every step', async () => {
    const statuses = new Set<number | undefined>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const emulator = createEmulator();
        const call = caller(emulator);
        for (const taken of steps) {
          const before = versions(emulator);
          const snapshot = emulator.control.snapshot();
          const status = await take(emulator, call, taken);
          statuses.add(status);
          expectInvariants(emulator);
          const after = versions(emulator);
          for (const [id, version] of after) expect(version).toBeGreaterThanOrEqual(before.get(id) ?? 1n);
          if (status === 400) expect(emulator.control.snapshot()).toEqual(snapshot);
        }
      }),
      { numRuns: 150 },
    );
    expect(statuses).toEqual(new Set([200, 204, 400, undefined]));
  });

  it('end in the same state when they are run again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const runs = [createEmulator(), createEmulator()];
        for (const emulator of runs) for (const taken of steps) await take(emulator, caller(emulator), taken);
        expect(runs[0]?.control.snapshot()).toEqual(runs[1]?.control.snapshot());
      }),
      { numRuns: 30 },
    );
  });

  it('leave a snapshot that restores to itself in an emulator that knows nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const emulator = createEmulator();
        for (const taken of steps) await take(emulator, caller(emulator), taken);
        const snapshot = emulator.control.snapshot();
        const other = createEmulator({ seed: { zones: [] } });
        other.control.restore(JSON.parse(JSON.stringify(snapshot)));
        expect(other.control.snapshot()).toEqual(snapshot);
      }),
      { numRuns: 30 },
    );
  });
});
