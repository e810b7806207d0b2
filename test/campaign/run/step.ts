import { edited } from '../program/edit';
import { addressOf, blockOf, TYPES } from '../program/program';
import type { Command, Step } from '../scenario/scenario';
import { applyProgram } from './apply';
import { judge, runCommand } from './command';
import { editByHand } from './hand-edits';
import { forgetImports, importAsTold } from './import-as-told';
import { noteOutcome } from './note-outcome';
import { writeProgram } from './root-module';
import type { Round } from './round';

/** Carries a step out: the edits, what others do, and the command with what goes wrong meanwhile. */
export async function runStep(round: Round, step: Step): Promise<void> {
  const { edits, byHand, command, hazard, mayFail } = step;
  const program = edits.reduce(edited, round.program);
  if (program !== round.program) round.isPending = true;
  round.log(`edits: ${JSON.stringify(edits)}`);
  round.program = program;
  writeProgram(round);
  for (const hand of byHand) editByHand(round, hand);
  const args = argumentsOf(round, command);
  switch (command.run) {
    case 'apply':
      await applyProgram(round, {
        ...{ saved: command.saved, args, isStrict: !mayFail && command.refresh !== false },
        ...(command.meanwhile && { meanwhile: command.meanwhile }),
        ...(hazard && { hazard }),
      });
      return;
    case 'plan':
      return runOther(round, step, ['plan', '-input=false']);
    case 'refresh':
      // The engine evaluates what is not made yet, and plans to destroy what is no longer declared, to no end.
      return runOther(
        round,
        step,
        ['apply', '-refresh-only', '-auto-approve', '-input=false'],
        !round.isPending,
      );
    case 'destroy': {
      // One target may leave out what has moved. What is to be forgotten and is not yet, the engine destroys, and a migration
      // refuses that.
      const { moved, removed } = round.program;
      const isSure = moved.length === 0 && !removed.some((address) => address.includes(TYPES.migration));
      await runOther(round, step, ['destroy', '-auto-approve', '-input=false', ...args], isSure);
      round.isPending = true;
    }
  }
}

/** Runs what is no apply of the program. @param isSure whether it must succeed when nothing is in the way */
async function runOther(
  round: Round,
  { hazard }: Step,
  args: readonly string[],
  isSure = true,
): Promise<void> {
  const command = [...args, '-no-color'];
  let outcome = await runCommand(round, command, hazard);
  if (await importAsTold(round, outcome)) {
    noteOutcome(round, outcome);
    outcome = await runCommand(round, command, hazard);
  }
  judge(round, outcome, { isStrict: isSure && hazard === undefined && !round.isDisturbed });
  noteOutcome(round, outcome);
  forgetImports(round);
  if (outcome.isStruck || outcome.exitCode === 1) round.isDisturbed = true;
}

function argumentsOf({ program }: Round, command: Command): readonly string[] {
  const of = (option: 'target' | 'replace'): readonly string[] => {
    const label = (command as Partial<Record<typeof option, string>>)[option];
    const block = label === undefined ? undefined : blockOf(program, label);
    return block ? [`-${option}=${addressOf(block, 0)}`] : [];
  };
  return [
    ...of('target'),
    ...of('replace'),
    ...(command.run === 'apply' && command.refresh === false ? ['-refresh=false'] : []),
    ...(command.run === 'apply' && command.oneByOne ? ['-parallelism=1'] : []),
  ];
}
