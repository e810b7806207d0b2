import { edited } from './program/edit';
import { declared, EMPTY_PROGRAM, type Program } from './program/program';
import type { Scenario, StateName, Step } from './scenario/scenario';
import type { RoundResult } from './run/round';

/** Rounds that shrinking may take. */
const MOST_TRIES = 60;

export interface Shrunk {
  readonly scenario: Scenario;
  readonly result: RoundResult;
  readonly tries: number;
}

/**
 * A smaller scenario that breaks the same kind of promise: without steps, edits, hand edits, hazards, members and settings
 * that it takes no part in.
 */
export async function shrink(
  scenario: Scenario,
  result: RoundResult,
  run: (scenario: Scenario) => Promise<RoundResult>,
): Promise<Shrunk> {
  const kind = result.violations[0]?.kind;
  let best = { scenario, result };
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smaller(best.scenario)) {
      if (tries >= MOST_TRIES) return { ...best, tries };
      if (declaresTwice(candidate) && !declaresTwice(scenario)) continue;
      tries += 1;
      const tried = await run(candidate);
      if (!tried.violations.some((violation) => violation.kind === kind)) continue;
      best = { scenario: candidate, result: tried };
      isSmaller = true;
      break;
    }
  }
  return { ...best, tries };
}

/** Whether a zone's fields or its migration come to stand in two blocks, which the provider refuses. */
function declaresTwice({ steps }: Scenario): boolean {
  const programs: Record<StateName, Program> = { a: EMPTY_PROGRAM, b: EMPTY_PROGRAM };
  return steps.some(({ state, edits }) => {
    programs[state] = edits.reduce(edited, programs[state]);
    const zones = [programs.a, programs.b]
      .flatMap(declared)
      .flatMap(({ block, member }) => (block.kind === 'job' ? [] : [`${block.kind} ${member.zone}`]));
    return new Set(zones).size < zones.length;
  });
}

/** Scenarios with one thing less, the largest things first. */
function* smaller(scenario: Scenario): Generator<Scenario> {
  const { steps } = scenario;
  for (let index = steps.length - 1; index >= 0; index -= 1)
    yield { ...scenario, steps: without(steps, index) };
  for (const [index, step] of steps.entries())
    for (const less of smallerSteps(step)) yield { ...scenario, steps: steps.with(index, less) };
  for (const [index, zone] of scenario.zones.entries()) {
    const { fields: _fields, ...bare } = zone;
    const empty = { ...bare, jobs: [], previous: 'default' as const };
    if (JSON.stringify(empty) !== JSON.stringify(zone))
      yield { ...scenario, zones: scenario.zones.with(index, empty) };
  }
}

function* smallerSteps(step: Step): Generator<Step> {
  const { hazard: _hazard, ...calm } = step;
  for (let index = step.edits.length - 1; index >= 0; index -= 1)
    yield { ...step, edits: without(step.edits, index) };
  for (let index = 0; index < step.byHand.length; index += 1)
    yield { ...step, byHand: without(step.byHand, index) };
  if (step.hazard) yield calm;
  if (step.command.run === 'apply' && Object.keys(step.command).length > 2)
    yield { ...step, command: { run: 'apply', saved: step.command.saved } };
  for (const [index, edit] of step.edits.entries()) {
    if (edit.do !== 'add') continue;
    const { block } = edit;
    const plain = [
      { ...block, inModule: false },
      { ...block, aliased: false },
      { ...block, later: 0 },
      { ...block, lifecycle: {} },
      { ...block, dependent: 'none' as const },
      {
        ...block,
        settings: block.kind === 'fields' ? { cookies: ['one'], on_existing: 'adopt' } : block.settings,
      },
      { ...block, settings: block.kind === 'job' ? {} : block.settings },
      ...(block.members.length > 1 ? [{ ...block, members: block.members.slice(0, 1) }] : []),
    ];
    for (const less of plain)
      if (JSON.stringify(less) !== JSON.stringify(block))
        yield { ...step, edits: step.edits.with(index, { ...edit, block: less }) };
  }
}

function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, place) => place !== index);
}
