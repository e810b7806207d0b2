import type { FaultRule } from '../../../emulator';
import { drawHandEdit } from './draw-hand-edit';
import type { Draft } from './generate';
import type { Hazard } from './scenario';

/** What goes wrong while a command runs. */
export function drawHazard(draft: Draft): Hazard {
  const { draw } = draft;
  switch (
    draw.weighted([
      [5, 'kill'],
      [4, 'fault'],
      [1, 'edit'],
    ] as const)
  ) {
    case 'kill':
      return {
        kind: 'kill',
        victim: draw.chance(0.6) ? 'engine' : 'provider',
        signal: draw.weighted([
          [6, 'SIGKILL'],
          [2, 'SIGTERM'],
          [2, 'SIGINT'],
        ] as const),
        at: draw.weighted<(Hazard & { kind: 'kill' })['at']>([
          [4, { write: 1 + draw.int(3) }],
          [3, { request: 1 + draw.int(12) }],
          [2, { milliseconds: 50 + draw.int(350) }],
        ]),
        twice: draw.chance(0.2),
      };
    case 'fault':
      return { kind: 'fault', ...drawFault(draft) };
    case 'edit':
      return { kind: 'edit', request: 1 + draw.int(15), edit: drawHandEdit(draft) };
  }
}

function drawFault({ draw }: Draft): { readonly name: string; readonly rules: readonly FaultRule[] } {
  const match = draw.weighted<FaultRule['match']>([
    [2, {}],
    [3, { method: 'POST' }],
    [3, { method: 'PUT' }],
    [1, { method: 'DELETE' }],
    [2, { method: 'GET' }],
  ]);
  const often: Partial<FaultRule> = draw.weighted<Partial<FaultRule>>([
    [4, { nth: 1 + draw.int(2) }],
    [2, { times: 1 + draw.int(6) }],
    [1, { probability: 0.3 }],
  ]);
  const fault = (name: string, rule: Omit<FaultRule, 'match'>): { name: string; rules: FaultRule[] } => ({
    name,
    rules: [{ match: match ?? {}, ...often, ...rule }],
  });
  return draw.pick([
    fault('cut before the write', { effect: { kind: 'cut', moment: 'before-write' } }),
    fault('cut after the write', { effect: { kind: 'cut', moment: 'after-write' } }),
    fault('truncated body', { effect: { kind: 'truncated-body' } }),
    fault('malformed JSON', { effect: { kind: 'malformed-json' } }),
    fault('500', { effect: { kind: 'answer', status: 500 } }),
    fault('503 after the write', { effect: { kind: 'answer', status: 503, moment: 'after-write' } }),
    fault('rate limit', { effect: { kind: 'rate-limit', retryAfterSeconds: 0 } }),
    fault('HTML page', { effect: { kind: 'html-page' } }),
    fault('HTML page with 200', { effect: { kind: 'html-page', status: 200 } }),
    fault('delay', { delayMs: 100 + draw.int(200), effect: { kind: 'none' } }),
  ]);
}
