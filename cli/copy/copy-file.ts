import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import { createEmulator, type SeedDocument } from '../../emulator';
import { isRecord } from '../../schema';
import { readInputFile } from '../files/input-file';
import type { OutputFile } from '../files/outputs';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';
import { isUnread, keptOnce, type Answer } from './answers';
import { heldSeed, seedOf, substitutesIn } from './seed-of';
import { withoutSecrets } from './secrets';

/** A copy of zones: a seed of the emulator, which also says how it was made. It is as secret as a state file. */
export interface CopyDocument extends SeedDocument {
  readonly copy: {
    readonly format: typeof FORMAT;
    /** ISO 8601, UTC. */
    readonly taken_at: string;
    /** What the service has and the emulator does not hold, or what could not be read: a sentence for each. */
    readonly not_held: readonly string[];
  };
}

const FORMAT = '2' as const;

/**
 * Makes the document of a copy from what was answered: the same whenever the answers came.
 *
 * @param answered of zones in their order
 * @param takenAt ISO 8601, UTC
 */
export function copyDocument(answered: readonly Answer[], takenAt: string): CopyDocument {
  const first = new Map<string, number>();
  const answers = withoutSecrets(answered.map((answer, at) => keptOnce(answer, at, first)));
  const { seed, dropped } = heldSeed(seedOf(answers, takenAt));
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
          .map(
            ({ path, status }) =>
              `GET ${path} was refused with status ${status}: copy with a token that may read it.`,
          ),
        ...substitutesIn(answers),
        ...dropped,
      ],
    },
  };
}

/** A token of the emulator that nobody can guess. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The file of a copy. */
export const COPY_OUTPUT: OutputFile = {
  what: 'the copy',
  isOurs: (text) => /^copy:$|"copy":\{"format":/m.test(text),
};

/** Reads a copy. @param option that names it @throws CommandFailure */
export function readCopy(file: string, option: string): CopyDocument {
  const what = 'the copy';
  const allowed = [`a file that zonewright copy wrote, of the format ${FORMAT}`];
  const text = readInputFile(file, { what, option, allowed });
  let seen: string | undefined;
  try {
    const document: unknown = text.trimStart().startsWith('{') ? parseJson(text) : parse(text);
    seen = problemOf(document);
    if (seen === undefined) return document as CopyDocument;
  } catch (error) {
    seen = reasonOf(error);
  }
  const make = 'make one: zonewright copy example.com --out copy.yaml';
  const hints = [make, `name another file: ${option}`];
  throw new CommandFailure({
    message: `${what} cannot be read: ${file}`,
    seen: [seen],
    allowed,
    hints,
  });
}

function problemOf(document: unknown): string | undefined {
  const copy = isRecord(document) ? document['copy'] : undefined;
  if (!isRecord(copy)) return 'it has no member copy';
  if (copy['format'] !== FORMAT) return `its format is ${JSON.stringify(copy['format'])}`;
  if (Number.isNaN(Date.parse(String(copy['taken_at'])))) return 'its taken_at is no time';
  createEmulator({ seed: document as SeedDocument });
  return undefined;
}
