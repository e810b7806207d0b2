import type { JournalEntry } from '../../emulator';
import { CommandFailure } from '../terminal/failure';
import { interruptedExitCode } from '../terminal/interruption';
import type { Stage, Step } from './stage';

/** A step that was run, and how long it took. */
export interface PlayedStep {
  readonly title: string;
  readonly milliseconds: number;
}

/**
 * Runs the steps one after the other, and stops at the first failure or when the user interrupts.
 *
 * @param now milliseconds of a clock that only goes forward
 * @throws CommandFailure
 */
export async function play(
  steps: readonly Step[],
  stage: Stage,
  now: () => number,
): Promise<readonly PlayedStep[]> {
  const played: PlayedStep[] = [];
  for (const [index, step] of steps.entries()) {
    const begin = now();
    stage.story.step(index + 1, steps.length, step.title, step.why);
    try {
      await step.run(stage);
    } catch (thrown) {
      throw interruption(stage.signal) ?? thrown;
    }
    const interrupted = interruption(stage.signal);
    if (interrupted) throw interrupted;
    played.push({ title: step.title, milliseconds: now() - begin });
  }
  return played;
}

// An interrupted engine fails with a message of its own, but the reason is the interruption.
function interruption(signal: AbortSignal): CommandFailure | undefined {
  const exitCode = interruptedExitCode(signal);
  if (exitCode === undefined) return undefined;
  return new CommandFailure(
    { code: 'interrupted', message: 'the demo was interrupted', hints: ['run it again: zonewright demo'] },
    exitCode,
  );
}

/** The last lines of the demo: how long each step took, and the requests to the service. */
export function summary(
  played: readonly PlayedStep[],
  journal: readonly Pick<JournalEntry, 'method'>[],
): readonly string[] {
  const total = played.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const width = Math.max(...played.map(({ title }) => title.length), 'Total'.length);
  const row = (title: string, milliseconds: number): string =>
    `  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
  return [
    ...played.map(({ title, milliseconds }) => row(title, milliseconds)),
    row('Total', total),
    '',
    `  ${journal.length} API requests: ${byMethod(journal)}`,
  ];
}

function byMethod(journal: readonly Pick<JournalEntry, 'method'>[]): string {
  const counts = new Map<string, number>();
  for (const { method } of journal) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}
