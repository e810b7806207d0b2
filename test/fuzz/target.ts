/** One decoder of something that others send, as the fuzzer sees it. */
export interface Target {
  /** What `--target` takes. */
  readonly name: string;
  /** The file of the decoder, from the root of the checkout. */
  readonly decoder: string;
  /** Who writes what it reads. */
  readonly from: string;
  /** Real messages, as they are sent. Asked once. */
  readonly seeds: () => readonly Buffer[] | Promise<readonly Buffer[]>;
  /** Pieces of the notation that chance would not find. */
  readonly words?: readonly (string | Uint8Array)[];
  /** Openings and closings that nest. @default - those of JSON */
  readonly nesting?: readonly (readonly [string | Uint8Array, string | Uint8Array])[];
  /** Bytes of the largest input. @default 32768 */
  readonly largest?: number;
  /**
   * Decodes an input, and what follows from it: what is decoded is encoded again where that is possible. What it throws
   * is a finding, unless it is one of `refusals`.
   */
  readonly decode: (input: Buffer) => unknown;
  /** The errors that refuse an input. Any other is a finding. */
  readonly refusals?: readonly (abstract new (...args: never[]) => Error)[];
}

/** What is wrong with an input that was accepted: the decoder's promise about its result does not hold. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** @throws BrokenPromise when the claim about an accepted input does not hold */
export function promised(claim: boolean, what: string): void {
  if (!claim) throw new BrokenPromise(what);
}

/** Documents of JSON as they are sent. */
export function jsonSeeds(documents: readonly unknown[]): readonly Buffer[] {
  return documents.map((document) => Buffer.from(JSON.stringify(document)));
}

export function textSeeds(texts: readonly string[]): readonly Buffer[] {
  return texts.map((text) => Buffer.from(text));
}
