import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type TestService, type WorkspaceOptions } from '../support/workspace';
import { temporaryFolder } from '../support/temporary-folder';

const ROOT = join(__dirname, '..', '..');

export type Variables = Readonly<Record<string, string>>;
type StartedBy = WorkspaceOptions['startedBy'];

export type TypescriptExample = ReturnType<typeof typescriptExample>;
export type HclExample = ReturnType<typeof hclExample>;

/** An example in a folder of its own: its root module, as a shell with these variables finds it. */
export type Example = Pick<HclExample, 'workspace'>;

/**
 * An example in TypeScript; the zone's provider comes from where synth put it, and from nowhere else.
 *
 * @param place places providers that the example needs beside the zone's
 * @param stacks their names
 */
export function typescriptExample(
  service: TestService,
  name: string,
  { place = (_mirror: string): void => undefined, stacks = [name] } = {},
) {
  const cwd = temporaryFolder();
  let isPlaced = false;
  return {
    /** The folder where the program runs. */
    cwd,
    /** Runs the program with these settings in its environment, in the folder where it ran before. */
    synthesize: (settings: Variables = {}): void => {
      const env = { PATH: process.env['PATH'], CDKTF_OUTDIR: cwd, ...settings };
      execFileSync(process.execPath, [join(ROOT, 'dist', 'examples', `${name}.js`)], { env, cwd });
      if (!isPlaced) stacks.forEach((stack) => place(join(cwd, 'stacks', stack, 'terraform.d', 'plugins')));
      isPlaced = true;
    },
    workspace: (variables?: Variables, startedBy?: StartedBy, stack = stacks[0] ?? name) => {
      const env = { ...service.env, ...variables };
      const folder = join(cwd, 'stacks', stack);
      return createWorkspace({ folder, env, startedBy, place: () => undefined });
    },
  };
}

/** An example in HCL, with the provider in a mirror. */
export function hclExample(service: TestService, name: string) {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'examples', name), folder, { recursive: true });
  return {
    folder,
    workspace: (variables?: Variables, startedBy?: StartedBy) =>
      createWorkspace({ folder, env: { ...service.env, ...variables }, startedBy }),
  };
}
