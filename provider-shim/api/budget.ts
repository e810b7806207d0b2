import type { RateLimit } from './rate-limit';

/** Requests under way while nothing is known of what is left: the answer to one tells, also how many others are there. */
const PROBES = 1;

/** Milliseconds from one request to the next as long as none of them is answered. */
const PATIENCE_MS = 2_000;

/** Milliseconds after which nobody knows any more how much others have used. */
const STALE_MS = 2_000;

/**
 * The part of the quota that is never used: others send while the answer that tells of what is left is under way. It
 * also keeps those that have just started, and know nothing yet, from going over.
 */
const RESERVED = 0.03;

/** The service rounds the time until the reset to whole seconds, and does not say which way. */
const ROUNDING_MS = 1_000;

/** Waits for a reset without any budget after it; then what the service says about its limit cannot be true. */
const MOST_BARREN_WAITS = 2;

/** More clients than this are not believed in, whatever the service says. */
const MOST_SHARERS = 100;

/** When the next request may start, in milliseconds since 1970 UTC; an answer may make it earlier or later. */
export interface NextStart {
  readonly at: number;
  /** The limit that has to reset first. */
  readonly exhausted?: RateLimit;
}

interface Known extends RateLimit {
  /** The number of the request whose answer told it. */
  readonly told: number;
  readonly toldAt: number;
  readonly resetAt: number;
  /** Where requests that wait for the reset go on: a little later than that, each client at another time. */
  readonly resumeAt: number;
}

/**
 * Spends what the service's limit leaves, which others spend as well: they share the credentials, and nothing but the
 * answers tells of them. While there is plenty, everything starts at once. When little is left, each client sends as if
 * it had the rest for itself, in even steps until the reset; since all of them see how it shrinks, all slow down, and
 * the sum stays below the limit however many they are. What they may have under way at one time decides what is little.
 */
export class Budget {
  #known: Known | undefined;
  #sent = 0;
  #lastAt = -Infinity;
  #heldUntil = -Infinity;
  #held: RateLimit | undefined;
  #isBlind = false;
  #waits = false;
  #barrenWaits = 0;
  // Of the requests between two answers, how many were ours: nobody is alone for sure at the beginning.
  #ours = 2;
  #everybodys = 4;

  constructor(
    private readonly maxConcurrent: number,
    /** From 0 up to, but not including, 1. */
    private readonly random: () => number,
  ) {}

  /** Requests that were started. */
  get sent(): number {
    return this.#sent;
  }

  /** Notes that a request starts. @returns its number */
  start(now: number): number {
    this.#lastAt = now;
    this.#sent += 1;
    return this.#sent;
  }

  /** Takes what the answer to a request says. An answer that is older than what is known says nothing new. */
  learn(limit: RateLimit, told: number, now: number): void {
    this.#isBlind = false;
    const before = this.#known;
    if (before !== undefined && told < before.told) return;
    if (before !== undefined && now < before.resetAt && limit.remaining <= before.remaining) {
      const ours = told - before.told;
      this.#ours += ours;
      this.#everybodys += Math.min(before.remaining - limit.remaining, MOST_SHARERS * ours);
      if (this.#ours > 50) [this.#ours, this.#everybodys] = [this.#ours / 2, this.#everybodys / 2];
    }
    const resetAt = now + limit.resetMs + ROUNDING_MS;
    const resumeAt = resetAt + this.#jitter(limit.windowMs ?? limit.resetMs);
    this.#known = { ...limit, told, toldAt: now, resetAt, resumeAt };
    if (limit.remaining > this.#reserve(this.#known)) this.#barrenWaits = 0;
  }

  /** Notes that a request ended and told nothing: there is nothing to wait for any more. */
  learnNothing(): void {
    this.#isBlind = true;
  }

  /** Lets nothing start before the service is ready again. @param waitMs for which the service asked */
  hold(waitMs: number, now: number, limit?: RateLimit): void {
    const until = now + waitMs + this.#jitter(waitMs);
    if (until <= this.#heldUntil) return;
    this.#heldUntil = until;
    this.#held = limit ?? { remaining: 0, resetMs: waitMs };
  }

  /** When the next request may start. @param running requests under way */
  next(now: number, running: number): NextStart {
    if (now < this.#heldUntil) return { at: this.#heldUntil, ...(this.#held && { exhausted: this.#held }) };
    const isFree = this.#isBlind || running < PROBES;
    const probe = { at: isFree ? now : Math.max(now, this.#lastAt + PATIENCE_MS) };
    const known = this.#known;
    if (known === undefined || now >= known.resetAt) {
      if (this.#waits) this.#barrenWaits += 1;
      this.#waits = false;
      return probe;
    }
    if (this.#barrenWaits >= MOST_BARREN_WAITS) return probe;
    const left = known.remaining - (this.#sent - known.told) - this.#reserve(known);
    if (left <= 0) {
      this.#waits = true;
      return { at: known.resumeAt, exhausted: known };
    }
    if (left <= 2 * this.maxConcurrent * this.#sharers) {
      const step = (known.resetAt - now) / left;
      return { at: Math.min(Math.max(now, this.#lastAt + step), known.resumeAt) };
    }
    return now - known.toldAt < STALE_MS ? { at: now } : probe;
  }

  /** How many clients there seem to be, at our own pace. */
  get #sharers(): number {
    return Math.max(1, this.#everybodys / this.#ours);
  }

  #reserve({ quota, remaining }: Known): number {
    const all = quota ?? remaining;
    return Math.min(all / 4, Math.max(RESERVED * all, 2 * this.#sharers));
  }

  #jitter(ms: number): number {
    return this.random() * Math.min(5_000, ms / 50);
  }
}
