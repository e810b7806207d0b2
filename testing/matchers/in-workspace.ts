import type { Stacks } from '../stacks/root-modules';
import { createWorkspace, type Workspace, type WorkspaceOptions } from '../workspace/create-workspace';

/** What a matcher is asked about: stacks, for which it makes a workspace, or a workspace that there is. */
export type Received = Stacks | Workspace;

/** How a matcher works with stacks; of no effect on a workspace, which has its own. */
export interface MatcherOptions extends WorkspaceOptions {
  /**
   * An earlier version of the same stacks that is applied first, so that the plan shows the way from it.
   * @default nothing was applied before
   */
  readonly after?: Stacks;
}

/** What a matcher gives back to jest and vitest. */
export interface MatcherResult {
  /** Whether the stacks are as the matcher says, also behind `.not`. */
  readonly pass: boolean;
  /** What is shown when the expectation fails. */
  readonly message: () => string;
}

/** Calls a matcher's check with the workspace that it is asked about, or a new one, which is removed in the end. */
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

/** Applies unless that was done. @throws Error with the engine's words when it fails */
export async function ensureApplied(workspace: Workspace): Promise<void> {
  if (workspace.isApplied) return;
  const { succeeded, text } = await workspace.apply();
  if (!succeeded) throw new Error(`The apply that has to come first failed:\n\n${text}`);
}

function isWorkspace(received: unknown): received is Workspace {
  return typeof received === 'object' && received !== null && 'change' in received && 'isApplied' in received;
}

/** A result with a message for each way to fail: what was expected, and what the engine said. */
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
