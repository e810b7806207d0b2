import { edited } from '../program/edit';
import { addressOf, blockOf, declared, TYPES, type Block } from '../program/program';
import type { Command, Step } from '../scenario/scenario';
import { applyProgram, type ApplyOptions } from './apply';
import { judge, runCommand, type Outcome } from './command';
import { editByHand } from './hand-edits';
import { forgetImports, importAsTold } from './import-as-told';
import { importIdOf, plansBlindly, writeProgram, type RootModule } from './root-module';
import type { Round } from './round';
import { noteOutcome } from './note-outcome';

/** Carries a step out: the edits, what others do, and the command with what goes wrong meanwhile. */
export async function runStep(round: Round, step: Step): Promise<void> {
  const module = round.modules[step.state];
  if (step.expects === 'refusal') return runRefusal(round, module, step);
  edit(round, module, step);
  for (const hand of step.byHand) editByHand(round, hand);
  await runCommandOf(round, module, step);
}

function edit(round: Round, module: RootModule, { edits }: Step): void {
  const program = edits.reduce(edited, module.program);
  if (program !== module.program) module.isPending = true;
  round.log(`${module.name} edits: ${JSON.stringify(edits)}`);
  module.program = program;
  writeProgram(module, placeOf(round));
}

export function placeOf({ service }: Round): Parameters<typeof writeProgram>[1] {
  return { zoneIds: service.zoneIds, baseUrl: service.emulator.baseUrl };
}

/** From a state in which everything is applied: what is refused is refused for one reason, and changes nothing. */
async function runRefusal(round: Round, module: RootModule, step: Step): Promise<void> {
  if (module.isPending || module.isDisturbed)
    await applyProgram(round, module, { saved: false, isStrict: false });
  if (module.isPending || module.isDisturbed || !hasBegun(round, module)) return;
  const before = module.program;
  edit(round, module, step);
  const args = ['-input=false', '-no-color', '-auto-approve', ...argumentsOf(module, step.command)];
  const isAct =
    module.program !== before ||
    step.command.run === 'destroy' ||
    args.some((one) => one.startsWith('-replace'));
  if (isAct) {
    const outcome = await runCommand(round, module, [
      step.command.run === 'destroy' ? 'destroy' : 'apply',
      ...args,
    ]);
    round.counts.refusals += 1;
    if (outcome.exitCode === 0) round.violation('not refused', `${JSON.stringify(step)} went through`);
    if (outcome.exitCode !== 0 && outcome.effects.length > 0)
      round.violation(
        'refused too late',
        `what is refused changed something: ${JSON.stringify(outcome.effects)}`,
      );
    judge(round, outcome, { isStrict: false, isAllowed: true });
    noteOutcome(round, module, outcome);
  }
  module.program = before;
  writeProgram(module, placeOf(round));
}

/** Whether every declared migration has: one that only deleted overrides so far may still be destroyed. */
function hasBegun(round: Round, { program }: RootModule): boolean {
  return declared(program)
    .filter(({ block }) => block.kind === 'migration')
    .every(
      ({ member }) =>
        round.service.zone(member.zone % round.scenario.zones.length).migration.state !== 'start',
    );
}

async function runCommandOf(round: Round, module: RootModule, step: Step): Promise<void> {
  const { command, hazard } = step;
  const options: ApplyOptions = {
    saved: command.run === 'apply' && command.saved,
    args: argumentsOf(module, command),
    ...(command.run === 'apply' && command.meanwhile ? { meanwhile: command.meanwhile } : {}),
    ...(hazard ? { hazard } : {}),
    isStrict: step.expects === 'success' && !(command.run === 'apply' && command.refresh === false),
  };
  const plain = async (args: readonly string[], isSure = true, isTold = false): Promise<Outcome> => {
    const outcome = await runCommand(round, module, [...args, '-no-color'], hazard);
    if (!isTold && (await importAsTold(round, module, outcome))) {
      noteOutcome(round, module, outcome);
      const again = await plain(args, isSure, true);
      forgetImports(module);
      return again;
    }
    judge(round, outcome, {
      isStrict: isSure && options.isStrict && hazard === undefined && !module.isDisturbed,
      isAllowed: false,
    });
    noteOutcome(round, module, outcome);
    if (outcome.isStruck || outcome.exitCode === 1) module.isDisturbed = true;
    return outcome;
  };
  switch (command.run) {
    case 'apply':
      await applyProgram(round, module, options);
      return;
    case 'plan':
      await plain(['plan', '-input=false', '-out=old-plan']);
      return;
    case 'refresh':
      // The engine evaluates what is not made yet, and plans to destroy what is no longer declared, to no end.
      await plain(['apply', '-refresh-only', '-auto-approve', '-input=false'], !module.isPending);
      return;
    case 'destroy':
      // One target may leave out what has moved, and what the provider's address comes out of. What is to be forgotten and is
      // not yet, the engine destroys, and a migration refuses that.
      await plain(
        ['destroy', '-auto-approve', '-input=false', ...argumentsOf(module, command)],
        module.program.moved.length === 0 &&
          !module.program.removed.some((address) => address.includes(TYPES.migration)) &&
          !plansBlindly(module),
      );
      module.isPending = true;
      return;
    case 'taint':
    case 'import again': {
      const block = blockOf(module.program, command.label);
      if (block && module.program.providerLater === 0 && !module.isPending && !module.isDisturbed)
        await (command.run === 'taint' ? taint(round, module, block) : importAgain(round, module, block));
      await applyProgram(round, module, { ...options, args: [] });
    }
  }
}

async function taint(round: Round, module: RootModule, block: Block): Promise<void> {
  await runCommand(round, module, ['taint', addressOf(block, 0)]);
}

async function importAgain(round: Round, module: RootModule, block: Block): Promise<void> {
  const address = addressOf(block, 0);
  const zoneId = placeOf(round).zoneIds[block.members[0]?.zone ?? 0] ?? '';
  const id = importIdOf(module, block, zoneId);
  if (id === undefined) return;
  const gone = await runCommand(round, module, ['state', 'rm', address]);
  if (gone.exitCode !== 0) return;
  const imported = await runCommand(round, module, ['import', '-input=false', '-no-color', address, id]);
  judge(round, imported, { isStrict: true, isAllowed: false });
}

function argumentsOf(module: RootModule, command: Command): readonly string[] {
  const target = 'target' in command && command.target ? blockOf(module.program, command.target) : undefined;
  const replace =
    'replace' in command && command.replace ? blockOf(module.program, command.replace) : undefined;
  return [
    ...(target ? [`-target=${addressOf(target, 0)}`] : []),
    ...(replace ? [`-replace=${addressOf(replace, 0)}`] : []),
    ...(command.run === 'apply' && command.refresh === false ? ['-refresh=false'] : []),
    ...(command.run === 'apply' && command.oneByOne ? ['-parallelism=1'] : []),
  ];
}
