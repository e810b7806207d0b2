import type { Workspace } from '../support/workspace';

/** What a refresh finds where nothing changed: exit codes of `-detailed-exitcode`, and the state file's text. */
export interface Refreshed {
  readonly plan: number;
  readonly refreshOnly: number;
  readonly state: readonly string[];
}

/** Plans, and refreshes the state; each object of the state is a line, so that a difference names its object. */
export async function refreshed(workspace: Workspace): Promise<Refreshed> {
  const plan = await workspace.plan();
  const refreshOnly = await workspace.plan({ refreshOnly: true });
  await workspace.applied({ args: ['-refresh-only'] });
  return { plan: plan.exitCode, refreshOnly: refreshOnly.exitCode, state: stateLines(workspace) };
}

/** The state file, an object of the state on a line; what is around them, with the serial, is the last line. */
export function stateLines(workspace: Workspace): readonly string[] {
  const { resources, ...rest } = JSON.parse(workspace.read('terraform.tfstate')) as {
    readonly resources: readonly { readonly instances: readonly object[] }[];
  };
  const objects = resources.flatMap(({ instances, ...resource }) =>
    instances.map((instance) => JSON.stringify({ ...resource, ...instance })),
  );
  return [...objects, JSON.stringify(rest)];
}

/** Fails where a refresh finds a difference, though nothing changed since the apply. */
export async function expectNoDrift(workspace: Workspace): Promise<void> {
  const before = stateLines(workspace);
  const text = workspace.read('terraform.tfstate');
  expect(await refreshed(workspace)).toEqual({ plan: 0, refreshOnly: 0, state: before });
  expect(workspace.read('terraform.tfstate')).toBe(text);
}
