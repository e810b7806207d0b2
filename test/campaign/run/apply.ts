import { unannounced, untold, type PlannedChange } from '../oracle/accounted';
import type { Hazard, HandEdit } from '../scenario/scenario';
import { judge, runCommand } from './command';
import { editByHand } from './hand-edits';
import { creationRecords, letGoOfShared } from './documented-limits';
import { noteOutcome } from './note-outcome';
import { applied, plansBlindly, type RootModule } from './root-module';
import type { Round } from './round';

export interface ApplyOptions {
  /** Plan first, then apply the saved plan, and hold the one against the other. */
  readonly saved: boolean;
  readonly args?: readonly string[];
  readonly hazard?: Hazard;
  /** What others do between the plan and its apply. */
  readonly meanwhile?: readonly HandEdit[];
  /** Whether it must succeed when nothing is in the way. */
  readonly isStrict: boolean;
}

const PLAIN = ['-input=false', '-no-color'];

/** Applies the program as it is written; true when that succeeded. */
export async function applyProgram(
  round: Round,
  module: RootModule,
  options: ApplyOptions,
): Promise<boolean> {
  const { args = [], hazard } = options;
  const isWhole = !args.some((arg) => arg.startsWith('-target'));
  const isStrict = options.isStrict && !module.isDisturbed && isWhole && !plansBlindly(module);
  const records = creationRecords(module);
  const succeeded = options.saved
    ? await planAndApply(round, module, options, isStrict)
    : await applyAtOnce(round, module, args, isStrict, hazard);
  if (!isWhole) await letGoOfShared(round, module, records);
  if (!succeeded) module.isDisturbed = true;
  else if (isWhole) applied(module);
  else module.isPending = true;
  return succeeded;
}

async function applyAtOnce(
  round: Round,
  module: RootModule,
  args: readonly string[],
  isStrict: boolean,
  hazard: Hazard | undefined,
): Promise<boolean> {
  const outcome = await runCommand(round, module, ['apply', '-auto-approve', ...PLAIN, ...args], hazard);
  judge(round, outcome, { isStrict: isStrict && !outcome.isStruck, isAllowed: false });
  noteOutcome(round, module, outcome);
  return outcome.exitCode === 0;
}

async function planAndApply(
  round: Round,
  module: RootModule,
  { args = [], hazard, meanwhile = [] }: ApplyOptions,
  isStrict: boolean,
): Promise<boolean> {
  const planArgs = args.filter((arg) => !arg.startsWith('-parallelism'));
  const planned = await runCommand(round, module, [
    'plan',
    '-detailed-exitcode',
    '-out=plan',
    ...PLAIN,
    ...planArgs,
  ]);
  judge(round, planned, { isStrict, isAllowed: false });
  noteOutcome(round, module, planned);
  if (planned.exitCode !== 0 && planned.exitCode !== 2) return false;
  for (const edit of meanwhile) editByHand(round, edit);
  const outcome = await runCommand(round, module, ['apply', '-auto-approve', ...PLAIN, 'plan'], hazard);
  const othersEdited = meanwhile.length > 0;
  judge(round, outcome, {
    isStrict: isStrict && !outcome.isStruck && !othersEdited,
    isAllowed: false,
    othersEdited,
  });
  noteOutcome(round, module, outcome);
  if (outcome.effects.length > 0) {
    const plan = await shownPlan(round, module);
    for (const text of unannounced(plan.resource_changes ?? [], outcome.effects))
      round.violation('not in the plan', text);
    for (const text of untold(plan, outcome.effects)) round.violation('not in the review', text);
  }
  return outcome.exitCode === 0;
}

async function shownPlan(
  round: Round,
  module: RootModule,
): Promise<{ readonly resource_changes?: readonly PlannedChange[] }> {
  const shown = await runCommand(round, module, ['show', '-json', 'plan']);
  return JSON.parse(shown.stdout) as { resource_changes?: PlannedChange[] };
}
