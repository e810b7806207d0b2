import { checkEnd } from '../oracle/end-state';
import { type Lifecycle, type Program } from '../program/program';
import { applyProgram } from './apply';
import { judge, runCommand } from './command';
import { plansBlindly, stateText, writeProgram, type RootModule } from './root-module';
import type { Round } from './round';
import { placeOf } from './step';

/** Applies that the end may take: one, and one more after a kill, a refusal or a step that goes no further. */
const APPLIES = 2;

/** Everything is quiet: plain applies bring about what is declared, and then nothing is left to do. */
export async function endRound(round: Round): Promise<void> {
  const modules = Object.values(round.modules).filter(
    (module) => module.program.blocks.length > 0 || stateText(module) !== undefined,
  );
  for (const module of modules) {
    module.program = quietProgram(module);
    writeProgram(module, placeOf(round));
    // A cycle in the engine's own graph, of deposed objects and triggers, has no end that the provider could bring about.
    if (!(await converge(round, module))) return;
  }
  for (const module of modules) await checkEmptyPlan(round, module);
  checkEnd(round, modules);
  for (const module of modules) await checkEmptyPlan(round, module, '-refresh-only');
}

/** Nothing in it is meant to fail or ends by itself; what was ignored before it could be applied is not ignored. */
function quietProgram({ program, isDisturbed }: RootModule): Program {
  return {
    ...program,
    blocks: program.blocks.map((block) => {
      const { preventDestroy: _prevents, conditions, ignore, ...lifecycle } = block.lifecycle;
      const { wait: _wait, ...settings } = block.settings;
      const ignored = block.kind === 'migration' ? withoutWait(ignore) : ignore;
      return {
        ...block,
        settings,
        dependent: block.dependent === 'fails' ? 'holds' : block.dependent,
        lifecycle: {
          ...lifecycle,
          ...(ignored === undefined || isDisturbed ? {} : { ignore: ignored }),
          ...(conditions === undefined ? {} : { conditions: 'hold' }),
        },
      };
    }),
  };
}

/** A migration that nobody waits for ends by itself, between the last apply and the plan after it. */
function withoutWait(ignore: Lifecycle['ignore']): Lifecycle['ignore'] {
  return ignore === 'all' ? undefined : ignore?.filter((name) => name !== 'wait');
}

/** Applies until it succeeds; false when the engine itself cannot. */
async function converge(round: Round, module: RootModule): Promise<boolean> {
  const { cycles } = round.counts;
  const wasDisturbed = module.isDisturbed;
  // A plan that cannot ask the service yet does not see what others changed.
  const needsMore =
    plansBlindly(module) || round.scenario.zones.some(({ previous }) => previous === 'with URI overrides');
  // Where nothing is left over, half of the rounds are spared the comparison with the plan.
  const isSaved = wasDisturbed || module.isPending || round.scenario.seed % 2 === 0;
  for (let apply = 1; apply <= APPLIES; apply += 1) {
    const isLast = apply === APPLIES;
    const mayFail = wasDisturbed && !isLast;
    if (isLast) module.isDisturbed = false;
    const succeeded = await applyProgram(round, module, { saved: isSaved, isStrict: !mayFail });
    if (succeeded && !needsMore) return true;
  }
  return round.counts.cycles === cycles;
}

async function checkEmptyPlan(round: Round, module: RootModule, ...kind: readonly string[]): Promise<void> {
  const args = ['plan', '-input=false', '-no-color', '-detailed-exitcode', ...kind];
  const outcome = await runCommand(round, module, args);
  judge(round, outcome, { isStrict: true, isAllowed: false });
  if (outcome.exitCode === 2)
    round.violation(['plan', ...kind, 'is not empty'].join(' '), outcome.stdout.slice(0, 1500));
}
