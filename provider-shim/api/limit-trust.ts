import type { LimitWindow } from './limit-window';
import { QUOTA, WINDOW_MS } from './request-count';
import { MOST_CLIENTS } from './sharing-estimate';

/** What each client gets in a window when as many share the published limit as we believe in. */
const FEWEST_REQUESTS = QUOTA / MOST_CLIENTS;

/** One such window happens when other programs use up the limit; a limit that is true lets requests through again. */
const MOST_FRUITLESS_WINDOWS = 2;

/**
 * Decides whether the limit that answers tell can be true. It cannot if it holds requests back and lets next to none
 * through, window after window: obeying it would stop the provider for good. A window is fruitless if a request had to
 * wait in it and fewer than twelve started. After two fruitless windows in a row the limit is distrusted, until an answer
 * says that there is enough left again, or the service enforces its limit.
 */
export class LimitTrust {
  #window: { readonly endsAt: number; readonly sentBefore: number } | undefined;
  #hasHeldBack = false;
  #fruitlessWindows = 0;

  get isLost(): boolean {
    return this.#fruitlessWindows >= MOST_FRUITLESS_WINDOWS;
  }

  /** Notes that the limit makes a request wait. */
  heldBack(): void {
    this.#hasHeldBack = true;
  }

  /**
   * Takes what an answer told.
   *
   * @param usable requests that may start before the reset
   * @param sent requests that this client has started so far
   */
  observe({ limit, knownAt, resetAt }: LimitWindow, usable: number, sent: number): void {
    if (this.isLost) {
      if (usable >= FEWEST_REQUESTS) this.restore();
      return;
    }
    if (this.#window !== undefined) {
      // The first reset that was told counts: an answer could postpone the reset for ever.
      if (knownAt < this.#window.endsAt) return;
      const isFruitless = this.#hasHeldBack && sent - this.#window.sentBefore < FEWEST_REQUESTS;
      this.#fruitlessWindows = isFruitless ? this.#fruitlessWindows + 1 : 0;
    }
    // In a short window few requests are enough, unless there are none.
    const endsAt = limit.remaining === 0 ? resetAt : Math.max(resetAt, knownAt + WINDOW_MS);
    this.#window = { endsAt, sentBefore: sent };
    this.#hasHeldBack = false;
  }

  /** Trusts the limit as at the beginning. */
  restore(): void {
    this.#window = undefined;
    this.#hasHeldBack = false;
    this.#fruitlessWindows = 0;
  }
}
