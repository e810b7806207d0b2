import { stringify } from 'yaml';
import type { StackChange } from './synthesized-stacks';

/** For which pipeline a matrix is printed. */
export type MatrixFormat = 'json' | 'github' | 'atlantis';

/** A stack that a pipeline plans. */
export interface MatrixStack {
  readonly stack: string;
  /** The folder to run the engine in, from the working directory. */
  readonly folder: string;
  readonly change: StackChange;
  /** The stacks that are applied before it. */
  readonly dependencies: readonly string[];
}

/** The most jobs of one matrix of GitHub Actions. */
const MOST_JOBS = 256;

/** A matrix as a text for a pipeline. @param group for `github`, the most stacks of a job; @default as few as possible */
export function matrixText(format: MatrixFormat, stacks: readonly MatrixStack[], group?: number): string {
  switch (format) {
    case 'json':
      return JSON.stringify(stacks, null, 2);
    case 'github': {
      const include = groups(stacks, group ?? leastGroup(stacks)).map((part) => ({
        name: nameOf(part),
        folders: foldersOf(part),
      }));
      return `matrix=${JSON.stringify({ include })}\ncount=${include.length}`;
    }
    case 'atlantis':
      return stringify({
        version: 3,
        projects: stacks.map(({ stack, folder }) => ({ name: stack, dir: folder })),
      }).trimEnd();
  }
}

function leastGroup({ length }: readonly MatrixStack[]): number {
  return Math.max(1, Math.ceil(length / MOST_JOBS));
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
