import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram, type RunResult } from '../../../cli/engine/process';
import type { Effect } from '../oracle/effects';
import { complaints, errorsIn, isOfTheEngine, unexplained } from '../oracle/messages';
import type { Hazard } from '../scenario/scenario';
import { startHazard } from './hazard';
import { mendState, providersOf, stateText, usesBothConfigurations, type RootModule } from './root-module';
import type { Round } from './round';

/** Milliseconds that a provider may live on after its engine. */
const PROVIDER_ENDS_MS = 60_000;

export interface Outcome extends RunResult {
  readonly args: readonly string[];
  /** What the command changed at the service. */
  readonly effects: readonly Effect[];
  /** Whether the hazard struck. */
  readonly isStruck: boolean;
  /** Whether a kill left no readable state, so that the one before is back. */
  readonly isStateLost: boolean;
}

/** Runs one command of the engine in a root module, with what goes wrong meanwhile, and looks at what it leaves. */
export async function runCommand(
  round: Round,
  module: RootModule,
  args: readonly string[],
  hazard?: Hazard,
): Promise<Outcome> {
  const { service, counts } = round;
  const before = stateText(module);
  const isKill = hazard?.kind === 'kill';
  const isStarted =
    isKill || round.scenario.startedBy === 'engine' || (args[0] !== 'show' && usesBothConfigurations(module));
  const reattach = isStarted ? {} : await round.place.reattach(module, round.env);
  service.takeEffects();
  const danger = startHazard(round, module, hazard);
  const requests = service.requests;
  const dryRuns = { ...service.dryRuns };
  const result = await runProgram(round.place.binary, args, {
    cwd: module.folder,
    env: { ...round.env, ...reattach },
    onStart: danger.started,
  });
  const isStruck = danger.stop();
  counts.commands += 1;
  const isStateLost = isKill && isStruck && mendState(module, before);
  if (isKill && isStruck) await providersEnd(round, module);
  await service.quiet();
  counts.requests += service.requests - requests;
  counts.dryRuns += service.dryRuns.all - dryRuns.all;
  const written = service.dryRuns.written - dryRuns.written;
  if (written > 0) round.violation('dry run writes', `${written} sent to a service that ignores dry_run`);
  const outcome = { ...result, args, effects: service.takeEffects(), isStruck, isStateLost };
  if (args[0] === 'plan' && outcome.effects.length > 0)
    round.violation('plan writes', JSON.stringify(outcome.effects));
  round.log(
    `${module.name}: ${args.join(' ')}${hazard ? ` [${isStruck ? 'struck by' : 'missed by'} ${JSON.stringify(hazard)}]` : ''}`,
  );
  round.log(
    `${result.stdout}\n${result.stderr}exit code ${result.exitCode}; effects: ${JSON.stringify(outcome.effects)}\n`,
  );
  return outcome;
}

async function providersEnd(round: Round, module: RootModule): Promise<void> {
  const left = (): readonly number[] =>
    providersOf(module).filter((pid) => !round.place.ownProviders.has(pid));
  const deadline = performance.now() + PROVIDER_ENDS_MS;
  while (left().length > 0 && performance.now() < deadline) await sleep(10);
  if (left().length === 0) return;
  round.violation('provider stays', `${left().length} provider(s) live on a minute after their engine`);
  for (const pid of left()) process.kill(pid, 'SIGKILL');
}

export interface Expectation {
  /** Whether the command must succeed. */
  readonly isStrict: boolean;
  /** Whether any refusal is fine: the step is meant to be refused. */
  readonly isAllowed: boolean;
  /** Whether others may have changed something since the plan was made. */
  readonly othersEdited?: boolean;
}

/** Holds what a command printed, and how it ended, against what is promised. */
export function judge(
  round: Round,
  outcome: Outcome,
  { isStrict, isAllowed, othersEdited = false }: Expectation,
): void {
  const { exitCode, stdout, stderr, isStruck, args } = outcome;
  const output = `${stdout}\n${stderr}`;
  for (const complaint of complaints(output, { isKilled: isStruck, othersEdited: othersEdited || isStruck }))
    round.violation(`message: ${complaint}`, firstLines(output, complaint));
  // 2 is a plan with changes.
  if (exitCode === 0 || exitCode === 2 || isAllowed) return;
  const isCycle = isOfTheEngine(output);
  if (isCycle) round.counts.cycles += 1;
  if (isStrict && !isCycle) {
    round.violation('refused', `${args.join(' ')}: ${errorsIn(output).join(' | ') || output.slice(-500)}`);
    return;
  }
  round.counts.refusals += 1;
  for (const error of unexplained(output)) round.violation('unexplained', error);
}

function firstLines(output: string, complaint: string): string {
  return `${complaint}: ${errorsIn(output).join(' | ') || output.slice(0, 500)}`;
}
