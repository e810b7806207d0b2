import { interruptedExitCode } from '../interruption';
import { CommandFailure } from '../failure';
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
