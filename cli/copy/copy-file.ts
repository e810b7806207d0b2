import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import { createEmulator, type SeedDocument } from '../../emulator';
import { isRecord } from '../../schema';
import { readDocument } from '../files/input-file';
import type { OutputFile } from '../files/output-file';
import { parseJson } from '../text/json';
import { isUnread, keptOnce, records, type Answer } from './answers';
import { heldSeed } from './held-seed';
import { PLACEHOLDER, Placeholders } from './placeholders';
import { seedOf, substitutesIn } from './seed-of';
import { withoutSecrets, type AnsweredDestinations, type Stack } from './stacks';
import { withPlaceholders, type Variables } from './variables';

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
    readonly stacks: readonly CopiedStack[];
    /** What the service answered, for comparisons; groups and rules of a package for one zone alone. */
    readonly answers: readonly Answer[];
  };
}

/** A stack without secrets, and of its state our objects alone. */
export interface CopiedStack extends Stack {
  /** Its path in its repository. */
  readonly path: string;
  /** What its variables were given. */
  readonly variables: Variables;
}

const FORMAT = '1' as const;

/**
 * Makes the document of a copy from what was answered, with secrets: the same whenever the answers came.
 *
 * @param answered of zones in their order
 * @param given with secrets
 */
export function copyDocument(
  answered: readonly Answer[],
  given: { readonly takenAt: string; readonly stacks: readonly CopiedStack[] },
): CopyDocument {
  const { takenAt } = given;
  const [placeholders, first] = [new Placeholders(), new Map<string, number>()];
  const kept = answered.map((answer, at) => keptOnce(answer, at, first));
  for (const { state } of given.stacks) if (state) withoutSecrets(state, placeholders);
  for (const answer of kept) placeholders.hide(answer);
  // Once more: the secret of one zone may stand in the text of another before it.
  const answers = kept.map((answer) => placeholders.hide(answer));
  const destinations = destinationsIn(answers);
  const stacks = given.stacks.map(({ state, ...stack }) => ({
    ...stack,
    ...(state && { state: withoutSecrets(state, placeholders, destinations) }),
  }));
  const { seed, dropped } = heldSeed(seedOf(answers, takenAt));
  const texts = textsIn([answers, stacks.map(({ state }) => state)]);
  const hidden = new Set([...texts].flatMap((text) => text.match(PLACEHOLDER) ?? []));
  return {
    ...seed,
    // An emulator with the copy of production does not open to a well-known token.
    credentials: { tokens: [{ token: randomToken() }] },
    copy: {
      format: FORMAT,
      taken_at: takenAt,
      not_held: [
        'Earlier versions of rulesets, settings of zones, what accounts have, DNS, and all that the emulator does not have.',
        ...answers
          .filter(isUnread)
          .map(({ path, status }) => `GET ${path}, which was refused with status ${status}.`),
        ...substitutesIn(answers),
        ...dropped,
      ],
      placeholders: [...hidden].sort(),
      stacks: stacks.map((stack) => ({
        ...stack,
        variables: withPlaceholders(stack.variables, texts, hidden),
      })),
      answers: answers.filter(({ isPart }) => !isPart),
    },
  };
}

/** A token of the emulator that nobody can guess. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The texts of a JSON value, each once. */
function textsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value);
  else if (Array.isArray(value) || isRecord(value))
    for (const each of Object.values(value)) textsIn(each, found);
  return found;
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
