import { findEngine } from '../engine/find';
import { engineEnvironment, createEngine } from '../engine/run';
import { renderProblem } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import { writeOutputs, type Format, type Output } from '../files/outputs';
import { printFound } from '../review/formats';
import { loadPlans, type ShowPlan } from '../review/load-plans';
import { reviewReport } from '../review/report';
import { reviewPlans, type Limits } from '../review/review-plans';
import type { CommandContext } from '../terminal/terminal';

/** `zonewright review`: says what saved plans do, the most important first. */
export async function reviewCommand(
  { terminal, env }: CommandContext,
  options: Limits & { readonly format: Format; readonly out?: readonly Output[] },
  plans: readonly string[],
): Promise<number> {
  return untilInterrupted(async (signal) => {
    const { inputs, errors } = await loadPlans(plans, showWithEngine(env, signal));
    signal.throwIfAborted();
    const review = reviewPlans(inputs, errors, options);
    const { format, out = [] } = options;
    const textIn = printFound(terminal, format, review, reviewReport(review));
    // The terminal's text has them already.
    if (format !== 'terminal') {
      for (const { plan, ...problem } of errors) {
        const named = { ...problem, message: `${plan}: ${problem.message}` };
        for (const line of renderProblem(named, terminal.colors)) terminal.err(line);
      }
    }
    writeOutputs(out, textIn);
    return review.exit_code;
  });
}

/** Looks for the engine at the first saved plan: JSON needs none. */
function showWithEngine(env: NodeJS.ProcessEnv, signal: AbortSignal): ShowPlan {
  let found: ReturnType<typeof findEngine> | undefined;
  return async (folder, file) => {
    found ??= findEngine({ env, fetch: false });
    const { binary } = await found;
    const engine = createEngine({ binary, cwd: folder, env: engineEnvironment({ base: env }), signal });
    return engine.run(['show', '-json', file]);
  };
}
