import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBefore } from '../support/engine';
import type { Workspace } from '../support/workspace';

/** What the engine finds where nothing changed since the apply. */
export interface Drift {
  /** Exit codes of `-detailed-exitcode`: 0 no changes, 1 error, 2 changes. */
  readonly plan: number;
  readonly refreshOnly: number;
  /** What a refresh changed of the objects in the state file, such as `zone_logpush_job.a: attributes.name`. */
  readonly changed: readonly string[];
  /** Whether the file kept its bytes, and so its serial. */
  readonly isFileSame: boolean;
}

/** The local state of a root module, which an example in TypeScript keeps in the folder where it runs. */
export function stateText({ cwd, read }: Workspace): string {
  const own = 'terraform.tfstate';
  return read(existsSync(join(cwd, own)) ? own : `../../terraform.${basename(cwd)}.tfstate`);
}

/** Plans, plans a refresh, and refreshes. */
export async function driftOf(workspace: Workspace): Promise<Drift> {
  const before = stateText(workspace);
  const plan = await workspace.plan();
  const refreshOnly = await workspace.plan({ refreshOnly: true });
  await workspace.applied({ args: ['-refresh-only'] });
  const after = stateText(workspace);
  return {
    plan: plan.exitCode,
    refreshOnly: isDataAlone(before, refreshOnly.stdout) ? 0 : refreshOnly.exitCode,
    changed: changes(objects(before), objects(after)),
    isFileSame: after === before,
  };
}

/** Terraform exits with 2 from 1.15 on, wherever a data source is in the state: it compares the bytes in the file. */
function isDataAlone(state: string, printed: string): boolean {
  return !isBefore('1.15') && state.includes('"mode": "data"') && /^No changes\./m.test(printed);
}

type Members = Readonly<Record<string, unknown>>;

interface StateFile {
  readonly resources: readonly (Members & { readonly instances: readonly Members[] })[];
}

/** The objects of a state file, in their order, each with its attributes as members of their own. */
function objects(text: string): readonly Members[] {
  return (JSON.parse(text) as StateFile).resources.flatMap(({ instances, ...resource }) =>
    instances.map(({ attributes, ...rest }) => ({
      ...resource,
      ...rest,
      ...Object.fromEntries(
        Object.entries(attributes as Members).map(([name, value]) => [`attributes.${name}`, value]),
      ),
    })),
  );
}

function changes(before: readonly Members[], after: readonly Members[]): readonly string[] {
  if (before.length !== after.length) return [`${before.length} objects are ${after.length}`];
  const found = before.flatMap((object, index) => {
    const now = after[index] ?? {};
    const address = `${String(object['type'])}.${String(object['name'])}`;
    return Object.keys({ ...object, ...now })
      .filter((name) => JSON.stringify(object[name]) !== JSON.stringify(now[name]))
      .map((name) => `${address}: ${name}`);
  });
  return found.sort();
}
