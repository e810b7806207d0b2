import type { JsonPath, Problem } from '../checks/reader';

/** Something wrong in a seed. */
export interface SeedProblem {
  /** Counted from 1; absent if the seed was given as an object. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
  /** For people: `zones[0].rulesets[1].phase`. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
}

/** The seed cannot be used; the message lists every problem with its line. */
export class SeedError extends Error {
  /** The problems, each with its place. */
  declare readonly problems: readonly SeedProblem[];

  constructor(problems: readonly SeedProblem[]) {
    super(['The seed cannot be used:', ...problems.map((problem) => `  ${describe(problem)}`)].join('\n'));
    this.name = 'SeedError';
    // Node prints what can be enumerated of an error that nobody catches, and the message has the problems.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}

/** The problem of a document that was given as an object. */
export function seedProblem({ path, message }: Problem): SeedProblem {
  return { path: readablePath(path), message };
}

function describe({ line, column, path, message }: SeedProblem): string {
  const place = line === undefined ? '' : `line ${line}, column ${column ?? 1}: `;
  return place + withoutControlCharacters(`${path === '' ? '' : `${path}: `}${message}`);
}

function readablePath(path: JsonPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Escapes what a terminal would obey or hide: `\\u001b` for the escape character. */
function withoutControlCharacters(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex -- it escapes control characters
    /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
