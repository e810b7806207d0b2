import { complaints, errorsIn, isOfTheEngine, unexplained } from '../oracle/messages';
import type { Outcome } from './command';
import type { Round } from './round';

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
