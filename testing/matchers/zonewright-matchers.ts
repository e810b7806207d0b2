import {
  type Workspace,
  createWorkspace,
  type WorkspaceOptions,
  type WorkspacePlan,
} from '../workspace/create-workspace';
import type { Stacks } from '../stacks/root-modules';
import { ACTIONS, type PlannedAction, type PlannedChanges } from '../workspace/planned-changes';

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
      const at = allowWarnings ? -1 : text.search(WARNING);
      const warns = at >= 0;
      return result(
        succeeded && !warns,
        'toPlanCleanly()',
        {
          failed: succeeded ? 'The plan has a warning:' : 'The plan failed:',
          passed: 'The plan succeeded without a warning:',
        },
        // The engine prints warnings after the plan, which may be long.
        warns ? `${text.slice(at).trim()}\n\nThe plan:\n\n${text.slice(0, at).trim()}` : text,
      );
    });
  },

  toPlan(received: unknown, expected: ExpectedChanges, options?: MatcherOptions): Promise<MatcherResult> {
    return inWorkspace(received, options, async (workspace) => {
      const { succeeded, changes, text } = await workspace.plan();
      const { isSame, lines } = compareChanges(expected, changes);
      const compared = lines.join('\n');
      return result(
        succeeded && isSame,
        'toPlan(expected)',
        {
          failed: succeeded ? `${compared}\n\nThe plan:` : 'The plan failed:',
          passed: `${compared}\n\nThe plan:`,
        },
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
      const { succeeded, hasChanges, text } = await planAfterApply(workspace);
      return result(
        succeeded && !hasChanges,
        'toHaveNoDrift()',
        {
          failed: succeeded ? 'The plan after the apply is not empty:' : 'The plan after the apply failed:',
          passed: 'The plan after the apply is empty:',
        },
        text,
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

/** The plan after an apply, or the refresh after it if the plan finds nothing. */
async function planAfterApply(workspace: Workspace): Promise<WorkspacePlan> {
  const plan = await workspace.plan({ refreshOnly: false });
  return plan.succeeded && !plan.hasChanges ? workspace.plan({ refreshOnly: true }) : plan;
}

/** The subject of a matcher: stacks, for which it creates a workspace, or an existing workspace. */
export type Received = Stacks | Workspace;

/** Options of a matcher for stacks; no effect on a workspace, which has its own. */
export interface MatcherOptions extends WorkspaceOptions {
  /**
   * An earlier version of the same stacks, which is applied first, so that the plan shows the changes from it.
   * @default nothing is applied first
   */
  readonly after?: Stacks;
}

/** What a matcher returns to jest and vitest. */
export interface MatcherResult {
  /** Whether the stacks match, regardless of `.not`. */
  readonly pass: boolean;
  /** The message if the expectation fails. */
  readonly message: () => string;
}

/** Calls a matcher's check with the given workspace, or with a new one that is removed afterwards. */
async function inWorkspace(
  received: unknown,
  options: MatcherOptions | undefined,
  check: (workspace: Workspace) => Promise<MatcherResult>,
): Promise<MatcherResult> {
  if (isWorkspace(received)) return check(received);
  const { after, ...rest } = options ?? {};
  const workspace = await createWorkspace((after ?? received) as Stacks, rest);
  try {
    if (after !== undefined) {
      await ensureApplied(workspace);
      await workspace.change(received as Stacks);
    }
    return await check(workspace);
  } finally {
    await workspace.remove();
  }
}

/** Applies unless that was already done. @throws Error with the engine's message if it fails */
async function ensureApplied(workspace: Workspace): Promise<void> {
  if (workspace.isApplied) return;
  const { succeeded, text } = await workspace.apply();
  if (!succeeded) throw new Error(`The apply before this check failed:\n\n${text}`);
}

function isWorkspace(received: unknown): received is Workspace {
  return typeof received === 'object' && received !== null && 'change' in received && 'isApplied' in received;
}

/** A result with a message for each way to fail: what was expected, and the engine's output. */
function result(
  pass: boolean,
  matcher: string,
  messages: { readonly failed: string; readonly passed: string },
  text: string,
): MatcherResult {
  return {
    pass,
    message: () =>
      `expect(stacks)${pass ? '.not' : ''}.${matcher}\n\n${pass ? messages.passed : messages.failed}\n\n${text}\n`,
  };
}

/**
 * What a plan must do, and nothing else: how many resources, or exactly their addresses, in any order. Anything left
 * out must not happen. With several stacks, each address begins with the name of its stack (`dns/zone_…`).
 */
export type ExpectedChanges = Partial<Readonly<Record<PlannedAction, number | string | readonly string[]>>>;

/** The lines of a comparison, and whether everything is as expected. */
interface Comparison {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

/** @throws Error for an unknown action */
function compareChanges(expected: ExpectedChanges, planned: PlannedChanges): Comparison {
  const unknown = Object.keys(expected).filter((name) => !(ACTIONS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`toPlan does not accept ${unknown.join(', ')}. It accepts ${ACTIONS.join(', ')}.`);
  const compared = ACTIONS.map((action) => {
    const wanted = expected[action] ?? 0;
    const seen = planned[action];
    const isSame = typeof wanted === 'number' ? seen.length === wanted : isEqual([wanted].flat(), seen);
    return { action, wanted, seen, isSame };
  });
  const shown = compared.filter(({ wanted, seen, isSame }) => !isSame || wanted !== 0 || seen.length > 0);
  return {
    isSame: compared.every(({ isSame }) => isSame),
    lines:
      shown.length === 0
        ? ['  no changes, as expected']
        : shown.map(({ action, wanted, seen, isSame }) => {
            const mark = isSame ? '  ' : '✗ ';
            return `${mark}${action}: expected ${inWords(wanted)}, planned ${inWords(seen)}`;
          }),
  };
}

function isEqual(wanted: readonly string[], seen: readonly string[]): boolean {
  return JSON.stringify([...wanted].sort()) === JSON.stringify([...seen].sort());
}

function inWords(what: number | string | readonly string[]): string {
  if (typeof what === 'number') return String(what);
  const addresses = [what].flat();
  return addresses.length === 0 ? '0' : `${addresses.length} (${addresses.join(', ')})`;
}
