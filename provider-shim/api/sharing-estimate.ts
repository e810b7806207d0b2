import type { LimitWindow } from './limit-window';

/** One client cannot be sure to be alone before it has seen some answers, so it begins with the estimate of two. */
const FIRST_OWN = 2;
const FIRST_ALL = 4;

/** Own requests after which older observations count half, so that the estimate follows clients that come and go. */
const MEMORY = 50;

/** More clients than this are not believed in, whatever the service says. */
export const MOST_CLIENTS = 100;

/**
 * Estimates how many clients share the limit, each as fast as this one: what is left shrinks by the requests of all of
 * them, and a client knows which of them are its own.
 */
export class SharingEstimate {
  #own = FIRST_OWN;
  #all = FIRST_ALL;

  /** At least 1, which is this client. */
  get clients(): number {
    return Math.max(1, this.#all / this.#own);
  }

  /** Compares two looks at the limit. Those in different windows cannot be compared. */
  observe(before: LimitWindow | undefined, after: LimitWindow): void {
    if (before === undefined || after.knownAt >= before.resetAt) return;
    const used = before.limit.remaining - after.limit.remaining;
    if (used < 0) return;
    const own = after.lastRequest - before.lastRequest;
    this.#own += own;
    this.#all += Math.min(used, MOST_CLIENTS * own);
    if (this.#own > MEMORY) [this.#own, this.#all] = [this.#own / 2, this.#all / 2];
  }
}
