import type { FaultRule } from '../../../emulator';
import { declared } from '../program/program';
import { zonesWithJobs } from './draw-block';
import type { Draft } from './generate';
import type { HandEdit, Hazard } from './scenario';

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

/** What others do at the service, past every program: to what is declared, and beside it. */
export function drawHandEdit({ draw, programs, zones, taken }: Draft): HandEdit {
  const all = [programs.a, programs.b].flatMap(declared);
  const jobs = all.filter(({ block }) => block.kind === 'job').map(({ member }) => member.key);
  const fields = all.filter(({ block }) => block.kind === 'fields').map(({ member }) => member.zone);
  const rules = all.filter(({ block }) => block.kind === 'rules').map(({ member }) => member.zone);
  const zone = draw.int(zones.length);
  const ofFields = fields.length === 0 ? zone : draw.pick(fields);
  const foreign = `by-hand-${(taken.count += 1)}`;
  taken.keys.add(foreign);
  const added = {
    by: 'hand',
    what: 'add job',
    zone: draw.pick(zonesWithJobs({ zones })),
    key: foreign,
  } as const;
  const key = jobs.length === 0 ? undefined : draw.pick(jobs);
  return draw.weighted<HandEdit>([
    [1, added],
    [3, key === undefined ? added : { by: 'hand', what: 'change job', key, change: drawJobChange({ draw }) }],
    [2, key === undefined ? added : { by: 'hand', what: 'rotate', key }],
    [2, key === undefined ? added : { by: 'hand', what: 'delete job', key }],
    [2, { by: 'hand', what: 'save fields', zone: ofFields, cookies: [`hand-${taken.count}`] }],
    [1, { by: 'hand', what: 'delete fields', zone: ofFields }],
    [
      rules.length === 0 ? 0 : 2,
      {
        by: 'hand',
        what: draw.pick(['disable rules', 'delete rules'] as const),
        zone: rules.length === 0 ? zone : draw.pick(rules),
      },
    ],
    [1, { by: 'hand', what: 'previous rules', zone, sensitivity: draw.pick(['high', 'medium', 'low']) }],
  ]);
}

function drawJobChange({ draw }: Pick<Draft, 'draw'>): object {
  return draw.pick<object>([
    { enabled: draw.chance(0.5) },
    { filter: null, frequency: 'low' },
    { logpull_options: 'fields=RayID&sample=0.1', output_options: null },
    { logpull_options: null, output_options: { field_names: ['RayID'], output_type: 'csv' } },
    { max_upload_bytes: 6_000_000 },
  ]);
}
