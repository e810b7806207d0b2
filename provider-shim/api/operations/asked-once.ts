import { ServiceError } from '../answers/errors';

/**
 * Answers that are asked for once, by key: who asks while the question is under way, or after it was answered, gets the
 * same answer. Failures are not kept, but for the answer that something is not there.
 */
export class AskedOnce<T> {
  readonly #answers = new Map<string, Promise<T>>();

  /**
   * The answer, asked for unless it is known.
   *
   * @param signal ends the call at once, also one that waits for what another caller asked
   * @param ask asks with the same signal
   */
  async of(key: string, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known === undefined) {
      const asked = ask();
      this.#answers.set(key, asked);
      asked.catch((error: unknown) => isOf(error, 'not-found') || this.#answers.delete(key));
      return asked;
    }
    await settledOrAborted(known, signal);
    // With an aborted signal nothing is sent, and the error names the request.
    if (signal?.aborted) return ask();
    return known.catch((error: unknown) => {
      // Who asked first was cancelled, and not the one who asks now.
      if (isOf(error, 'cancelled')) return this.of(key, signal, ask);
      throw error;
    });
  }

  /** Discards an answer; who waits for it still gets it. */
  forget(key: string): void {
    this.#answers.delete(key);
  }
}

/** Waits for an answer of any kind; an aborted signal ends the wait. */
export function settledOrAborted(answer: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      signal?.removeEventListener('abort', end);
      resolve();
    };
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    answer.then(end, end);
  });
}

function isOf(error: unknown, kind: ServiceError['kind']): boolean {
  return error instanceof ServiceError && error.kind === kind;
}
