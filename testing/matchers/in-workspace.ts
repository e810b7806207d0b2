import type { Stacks } from '../stacks/root-modules';
import { createWorkspace, type Workspace, type WorkspaceOptions } from '../workspace/create-workspace';

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
export async function inWorkspace(
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
export async function ensureApplied(workspace: Workspace): Promise<void> {
  if (workspace.isApplied) return;
  const { succeeded, text } = await workspace.apply();
  if (!succeeded) throw new Error(`The apply before this check failed:\n\n${text}`);
}

function isWorkspace(received: unknown): received is Workspace {
  return typeof received === 'object' && received !== null && 'change' in received && 'isApplied' in received;
}

/** A result with a message for each way to fail: what was expected, and the engine's output. */
export function result(
  pass: boolean,
  matcher: string,
  told: { readonly failed: string; readonly passed: string },
  text: string,
): MatcherResult {
  return {
    pass,
    message: () =>
      `expect(stacks)${pass ? '.not' : ''}.${matcher}\n\n${pass ? told.passed : told.failed}\n\n${text}\n`,
  };
}
