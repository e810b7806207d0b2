import { parse } from 'yaml';
import { createEmulator, SeedError, type SeedDocument } from '../../emulator';
import { isRecord } from '../../schema';
import { readInputFile } from '../files/input-file';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';
import type { Answer } from './answers';
import { seedOf } from './seed-of';

/** A copy of zones: a seed of the emulator, which also says how it was made. */
export interface CopyDocument extends SeedDocument {
  readonly copy: {
    readonly format: typeof FORMAT;
    /** ISO 8601, UTC. */
    readonly taken_at: string;
    /** What the service has and the emulator does not hold, or what could not be read: a sentence for each. */
    readonly not_held: readonly string[];
    /** What stands in the place of secrets. */
    readonly placeholders: readonly string[];
    /** States of stacks without secrets, by the names of their folders: our objects alone. */
    readonly states: Readonly<Record<string, object>>;
    /** Placeholders of the secrets that variables of the environment (`TF_VAR_…`) had, by the names of the variables. */
    readonly variables: Readonly<Record<string, string>>;
    /** What the service answered, for comparisons; groups and rules of packages for one zone alone. */
    readonly answers: readonly Answer[];
  };
}

const FORMAT = '1' as const;

const OF_PACKAGES = /\/packages\/[^/]+\/(groups|rules)$/;

/** Makes the document of a copy from what was answered, without secrets. */
export function copyDocument(
  answers: readonly Answer[],
  { taken_at: at, ...more }: Pick<CopyDocument['copy'], 'taken_at' | 'placeholders' | 'states' | 'variables'>,
): CopyDocument {
  const { seed, dropped } = heldSeed(seedOf(answers, at));
  const first = answers.find(({ path }) => OF_PACKAGES.test(path))?.path.split('/')[2] ?? '';
  const refused = answers.filter(({ status }) => !EXPECTED.includes(status));
  return {
    ...seed,
    copy: {
      format: FORMAT,
      taken_at: at,
      not_held: [
        'Not copied: earlier versions of rulesets, members and tokens of accounts, DNS, and all that the emulator does not have.',
        ...refused.map(({ path, status }) => `GET ${path} was refused with status ${status}.`),
        ...new Set(dropped),
      ],
      ...more,
      answers: answers.filter(({ path }) => !OF_PACKAGES.test(path) || path.includes(first)),
    },
  };
}

/** Statuses that say what a zone has: 400, 404 and 410 are those of what it does not have, or no longer. */
const EXPECTED: readonly number[] = [200, 400, 404, 410];

/** The seed without what the emulator refuses. Where a member cannot be left out, the item that has it is. */
function heldSeed(seed: SeedDocument): { readonly seed: SeedDocument; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  for (;;) {
    try {
      createEmulator({ seed });
      return { seed, dropped };
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      for (const { path, message } of [...error.problems].reverse()) {
        const removed = removeAt(
          seed,
          path.split(/[.[\]]+/).filter((step) => step !== ''),
        );
        if (removed === undefined) throw error;
        dropped.push(`${removed.replace(/\.\d+(?=\.|$)/g, '[]')}: ${message}`);
      }
    }
  }
}

/** Removes what a path leads to, or the nearest thing above it that is there. @returns its path */
function removeAt(document: object, steps: readonly string[]): string | undefined {
  let [holder, at]: [unknown, number] = [document, 0];
  while (at < steps.length - 1 && isHolder(holder) && isHolder(holder[steps[at] ?? ''])) {
    holder = holder[steps[at] ?? ''];
    at += 1;
  }
  const last = steps[at] ?? '';
  if (!isHolder(holder)) return undefined;
  // A required member that is missing: its owner goes.
  if (!(last in holder)) return at === 0 ? undefined : removeAt(document, steps.slice(0, at));
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else Reflect.deleteProperty(holder, last);
  return steps.slice(0, at + 1).join('.');
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads a copy. @throws CommandFailure */
export function readCopy(file: string): CopyDocument {
  const text = readInputFile(file, {
    code: 'copy_file',
    what: 'the copy',
    option: '--on <file>',
    allowed: ['a file that zonewright copy wrote'],
  });
  let document: unknown;
  try {
    document = text.startsWith('{') ? parseJson(text) : parse(text);
  } catch (error) {
    throw noCopy(file, reasonOf(error));
  }
  const copy = isRecord(document) ? document['copy'] : undefined;
  if (!isRecord(copy)) throw noCopy(file, 'it has no member copy');
  if (copy['format'] !== FORMAT) throw noCopy(file, `its format is ${JSON.stringify(copy['format'])}`);
  return document as CopyDocument;
}

function noCopy(file: string, seen: string): CommandFailure {
  return new CommandFailure({
    code: 'copy_file',
    message: `${file} is no copy`,
    seen: [seen],
    allowed: [`a file that zonewright copy wrote, of the format ${FORMAT}`],
    hints: ['make one: zonewright copy example.com --out copy.yaml'],
  });
}
