import { unannounced, untold, type PlannedChange } from '../oracle/accounted';
import type { Hazard, HandEdit } from '../scenario/scenario';
import { judge, runCommand, type Outcome } from './command';
import { editByHand } from './hand-edits';
import { forgetImports, importAsTold } from './import-as-told';
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
  /** How often what was refused has been imported, and applied again. @default 0 */
  readonly imported?: number;
}

const PLAIN = ['-input=false', '-no-color'];

/** Each import may show what the next refusal is about. */
const MOST_IMPORTS = 3;

/** Applies the program as it is written; true when that succeeded. */
export async function applyProgram(
  round: Round,
  module: RootModule,
  options: ApplyOptions,
): Promise<boolean> {
  const { args = [] } = options;
  const isWhole = !args.some((arg) => arg.startsWith('-target'));
  const isStrict = options.isStrict && !module.isDisturbed && isWhole && !plansBlindly(module);
  const records = creationRecords(module);
  const succeeded = options.saved
    ? await planAndApply(round, module, options, isStrict)
    : await applyAtOnce(round, module, options, isStrict);
  if (!isWhole) await letGoOfShared(round, module, records);
  if (!succeeded) module.isDisturbed = true;
  else if (isWhole) applied(module);
  else module.isPending = true;
  return succeeded;
}

async function applyAtOnce(
  round: Round,
  module: RootModule,
  options: ApplyOptions,
  isStrict: boolean,
): Promise<boolean> {
  const { args = [], hazard } = options;
  const outcome = await runCommand(round, module, ['apply', '-auto-approve', ...PLAIN, ...args], hazard);
  if (await isToldToImport(round, module, options, outcome)) return applyImported(round, module, options);
  judge(round, outcome, { isStrict: isStrict && !outcome.isStruck, isAllowed: false });
  noteOutcome(round, module, outcome);
  return outcome.exitCode === 0;
}

async function planAndApply(
  round: Round,
  module: RootModule,
  options: ApplyOptions,
  isStrict: boolean,
): Promise<boolean> {
  const { args = [], hazard, meanwhile = [] } = options;
  const planArgs = args.filter((arg) => !arg.startsWith('-parallelism'));
  const planned = await runCommand(round, module, [
    'plan',
    '-detailed-exitcode',
    '-out=plan',
    ...PLAIN,
    ...planArgs,
  ]);
  if (await isToldToImport(round, module, options, planned)) return applyImported(round, module, options);
  judge(round, planned, { isStrict, isAllowed: false });
  noteOutcome(round, module, planned);
  if (planned.exitCode !== 0 && planned.exitCode !== 2) return false;
  for (const edit of meanwhile) editByHand(round, edit);
  const outcome = await runCommand(round, module, ['apply', '-auto-approve', ...PLAIN, 'plan'], hazard);
  if (await isToldToImport(round, module, options, outcome)) return applyImported(round, module, options);
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

async function isToldToImport(
  round: Round,
  module: RootModule,
  { imported = 0 }: ApplyOptions,
  outcome: Outcome,
): Promise<boolean> {
  if (imported === MOST_IMPORTS || !(await importAsTold(round, module, outcome))) return false;
  noteOutcome(round, module, outcome);
  return true;
}

/** Applies again as told: with what is to be imported, and without a replacement. What gets in the way has done so. */
async function applyImported(
  round: Round,
  module: RootModule,
  { saved, isStrict, args = [], imported = 0 }: ApplyOptions,
): Promise<boolean> {
  const more = args.filter((arg) => !arg.startsWith('-replace'));
  const succeeded = await applyProgram(round, module, {
    saved,
    isStrict,
    args: more,
    imported: imported + 1,
  });
  forgetImports(module);
  return succeeded;
}

async function shownPlan(
  round: Round,
  module: RootModule,
): Promise<{ readonly resource_changes?: readonly PlannedChange[] }> {
  const shown = await runCommand(round, module, ['show', '-json', 'plan']);
  return JSON.parse(shown.stdout) as { resource_changes?: PlannedChange[] };
}
