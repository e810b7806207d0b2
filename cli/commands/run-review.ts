import { createColors } from 'picocolors';
import { findEngine } from '../engine/find';
import { engineEnvironment, createEngine } from '../engine/run';
import { renderProblem } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import { writeOutputs, type Output } from '../terminal/outputs';
import { htmlText } from '../review/formats/html';
import { markdownText } from '../review/formats/markdown';
import { terminalText } from '../review/formats/terminal';
import { loadPlans, type ShowPlan } from '../review/load-plans';
import type { Review } from '../review/model';
import { reviewReport } from '../review/report';
import { reviewPlans, type Limits } from '../review/review-plans';
import type { CommandContext } from '../terminal/terminal';

/** The formats of a review. */
export type ReviewFormat = 'terminal' | 'markdown' | 'json' | 'html';

export interface ReviewOptions extends Limits {
  readonly format: ReviewFormat;
  readonly out?: readonly Output<ReviewFormat>[];
}

/** `zonewright review`: says what saved plans do, the most important first. */
export async function reviewCommand(
  { terminal, env }: CommandContext,
  options: ReviewOptions,
  plans: readonly string[],
): Promise<number> {
  return untilInterrupted(async (signal) => {
    const { inputs, errors } = await loadPlans(plans, showWithEngine(env, signal));
    signal.throwIfAborted();
    const review = reviewPlans(inputs, errors, options);
    const { format } = options;
    terminal.out(rendered(review, format, terminal.colors).replace(/\n$/, ''));
    // The terminal's text has them already.
    if (format !== 'terminal') {
      for (const { plan, ...problem } of errors) {
        const named = { ...problem, message: `${plan}: ${problem.message}` };
        for (const line of renderProblem(named, terminal.colors)) terminal.err(line);
      }
    }
    writeOutputs(options.out ?? [], (each) => rendered(review, each, createColors(false)));
    return review.exit_code;
  });
}

function rendered(
  review: Review,
  format: ReviewFormat,
  colors: CommandContext['terminal']['colors'],
): string {
  switch (format) {
    case 'terminal':
      return terminalText(reviewReport(review), colors);
    case 'markdown':
      return markdownText(reviewReport(review));
    case 'json':
      return `${JSON.stringify(review, null, 2)}\n`;
    case 'html':
      return htmlText(reviewReport(review));
  }
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
