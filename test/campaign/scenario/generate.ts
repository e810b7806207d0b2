import { drawFrom, type Draw } from '../draw';
import { edited, settled, type Edit } from '../program/edit';
import { blockOf, declared, EMPTY_PROGRAM, type Program } from '../program/program';
import { drawBlock, type Taken } from './draw-block';
import { drawEdit } from './draw-edit';
import { drawHandEdit, drawHazard } from './draw-hazard';
import { drawScene } from './scenes';
import type { Command, Scenario, Step, ZoneStart } from './scenario';

/** What has been drawn so far. */
export interface Draft {
  readonly draw: Draw;
  readonly zones: readonly ZoneStart[];
  program: Program;
  readonly taken: Taken;
}

/** Rounds with one seed after the other. */
export function* randomScenarios(
  seed: number,
  rounds: number,
  size: Scenario['size'],
): Generator<Scenario, void> {
  for (let round = 0; round < rounds; round += 1) yield generateScenario(seed + round, size);
}

/** The round of a seed. @param size a short one has fewer steps, and takes a third of the time */
function generateScenario(seed: number, size: Scenario['size']): Scenario {
  const draw = drawFrom(seed);
  const zones = Array.from({ length: 2 + draw.int(2) }, (_, zone) => drawZone(draw, zone));
  const draft: Draft = {
    draw,
    zones,
    program: EMPTY_PROGRAM,
    taken: { count: 0, finished: new Set(), held: new Set() },
  };
  const steps = [firstStep(draft)];
  const length = size === 'short' ? 2 + draw.int(2) : 2 + draw.int(4);
  while (steps.length < length) steps.push(...(draw.chance(0.35) ? drawScene(draft) : [drawStep(draft)]));
  return {
    ...{ seed, size, zones, steps },
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
    const block = drawBlock(draft);
    if (block) edits.push(take(draft, { do: 'add', block }));
  }
  const hazard = draw.chance(0.4) ? drawHazard(draft) : undefined;
  return {
    ...{ edits, byHand: [] },
    command: { run: 'apply', saved: draw.chance(0.6) },
    ...(hazard ? { hazard } : {}),
  };
}

function drawStep(draft: Draft): Step {
  const { draw } = draft;
  const byHand = draw.chance(0.35) ? [drawHandEdit(draft)] : [];
  const edits: Edit[] = [];
  for (let left = 1 + draw.int(3); left > 0; left -= 1) {
    const edit = drawEdit(draft);
    if (edit) edits.push(take(draft, edit));
  }
  const command = drawCommand(draft);
  const hazard = draw.chance(0.5) ? drawHazard(draft) : undefined;
  const isWhole = command.run === 'apply' && command.target === undefined;
  if (isWhole && hazard === undefined) draft.program = settled(draft.program);
  return { edits, byHand, command, ...(hazard ? { hazard } : {}) };
}

function drawCommand(draft: Draft): Command {
  const { draw, program } = draft;
  const labels = program.blocks.map(({ label }) => label);
  const replaceable = labels.filter((label) => blockOf(program, label)?.kind !== 'migration');
  const apply = { run: 'apply', saved: draw.chance(0.6) } as const;
  const meanwhile = [drawHandEdit(draft)];
  const one = (from: readonly string[], command: (label: string) => Command): Command =>
    from.length === 0 ? apply : command(draw.pick(from));
  return draw.weighted<Command>([
    [8, apply],
    [1, { ...apply, oneByOne: true }],
    [2, one(labels, (target) => ({ ...apply, target }))],
    [3, one(replaceable, (replace) => ({ ...apply, replace }))],
    [1, { ...apply, refresh: false }],
    [1, { run: 'apply', saved: true, meanwhile }],
    [1, { run: 'plan' }],
    [1, { run: 'refresh' }],
    [1, one(replaceable, (target) => ({ run: 'destroy', target }))],
  ]);
}

/** Notes the edit in the draft. */
export function take(draft: Draft, edit: Edit): Edit {
  const { held, finished } = draft.taken;
  for (const { block, member } of declared(draft.program))
    if (edit.do === 'forget' && edit.label === block.label) held.add(`${block.kind} of ${member.zone}`);
  draft.program = edited(draft.program, edit);
  for (const { block, member } of declared(draft.program))
    if (block.settings['target_state'] === 'finished') finished.add(member.zone);
  return edit;
}
