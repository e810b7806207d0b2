import { drawFrom, type Draw } from '../draw';
import { edited, settled, type Edit } from '../program/edit';
import { blockOf, declared, EMPTY_PROGRAM, type Program } from '../program/program';
import { drawBlock, type Taken } from './draw-block';
import { drawEdit } from './draw-edit';
import { drawHandEdit, drawHazard } from './draw-hazard';
import { drawScene } from './scenes';
import type { Command, Scenario, StateName, Step, ZoneStart } from './scenario';

/** What has been drawn so far. */
export interface Draft {
  readonly draw: Draw;
  readonly zones: readonly ZoneStart[];
  readonly programs: Record<StateName, Program>;
  readonly taken: Taken;
  /** Whether some blocks have the other provider configuration: then the engine has to start each provider. */
  readonly hasAlias: boolean;
}

/** The round of a seed. @param size a short one has fewer steps, and takes a third of the time */
export function generateScenario(seed: number, size: 'long' | 'short' = 'long'): Scenario {
  const draw = drawFrom(seed);
  const zones = Array.from({ length: 2 + draw.int(2) }, (_, zone) => drawZone(draw, zone));
  const draft: Draft = {
    draw,
    zones,
    programs: { a: EMPTY_PROGRAM, b: EMPTY_PROGRAM },
    taken: {
      count: 0,
      keys: new Set(zones.flatMap(({ jobs }) => jobs)),
      finished: new Set(),
      held: new Set(),
    },
    hasAlias: draw.chance(0.25),
  };
  const steps = [firstStep(draft)];
  const length = size === 'short' ? 2 + draw.int(2) : 2 + draw.int(4);
  while (steps.length < length) steps.push(...(draw.chance(0.35) ? drawScene(draft) : [drawStep(draft)]));
  return {
    seed,
    zones,
    steps,
    startedBy: size === 'long' && draw.chance(0.3) ? 'engine' : 'workspace',
    finishSeconds: size === 'long' && draw.chance(0.5) ? 60 : 0,
    proof: (['off', 'on', 'on', 'ignored'] as const)[seed % 4] ?? 'off',
  };
}

function drawZone(draw: Draw, zone: number): ZoneStart {
  const plan = zone === 0 || draw.chance(0.7) ? 'enterprise' : 'professional';
  const jobs = plan === 'enterprise' ? draw.int(3) : 0;
  return {
    plan,
    ...(zone > 0 && draw.chance(0.5) ? { migrated: true } : {}),
    jobs: Array.from({ length: jobs }, (_, index) => `theirs-${zone}-${index}`),
    ...(draw.chance(0.3) ? { fields: ['their-cookie'] } : {}),
    previous: draw.weighted([
      [3, 'default'],
      [2, 'full'],
      [1, 'with URI overrides'],
    ]),
  };
}

/** Several blocks, so that what follows has something to act on. */
function firstStep(draft: Draft): Step {
  const { draw } = draft;
  const count = 2 + draw.int(3);
  const edits: Edit[] = [];
  for (let index = 0; index < count; index += 1) {
    const block = drawBlock(draft, 'a');
    if (block) edits.push(take(draft, 'a', { do: 'add', block }));
  }
  if (draw.chance(0.15)) edits.push(take(draft, 'a', { do: 'read too' }));
  if (draw.chance(0.1)) edits.push(take(draft, 'a', { do: 'provider later' }));
  const hazard = draw.chance(0.4) ? drawHazard(draft) : undefined;
  return {
    ...{ state: 'a', edits, byHand: [], expects: 'success' },
    command: { run: 'apply', saved: draw.chance(0.6) },
    ...(hazard ? { hazard } : {}),
  };
}

function drawStep(draft: Draft): Step {
  const { draw } = draft;
  const state: StateName = draw.chance(0.12) ? 'b' : 'a';
  const byHand = draw.chance(0.35) ? [drawHandEdit(draft)].filter((edit) => edit !== undefined) : [];
  const edits: Edit[] = [];
  for (let left = 1 + draw.int(3); left > 0; left -= 1) {
    const edit = drawEdit(draft, state);
    if (edit) edits.push(take(draft, state, edit));
  }
  const command = drawCommand(draft, state);
  const hazard = draw.chance(0.5) ? drawHazard(draft) : undefined;
  const isWhole = command.run === 'apply' && command.target === undefined;
  if (isWhole && hazard === undefined) draft.programs[state] = settled(draft.programs[state]);
  return { state, edits, byHand, command, ...(hazard ? { hazard } : {}), expects: 'success' };
}

function drawCommand(draft: Draft, state: StateName): Command {
  const { draw } = draft;
  const labels = draft.programs[state].blocks.map(({ label }) => label);
  const replaceable = labels.filter((label) => blockOf(draft.programs[state], label)?.kind !== 'migration');
  const apply = { run: 'apply', saved: draw.chance(0.6) } as const;
  const meanwhile = [drawHandEdit(draft)].filter((edit) => edit !== undefined);
  const one = (from: readonly string[], command: (label: string) => Command): Command =>
    from.length === 0 ? apply : command(draw.pick(from));
  return draw.weighted<Command>([
    [8, apply],
    [1, { ...apply, oneByOne: true }],
    [2, one(labels, (target) => ({ ...apply, target }))],
    [2, one(replaceable, (replace) => ({ ...apply, replace }))],
    [1, { ...apply, refresh: false }],
    [1, { run: 'apply', saved: true, meanwhile }],
    [1, { run: 'plan' }],
    [1, { run: 'refresh' }],
    [1, one(replaceable, (label) => ({ run: 'taint', label }))],
    [1, one(replaceable, (target) => ({ run: 'destroy', target }))],
    [1, one(labels, (label) => ({ run: 'import again', label }))],
  ]);
}

/** Notes the edit in the draft. */
export function take(draft: Draft, state: StateName, edit: Edit): Edit {
  const { held } = draft.taken;
  for (const { block, member } of declared(draft.programs[state]))
    if (edit.do === 'forget' && edit.label === block.label) held.add(`${block.kind} of ${member.zone}`);
  draft.programs[state] = edited(draft.programs[state], edit);
  for (const { block, member } of declared(draft.programs[state]))
    if (block.settings['target_state'] === 'finished') draft.taken.finished.add(member.zone);
  return edit;
}
