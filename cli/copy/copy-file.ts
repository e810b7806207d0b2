import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createEmulator, SeedError, type SeedDocument } from '../../emulator';
import { isRecord } from '../../schema';
import { readDocument } from '../files/input-file';
import type { OutputFile } from '../files/output-file';
import { parseJson } from '../text/json';
import { isUnread, records, type Answer } from './answers';
import { PLACEHOLDER, Placeholders } from './placeholders';
import { seedOf, substitutesIn } from './seed-of';
import { withoutSecrets, type AnsweredDestinations, type StackStates } from './stack-state';

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
    /** States of stacks without secrets: our objects alone. */
    readonly states: StackStates;
    /** Variables that the stacks were given, without secrets. */
    readonly variables: Readonly<Record<string, string>>;
    /** What the service answered, for comparisons; groups and rules of packages for one zone alone. */
    readonly answers: readonly Answer[];
  };
}

const FORMAT = '1' as const;

const OF_PACKAGES = /\/packages\/[^/]+\/(groups|rules)$/;

/** Makes the document of a copy from what was answered. */
export function copyDocument(
  answered: readonly Answer[],
  {
    taken_at: at,
    states: found,
    placeholders,
    variables,
  }: Pick<CopyDocument['copy'], 'taken_at' | 'states'> & {
    readonly placeholders: Placeholders;
    readonly variables: Variables;
  },
): CopyDocument {
  for (const state of Object.values(found)) withoutSecrets(state, placeholders);
  // Once more: the secret of one zone may stand in the text of another that was read before.
  const answers = placeholders.hide(answered);
  const destinations = destinationsIn(answers);
  const states = Object.fromEntries(
    Object.entries(found).map(([key, state]) => [key, withoutSecrets(state, placeholders, destinations)]),
  );
  const { seed, dropped } = heldSeed(structuredClone(seedOf(answers, at)));
  const first = answers.find(({ path }) => OF_PACKAGES.test(path))?.path.split('/')[2] ?? '';
  const copied = JSON.stringify([answers, states]);
  return {
    ...seed,
    copy: {
      format: FORMAT,
      taken_at: at,
      not_held: [
        'Earlier versions of rulesets, members and tokens of accounts, DNS, and all that the emulator does not have.',
        ...answers
          .filter(isUnread)
          .map(({ path, status }) => `GET ${path}, which was refused with status ${status}.`),
        ...substitutesIn(answers),
        ...new Set(dropped),
      ],
      placeholders: [...new Set(copied.match(PLACEHOLDER))].sort(),
      states,
      variables: variablesIn(variables, copied),
      answers: answers.filter(({ path }) => !OF_PACKAGES.test(path) || path.includes(first)),
    },
  };
}

function destinationsIn(answers: readonly Answer[]): AnsweredDestinations {
  return new Map(
    answers.flatMap(({ path, result }) =>
      path.endsWith('/logpush/jobs')
        ? records(result).map((job) => [
            `${path.split('/')[2]}/${String(job['id'])}`,
            String(job['destination_conf']),
          ])
        : [],
    ),
  );
}

/**
 * The variables for a rehearsal that has none: as they are where their values are in the copy anyway,
 * otherwise with placeholders. Short ones, lists and maps are left out: a placeholder is none of these.
 */
function variablesIn(variables: Variables, copied: string): Readonly<Record<string, string>> {
  const placeholders = new Placeholders();
  return Object.fromEntries(
    variables.flatMap(([name, value]) => {
      if (copied.includes(JSON.stringify(value))) return [[name, value]];
      const [first, ...others] = spellings(value).map((each) => placeholders.of(each));
      const found = others.find((each) => copied.includes(each)) ?? first ?? '';
      return NO_SECRET.test(value) && !copied.includes(found) ? [] : [[name, found]];
    }),
  );
}

/** A short text, a list or a map. */
const NO_SECRET = /^(?:.{0,7}|[[{].*)$/s;

/** Variables by name, with their values. */
export type Variables = readonly (readonly [string, string])[];

/** The variables of an environment, of files and of those that an engine finds in folders: their texts, which may be secrets. */
export function givenVariables(
  env: NodeJS.ProcessEnv,
  folders: readonly string[],
  varFiles: readonly string[] = [],
): Variables {
  const beside = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const files = [...beside.filter((file) => /\.tfvars(\.json)?$/.test(file)), ...varFiles];
  const texts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"?([\w-]+)"?\s*[=:]\s*"((?:[^"\\\n]|\\.)*)"/g)].map(
      ([, name = '', text = '']) => [name, text] as const,
    ),
  );
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith('TF_VAR_') ? [[name.slice('TF_VAR_'.length), value] as const] : [],
  );
  return [...texts, ...named].filter(([, value]) => value !== '');
}

/** How a secret may stand in a URL. */
export function spellings(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret)];
}

/** The seed without what the emulator refuses. Where a member cannot be left out, the item that has it is. */
function heldSeed(seed: SeedDocument): { readonly seed: SeedDocument; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  for (;;) {
    try {
      createEmulator({ seed });
      return { seed, dropped };
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      // From the last one: what is removed moves nothing that is still to be removed.
      const removedFrom = new Map<unknown, number>();
      for (const { path, message } of [...error.problems].reverse()) {
        const removed = removeAt(
          seed,
          removedFrom,
          path.split(/[.[\]]+/).filter((step) => step !== ''),
        );
        if (removed === 'already') continue;
        if (removed === undefined) throw error;
        dropped.push(`${removed.replace(/\.\d+(?=\.|$)/g, '[]')}: ${message}`);
      }
    }
  }
}

/**
 * Removes what a path leads to, or the nearest thing above it that is there.
 *
 * @param removedFrom lists, from which index on they are no longer as the paths say
 * @returns its path; `already` if it, or something before it, was removed: the next pass says what is still wrong
 */
function removeAt(
  document: object,
  removedFrom: Map<unknown, number>,
  steps: readonly string[],
): string | undefined {
  let [holder, at]: [unknown, number] = [document, 0];
  const isGone = (): boolean => Number(steps[at]) >= (removedFrom.get(holder) ?? Infinity);
  while (at < steps.length - 1 && isHolder(holder) && isHolder(holder[steps[at] ?? ''])) {
    if (isGone()) return 'already';
    holder = holder[steps[at] ?? ''];
    at += 1;
  }
  const last = steps[at] ?? '';
  if (!isHolder(holder)) return undefined;
  if (isGone()) return 'already';
  // A required member that is missing: its owner goes.
  if (!(last in holder)) return at === 0 ? undefined : removeAt(document, removedFrom, steps.slice(0, at));
  if (Array.isArray(holder)) {
    holder.splice(Number(last), 1);
    removedFrom.set(holder, Number(last));
  } else Reflect.deleteProperty(holder, last);
  return steps.slice(0, at + 1).join('.');
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The file of a copy. */
export const COPY_OUTPUT: OutputFile = {
  what: 'the copy',
  isOurs: (text) => /^copy:$|"copy":\{"format":/m.test(text),
};

/** Reads a copy. @param option that names it @throws CommandFailure */
export function readCopy(file: string, option: string): CopyDocument {
  const input = {
    code: 'copy_file',
    what: 'the copy',
    option,
    allowed: [`a file that zonewright copy wrote, of the format ${FORMAT}`],
    make: 'make one: zonewright copy example.com --out copy.yaml',
  };
  const problemOf = (document: unknown): string | undefined => {
    const copy = isRecord(document) ? document['copy'] : undefined;
    if (!isRecord(copy)) return 'it has no member copy';
    if (copy['format'] !== FORMAT) return `its format is ${JSON.stringify(copy['format'])}`;
    createEmulator({ seed: document as SeedDocument });
    return undefined;
  };
  const isJson = (text: string): boolean => text.trimStart().startsWith('{');
  return readDocument(file, input, problemOf, (text) =>
    isJson(text) ? parseJson(text) : parse(text),
  ) as CopyDocument;
}
