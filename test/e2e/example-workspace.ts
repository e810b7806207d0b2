import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import {
  createWorkspace,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';
import { temporaryFolder } from '../support/temporary-folder';

const ROOT = join(__dirname, '..', '..');

export type Variables = Readonly<Record<string, string>>;

/** An example in a folder of its own, to be run as its reader would. */
export interface Example {
  /** The root module, as a shell with these variables finds it. @param startedBy who starts the zone's provider */
  workspace(variables?: Variables, startedBy?: WorkspaceOptions['startedBy']): Promise<Workspace>;
}

export interface TypescriptExample extends Example {
  /** The same for a stack of an example that has several. */
  workspace(
    variables?: Variables,
    startedBy?: WorkspaceOptions['startedBy'],
    stack?: string,
  ): Promise<Workspace>;
  /** The folder where the program runs. */
  readonly cwd: string;
  /** Runs the program with these settings in its environment, in the folder where it ran before. */
  synthesize(settings?: Variables): void;
}

export interface HclExample extends Example {
  /** The root module. */
  readonly folder: string;
}

export interface ExampleOptions {
  /**
   * Places providers that the example needs beside the zone's.
   * @default - none
   */
  readonly place?: (mirror: string) => void;
  /** The names of its stacks. @default that of the example */
  readonly stacks?: readonly string[];
}

/** An example in TypeScript; the zone's provider comes from where synth put it, and from nowhere else. */
export function typescriptExample(
  service: TestService,
  name: string,
  { place = () => undefined, stacks = [name] }: ExampleOptions = {},
): TypescriptExample {
  const cwd = temporaryFolder();
  let isPlaced = false;
  return {
    cwd,
    synthesize: (settings = {}) => {
      const env = { PATH: process.env['PATH'], CDKTF_OUTDIR: cwd, ...settings };
      execFileSync(process.execPath, [join(ROOT, 'dist', 'examples', `${name}.js`)], { env, cwd });
      if (!isPlaced) stacks.forEach((stack) => place(join(cwd, 'stacks', stack, 'terraform.d', 'plugins')));
      isPlaced = true;
    },
    workspace: (variables, startedBy, stack = stacks[0] ?? name) => {
      const env = { ...service.env, ...variables };
      const folder = join(cwd, 'stacks', stack);
      return createWorkspace({ folder, env, startedBy, place: () => undefined });
    },
  };
}

/** An example in HCL, with the provider in a mirror. */
export function hclExample(service: TestService, name: string): HclExample {
  const source = join(ROOT, 'examples', name);
  const folder = temporaryFolder();
  cpSync(source, folder, { recursive: true });
  return {
    folder,
    workspace: (variables, startedBy) =>
      createWorkspace({ folder, env: { ...service.env, ...variables }, startedBy }),
  };
}
