import { stringify } from 'yaml';
import type { StackChange } from './synthesized-stacks';

/** For which pipeline a matrix is printed. */
export type MatrixFormat = 'json' | 'github' | 'gitlab' | 'atlantis';

/** A stack that a pipeline plans. */
export interface MatrixStack {
  readonly stack: string;
  /** The folder to run the engine in, from the working directory. */
  readonly folder: string;
  readonly change: StackChange;
  /** The stacks that are applied before it. */
  readonly dependencies: readonly string[];
}

/** The most jobs of one matrix: GitHub Actions allows 256, and GitLab's parallel:matrix 200. */
const MOST_JOBS = { github: 256, gitlab: 200 } as const;

/** A matrix as a text for a pipeline. @param group the most stacks of one job; @default as few as the most jobs allow */
export function matrixText(format: MatrixFormat, stacks: readonly MatrixStack[], group?: number): string {
  switch (format) {
    case 'json':
      return JSON.stringify(stacks, null, 2);
    case 'github': {
      const include = groups(stacks, group ?? leastGroup(stacks, MOST_JOBS.github)).map((part) => ({
        name: nameOf(part),
        folders: foldersOf(part),
      }));
      return `matrix=${JSON.stringify({ include })}\ncount=${include.length}`;
    }
    case 'gitlab':
      return gitlabText(groups(stacks, group ?? leastGroup(stacks, MOST_JOBS.gitlab)));
    case 'atlantis':
      return stringify({
        version: 3,
        projects: stacks.map(({ stack, folder }) => ({ name: stack, dir: folder })),
      }).trimEnd();
  }
}

/** A child pipeline needs a job, also when nothing is to be done. */
function gitlabText(parts: readonly (readonly MatrixStack[])[]): string {
  if (parts.length === 0)
    return stringify({ 'no-stacks': { script: ['echo "No stack has changed."'] } }).trimEnd();
  const matrix = parts.map((part) => ({ STACKS: nameOf(part), FOLDERS: foldersOf(part) }));
  return stringify({ stacks: { extends: '.stacks', parallel: { matrix } } }, { lineWidth: 0 }).trimEnd();
}

function leastGroup({ length }: readonly unknown[], mostJobs: number): number {
  return Math.max(1, Math.ceil(length / mostJobs));
}

function groups<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** The name of a job: its stack, or the first and the number of the others. */
function nameOf([first, ...others]: readonly MatrixStack[]): string {
  return others.length === 0 ? String(first?.stack) : `${first?.stack} and ${others.length} more`;
}

function foldersOf(part: readonly MatrixStack[]): string {
  return part.map(({ folder }) => folder).join(' ');
}
