import type { RateLimit } from './rate-limit';

/** Concurrent requests while the limit is unknown: the answer to the first one reports it. */
const PROBES = 1;

/** Milliseconds between requests while none is answered. */
const PATIENCE_MS = 2_000;

/** Milliseconds after which it is no longer known how much other clients have used. */
const STALE_MS = 2_000;

/**
 * The part of the quota that is never used: other clients send while an answer with the remaining limit is on its way.
 * It also leaves room for clients that have just started and do not know the limit yet.
 */
const RESERVED = 0.03;

/** The service rounds the time until the reset to whole seconds, without saying in which direction. */
const ROUNDING_MS = 1_000;

/** Waits for a reset that left no budget, after which the reported limit is no longer believed. */
const MOST_BARREN_WAITS = 2;

/** The most clients assumed to share the limit, whatever the answers suggest. */
const MOST_SHARERS = 100;

/** When the next request may start, in milliseconds since 1970 UTC; an answer may make it earlier or later. */
export interface NextStart {
  readonly at: number;
  /** The limit that has to reset first. */
  readonly exhausted?: RateLimit;
}

interface Known extends RateLimit {
  /** The number of the request whose answer reported it. */
  readonly told: number;
  readonly toldAt: number;
  readonly resetAt: number;
  /** When requests that wait for the reset continue: slightly later, at a different time in each client. */
  readonly resumeAt: number;
}

/**
 * Spends the service's limit, which other clients with the same credentials spend as well; only the answers show what
 * they use. While plenty is left, everything starts at once. When little is left, each client sends as if it had the
 * rest to itself, in even steps until the reset; since all of them see it shrink, all slow down, and the sum stays
 * below the limit however many they are. How many requests they may have under way decides what counts as little.
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
  // How many of the requests between two answers were ours. At first, assume that there are others.
  #ours = 2;
  #everybodys = 4;

  constructor(
    private readonly maxConcurrent: number,
    /** From 0 up to, but not including, 1. */
    private readonly random: () => number,
  ) {}

  /** The number of requests started. */
  get sent(): number {
    return this.#sent;
  }

  /** Records that a request starts. @returns its number */
  start(now: number): number {
    this.#lastAt = now;
    this.#sent += 1;
    return this.#sent;
  }

  /** Records the limit that the answer to a request reports. An answer that is older than what is known is ignored. */
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

  /** Records that a request ended without reporting a limit, so there is nothing to wait for. */
  learnNothing(): void {
    this.#isBlind = true;
  }

  /** Holds all requests until the service is ready again. @param waitMs as requested by the service */
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

  /** An estimate of how many clients share the limit, in units of our own pace. */
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
