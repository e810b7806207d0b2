import type { Workspace } from '../workspace/create-workspace';
import { ensureApplied, inWorkspace, result, type MatcherOptions, type MatcherResult } from './in-workspace';
import { compareChanges, type ExpectedChanges } from './planned-as-expected';

/** Options of `toPlanCleanly`. */
export interface PlanCleanlyOptions extends MatcherOptions {
  /** Whether to allow warnings, such as that of a step that cannot be undone. @default false */
  readonly allowWarnings?: boolean;
}

/**
 * The matchers of the kit. Each runs the real engine and the real provider on an emulator of its own, in a temporary
 * folder, and is asynchronous: `await expect(stack).toPlanCleanly()`. It accepts {@link Stacks} or a workspace.
 *
 * @typeParam R the result type of the runner's `expect`; the kit's types make it a promise
 */
export interface ZonewrightMatchers<R = Promise<void>> {
  /** The plan succeeds without an error and without a warning. */
  toPlanCleanly(options?: PlanCleanlyOptions): R;
  /** The plan does exactly this: numbers, or addresses, by action. Anything left out must not happen. */
  toPlan(expected: ExpectedChanges, options?: MatcherOptions): R;
  /** The apply succeeds. */
  toApply(options?: MatcherOptions): R;
  /** After an apply (which this matcher runs if needed) the plan is empty, and a refresh finds no change. */
  toHaveNoDrift(options?: MatcherOptions): R;
  /**
   * After an apply (which this matcher runs if needed) a destroy is refused, as for a finished migration or a
   * resource with `prevent_destroy`.
   *
   * @param reason part of the refusal
   */
  toRefuseToDestroy(reason?: string | RegExp, options?: MatcherOptions): R;
}

/** The headline of a warning, which the engine may frame. */
const WARNING = /^[│\s]*Warning: /m;

/** For `expect.extend(zonewrightMatchers)`; `zonewright/testing/jest` and `zonewright/testing/vitest` do this. */
export const zonewrightMatchers = {
  toPlanCleanly(received: unknown, options: PlanCleanlyOptions = {}): Promise<MatcherResult> {
    const { allowWarnings = false, ...rest } = options;
    return inWorkspace(received, rest, async (workspace) => {
      const { succeeded, text } = await workspace.plan();
      const warns = !allowWarnings && WARNING.test(text);
      return result(
        succeeded && !warns,
        'toPlanCleanly()',
        {
          failed: succeeded ? 'The plan has a warning:' : 'The plan failed:',
          passed: 'The plan succeeded without a warning:',
        },
        text,
      );
    });
  },

  toPlan(received: unknown, expected: ExpectedChanges, options?: MatcherOptions): Promise<MatcherResult> {
    return inWorkspace(received, options, async (workspace) => {
      const { succeeded, changes, text } = await workspace.plan();
      const { isSame, lines } = compareChanges(expected, changes);
      const told = lines.join('\n');
      return result(
        succeeded && isSame,
        'toPlan(expected)',
        { failed: succeeded ? `${told}\n\nThe plan:` : 'The plan failed:', passed: `${told}\n\nThe plan:` },
        text,
      );
    });
  },

  toApply(received: unknown, options?: MatcherOptions): Promise<MatcherResult> {
    return inWorkspace(received, options, async (workspace) => {
      const { succeeded, text } = await workspace.apply();
      return result(
        succeeded,
        'toApply()',
        { failed: 'The apply failed:', passed: 'The apply succeeded:' },
        text,
      );
    });
  },

  toHaveNoDrift(received: unknown, options?: MatcherOptions): Promise<MatcherResult> {
    return inWorkspace(received, options, async (workspace) => {
      await ensureApplied(workspace);
      const found = await drift(workspace);
      return result(
        found.kind === 'none',
        'toHaveNoDrift()',
        {
          failed:
            found.kind === 'failed'
              ? 'The plan after the apply failed:'
              : 'The plan after the apply is not empty:',
          passed: 'The plan after the apply is empty:',
        },
        found.text,
      );
    });
  },

  toRefuseToDestroy(
    received: unknown,
    reason?: string | RegExp,
    options?: MatcherOptions,
  ): Promise<MatcherResult> {
    return inWorkspace(received, options, async (workspace) => {
      await ensureApplied(workspace);
      const { succeeded, text } = await workspace.plan({ destroy: true });
      // The engine may break lines anywhere.
      const flowing = text.replace(/[\s│]+/g, ' ');
      const fits =
        reason === undefined ||
        (typeof reason === 'string' ? flowing.includes(reason) : reason.test(flowing));
      return result(
        !succeeded && fits,
        'toRefuseToDestroy()',
        {
          failed: succeeded
            ? 'The plan of the destroy succeeded:'
            : `The destroy is refused, but the refusal does not contain ${String(reason)}:`,
          passed: 'The destroy is refused:',
        },
        text,
      );
    });
  },
};

interface Drift {
  readonly kind: 'none' | 'found' | 'failed';
  readonly text: string;
}

/** What a plan finds after an apply, and what a refresh finds. */
async function drift(workspace: Workspace): Promise<Drift> {
  let text = '';
  for (const refreshOnly of [false, true]) {
    const plan = await workspace.plan({ refreshOnly });
    text = plan.text;
    if (!plan.succeeded) return { kind: 'failed', text };
    if (plan.hasChanges) return { kind: 'found', text };
  }
  return { kind: 'none', text };
}
