import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A workflow of GitHub Actions, as far as the examples use it. */
export interface Workflow {
  readonly name: string;
  readonly env?: Env;
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A job; with a matrix, one for each of its rows. */
export interface Job {
  readonly name?: string;
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly environment?: string;
  readonly outputs?: Env;
  readonly env?: Env;
  readonly strategy?: { readonly matrix: string; readonly 'max-parallel'?: number };
  readonly steps: readonly Step[];
}

/** A step: an action, or a script for the shell. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly run?: string;
  readonly env?: Env;
}

export type Env = Readonly<Record<string, string>>;

export function readWorkflow(file: string): Workflow {
  const workflow = parse(readFileSync(file, 'utf8')) as Workflow;
  if (workflow.defaults?.run?.shell !== 'bash')
    throw new Error(`${file}: without "shell: bash" a failure inside of a pipe goes unnoticed`);
  return workflow;
}

/** The jobs that must end before this one. */
export function needsOf({ needs = [] }: Job): readonly string[] {
  return typeof needs === 'string' ? [needs] : needs;
}
