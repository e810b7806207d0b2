import { unannounced, untold, type PlannedChange } from '../oracle/accounted';
import { settled } from '../program/edit';
import type { Hazard, HandEdit } from '../scenario/scenario';
import { judge, runCommand, type Outcome } from './command';
import { editByHand } from './hand-edits';
import { forgetImports, importAsTold } from './import-as-told';
import { creationRecords, letGoOfShared } from './documented-limits';
import { noteOutcome } from './note-outcome';
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
export async function applyProgram(round: Round, options: ApplyOptions): Promise<boolean> {
  const { args = [] } = options;
  const isWhole = !args.some((arg) => arg.startsWith('-target'));
  const isStrict = options.isStrict && !round.isDisturbed && isWhole;
  const records = creationRecords(round);
  const succeeded = options.saved
    ? await planAndApply(round, options, isStrict)
    : await applyAtOnce(round, options, isStrict);
  if (!isWhole) await letGoOfShared(round, records);
  if (!succeeded) round.isDisturbed = true;
  else if (!isWhole) round.isPending = true;
  else {
    round.program = settled(round.program);
    round.isDisturbed = false;
    round.isPending = false;
  }
  return succeeded;
}

async function applyAtOnce(round: Round, options: ApplyOptions, isStrict: boolean): Promise<boolean> {
  const { args = [], hazard } = options;
  const outcome = await runCommand(round, ['apply', '-auto-approve', ...PLAIN, ...args], hazard);
  if (await isToldToImport(round, options, outcome)) return applyImported(round, options);
  judge(round, outcome, { isStrict: isStrict && !outcome.isStruck });
  noteOutcome(round, outcome);
  return outcome.exitCode === 0;
}

async function planAndApply(round: Round, options: ApplyOptions, isStrict: boolean): Promise<boolean> {
  const { args = [], hazard, meanwhile = [] } = options;
  const planArgs = args.filter((arg) => !arg.startsWith('-parallelism'));
  const planned = await runCommand(round, ['plan', '-detailed-exitcode', '-out=plan', ...PLAIN, ...planArgs]);
  if (await isToldToImport(round, options, planned)) return applyImported(round, options);
  judge(round, planned, { isStrict });
  noteOutcome(round, planned);
  if (planned.exitCode !== 0 && planned.exitCode !== 2) return false;
  for (const edit of meanwhile) editByHand(round, edit);
  const outcome = await runCommand(round, ['apply', '-auto-approve', ...PLAIN, 'plan'], hazard);
  if (await isToldToImport(round, options, outcome)) return applyImported(round, options);
  const othersEdited = meanwhile.length > 0;
  judge(round, outcome, { isStrict: isStrict && !outcome.isStruck && !othersEdited, othersEdited });
  noteOutcome(round, outcome);
  if (outcome.effects.length > 0) {
    const shown = await runCommand(round, ['show', '-json', 'plan']);
    const plan = JSON.parse(shown.stdout) as { readonly resource_changes?: readonly PlannedChange[] };
    for (const text of unannounced(plan.resource_changes ?? [], outcome.effects))
      round.violation('not in the plan', text);
    for (const text of untold(plan, outcome.effects)) round.violation('not in the review', text);
  }
  return outcome.exitCode === 0;
}

async function isToldToImport(
  round: Round,
  { imported = 0 }: ApplyOptions,
  outcome: Outcome,
): Promise<boolean> {
  if (imported === MOST_IMPORTS || !(await importAsTold(round, outcome))) return false;
  noteOutcome(round, outcome);
  return true;
}

/** Applies again as told: with what is to be imported, and without a replacement. What gets in the way has done so. */
async function applyImported(
  round: Round,
  { saved, isStrict, args = [], imported = 0 }: ApplyOptions,
): Promise<boolean> {
  const more = args.filter((arg) => !arg.startsWith('-replace'));
  const succeeded = await applyProgram(round, { saved, isStrict, args: more, imported: imported + 1 });
  forgetImports(round);
  return succeeded;
}
