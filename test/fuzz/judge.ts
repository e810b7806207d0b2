import { isDeepStrictEqual } from 'node:util';
import type { Target } from './target';

/** An input that a decoder does not take as it should. */
export interface Finding {
  readonly target: string;
  readonly what: string;
  readonly input: Buffer;
}

export interface Judgement {
  readonly refused: boolean;
  /** What the decoder took. */
  readonly milliseconds: number;
  readonly finding?: Finding;
}

/** What one input may take: so much, and so much for each of its bytes. */
const LIMIT_MS = 50;
const LIMIT_MS_PER_BYTE = 0.005;

/** How often a slow input is decoded again before it counts: something else may have had the processor. */
const PATIENCE = 4;

/** Decodes one input. A promise only where the decoder returns one. */
export function judge(target: Target, input: Buffer): Judgement | Promise<Judgement> {
  const begin = performance.now();
  let error: unknown;
  try {
    const decoded = target.decode(input);
    if (decoded instanceof Promise)
      return decoded.then(
        () => judged(target, input, begin, undefined),
        (reason: unknown) => judged(target, input, begin, reason),
      );
  } catch (thrown) {
    error = thrown;
  }
  return judged(target, input, begin, error);
}

function judged(
  target: Target,
  input: Buffer,
  begin: number,
  error: unknown,
): Judgement | Promise<Judgement> {
  const milliseconds = performance.now() - begin;
  const refused = (target.refusals ?? []).some((refusal) => error instanceof refusal);
  const what = fault(error, refused) ?? pollution();
  if (what !== undefined) return { refused, milliseconds, finding: { target: target.name, what, input } };
  const limit = LIMIT_MS + LIMIT_MS_PER_BYTE * input.length;
  if (milliseconds <= limit) return { refused, milliseconds };
  return slow(target, input, limit, milliseconds).then((least) => ({
    refused,
    milliseconds: least,
    ...(least > limit && {
      finding: {
        target: target.name,
        what: `took ${Math.round(least)} ms for ${input.length} bytes; the limit is ${Math.round(limit)} ms`,
        input,
      },
    }),
  }));
}

function fault(error: unknown, refused: boolean): string | undefined {
  if (error === undefined || refused) return undefined;
  return error instanceof Error ? (error.stack ?? String(error)) : `threw ${String(error)}`;
}

/** The least processor time that it takes of several tries: what the machine did beside it does not count. */
async function slow(target: Target, input: Buffer, limit: number, first: number): Promise<number> {
  let least = first;
  for (let tries = 0; tries < PATIENCE && least > limit; tries++) {
    const begin = process.cpuUsage();
    try {
      await target.decode(input);
    } catch {
      // Judged already.
    }
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const PLAIN = Object.getOwnPropertyNames(Object.prototype).length;

/** Whether an input got at what all objects share. */
function pollution(): string | undefined {
  for (const name in {}) return `Object.prototype has ${JSON.stringify(name)}`;
  if (Object.getOwnPropertyNames(Object.prototype).length === PLAIN) return undefined;
  return 'Object.prototype has other members than before';
}

/** How long an input is made smaller, in milliseconds. */
const SHRINKING_MS = 3000;

/** A part of the input that is found for the same reason: halves, then smaller parts, are left out while it stays so. */
export async function shrunk(target: Target, finding: Finding): Promise<Finding> {
  const reason = (what: string): string => what.split('\n', 1)[0]?.replace(/\d+/g, 'N') ?? '';
  const end = performance.now() + SHRINKING_MS;
  let found = finding;
  for (let size = Math.ceil(found.input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < found.input.length && performance.now() < end;) {
      const input = Buffer.concat([found.input.subarray(0, at), found.input.subarray(at + size)]);
      const { finding: again } = await judge(target, input);
      if (again && isDeepStrictEqual(reason(again.what), reason(finding.what))) found = again;
      else at += size;
    }
  }
  return found;
}
