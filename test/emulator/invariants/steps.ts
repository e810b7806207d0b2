import fc from 'fast-check';
import type { Emulator, Phase } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/requests/parts';
import { caller } from '../client';
import { rulesetBodies } from '../fuzz/bodies/ruleset-bodies';
import { BUSINESS, ENTERPRISE, FINISHED, VALIDATING } from '../fuzz/fuzzed-zones';
import { chosen, FUZZED_PHASES } from '../fuzz/paths';
import { operationOf, sentRequest } from '../fuzz/sent-request';
import type { RequestStep } from '../fuzz/step';
import { RIGHT_HEADERS } from '../fuzz/step';

/** What somebody does with the zones; numbers choose among what is there. */
export type Step =
  /** A request whose body the operation takes, or would in another state of the zone. */
  | { readonly kind: 'request'; readonly request: RequestStep }
  /** An entry-point update with the configuration that the service generates (docs/internals/service.md 7.4). */
  | { readonly kind: 'migrate'; readonly zone: string; readonly trigger: 'pending' | 'validation' }
  | { readonly kind: 'hand edit'; readonly zone: string; readonly phase: Phase; readonly choice: number }
  | { readonly kind: 'hand delete'; readonly zone: string; readonly phase: Phase }
  | { readonly kind: 'traffic'; readonly zone: string; readonly push: boolean }
  | { readonly kind: 'time'; readonly milliseconds: number }
  | { readonly kind: 'snapshot and restore' };

const choice = fc.nat(9999);
const zone = fc.constantFrom(ENTERPRISE, BUSINESS, VALIDATING, FINISHED);
const phase = fc.constantFrom<Phase>(...FUZZED_PHASES);

/** Steps with requests of every operation that writes, but these. */
export function stepOf({ without = [] }: { readonly without?: readonly string[] } = {}): fc.Arbitrary<Step> {
  const writes = OPERATIONS.flatMap(({ name, method }, index) => {
    // The invariants are about rulesets most of all.
    if (method === 'GET' || without.includes(name)) return [];
    return name.startsWith('rulesets.') ? [index, index, index] : [index];
  });
  const request: fc.Arbitrary<RequestStep> = fc.record({
    operation: fc.constantFrom(...writes),
    zone,
    choices: fc.tuple(choice, choice, choice, choice),
    query: fc.record({ fitting: choice }),
    body: fc.record({
      choice,
      mutations: fc.constant([]),
      form: fc.constant({ kind: 'json' as const }),
    }),
    wrongPart: fc.constant(undefined),
    method: fc.constant(undefined),
    headers: fc.constant(RIGHT_HEADERS),
    pause: fc.constant(0),
  });
  return fc.oneof(
    { weight: 20, arbitrary: fc.record({ kind: fc.constant('request' as const), request }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('migrate' as const),
        zone,
        trigger: fc.constantFrom('pending' as const, 'validation' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('hand edit' as const), zone, phase, choice }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand delete' as const), zone, phase }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('traffic' as const), zone, push: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('time' as const),
        milliseconds: fc.constantFrom(1, 30_000, 59_000, 60_000),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'snapshot and restore' as const }) },
  );
}

/** What became of a step: how a request was answered. */
export interface Taken {
  readonly name: string;
  readonly status?: number;
}

export async function takeStep(emulator: Emulator, step: Step): Promise<Taken> {
  const { handle, control } = emulator;
  switch (step.kind) {
    case 'migrate':
      return { name: step.kind, status: await migrate(emulator, step.zone, step.trigger) };
    case 'request': {
      const now = Date.parse(control.clock.now());
      const request = sentRequest(step.request, control.zone(step.request.zone), now);
      const { status } = await handle(request);
      return { name: operationOf(step.request).name, status };
    }
    case 'hand edit': {
      const bodies = rulesetBodies('rulesets.entrypoint.update', control.zone(step.zone), {
        phase: step.phase,
      });
      const body = chosen(bodies, step.choice);
      control.editRuleset(step.zone, step.phase, (draft) => Object.assign(draft, body));
      return { name: step.kind };
    }
    case 'hand delete':
      control.deleteRuleset(step.zone, step.phase);
      return { name: step.kind };
    case 'traffic':
      await control.traffic.send(step.zone, [{ headers: { accept: '*/*' } }], { push: step.push });
      return { name: step.kind };
    case 'time':
      await control.clock.advance(step.milliseconds);
      return { name: step.kind };
    case 'snapshot and restore':
      control.restore(control.snapshot());
      return { name: step.kind };
  }
}

const ENTRY_POINT = '/rulesets/phases/http_request_firewall_managed/entrypoint';

/**
 * Saves the generated configuration as a step of the migration.
 *
 * @returns the status of what was refused, or 200
 */
export async function migrate(emulator: Emulator, zoneId: string, trigger: string): Promise<number> {
  const call = caller(emulator, zoneId);
  const config = await call('GET', '/waf_migration/config?phase_two=1');
  if (config.status !== 200) return config.status;
  const path = `${ENTRY_POINT}?waf_migration=${trigger}&phase_two=1`;
  return (await call('PUT', path, config.body.result)).status;
}
