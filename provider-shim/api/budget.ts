import { LimitTrust } from './limit-trust';
import type { LimitWait } from './limit-wait';
import { limitWindow, resumingDelay, type LimitWindow } from './limit-window';
import type { RateLimit } from './rate-limit';
import type { RequestCount } from './request-count';
import { SharingEstimate } from './sharing-estimate';

/** Milliseconds after which another request asks what is left, if the one that asks is not answered. */
const PATIENCE_MS = 2_000;

/** Milliseconds after which a told limit is out of date: others may have used it up since. */
const OUT_OF_DATE_MS = 2_000;

/**
 * The part of the quota that stays unused: others send while the answer that tells what is left is on its way. It also
 * covers clients that have just started and know nothing yet.
 */
const RESERVED_PART = 0.03;
/** With a small quota, what each client may have sent that no answer has told yet. */
const RESERVED_PER_CLIENT = 2;
/** A quota that is even smaller is there to be used, mostly. */
const MOST_RESERVED_PART = 0.25;

/** Requests are spread when each client could use up the rest with this many rounds of as many as run at one time. */
const ROUNDS_LEFT_TO_SPREAD = 2;

export interface BudgetOptions {
  /** Requests under way at one time. */
  readonly maxConcurrent: number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Counts all requests. Its limit applies where answers tell none. @default - no limit there */
  readonly count?: RequestCount | undefined;
}

/** When the next request may start. */
export interface NextStart {
  /** Milliseconds since 1970 UTC. An answer may make it earlier or later. */
  readonly at: number;
  /** The limit that makes it wait. */
  readonly wait?: LimitWait;
}

/** What is known about the limit, which decides when requests may start. */
type Phase =
  /** No answer has told the limit, or it has reset since: one request at a time asks. */
  | { readonly type: 'unknown' }
  /** Answers tell no limit, and nothing counts requests. */
  | { readonly type: 'unlimited' }
  /** Requests start at once, as long as answers keep saying how much is left. */
  | { readonly type: 'plenty'; readonly window: LimitWindow }
  /** Little is left: requests start in even steps until the reset. */
  | { readonly type: 'spreading'; readonly window: LimitWindow; readonly usable: number }
  /** Requests wait for the reset. */
  | { readonly type: 'exhausted'; readonly window: LimitWindow }
  /** The service refused a request: all wait until it is ready again. */
  | { readonly type: 'refused'; readonly wait: LimitWait }
  /** The told limit cannot be true: one request at a time, within the count. */
  | { readonly type: 'distrusted'; readonly counted: Phase };

/**
 * Spends what the limit of the service leaves. Other clients with the same credentials spend it too, and only the answers
 * tell how much. While there is plenty, requests start at once. When little is left, each client sends as if it had the
 * rest for itself, in even steps until the reset. All of them see how it shrinks and slow down, so the sum stays below
 * the limit however many they are. Where answers tell no limit, the count of requests takes its place.
 */
export class Budget {
  readonly #trust = new LimitTrust();
  readonly #sharing = new SharingEstimate();
  #told: LimitWindow | undefined;
  #counted: LimitWindow | undefined;
  #refusal: LimitWait | undefined;
  /** Whether the latest answer told no limit. */
  #isSilent = false;
  #sent = 0;
  #lastStartAt = -Infinity;

  constructor(private readonly options: BudgetOptions) {}

  /** Notes that a request starts. @returns its number, from 1 on */
  start(now: number): number {
    this.options.count?.add(now, 1);
    this.#lastStartAt = now;
    this.#sent += 1;
    return this.#sent;
  }

  /**
   * Takes what an answer tells about the limit. An answer to a request that started earlier than that of the limit known
   * says nothing new.
   *
   * @param limit undefined when the answer tells none
   * @param request the number of the request
   */
  learn(limit: RateLimit | undefined, request: number, now: number): void {
    this.#isSilent = limit === undefined;
    if (limit === undefined || (this.#told !== undefined && request < this.#told.lastRequest)) return;
    const window = limitWindow(limit, request, now, this.options.random);
    this.#sharing.observe(this.#told, window);
    this.#trust.observe(window, this.#usable(window), this.#sent);
    this.#told = window;
  }

  /**
   * Lets nothing start before the service is ready again, because it refused a request. A service that refuses enforces
   * its limit, so what it tells about the limit is trusted again.
   *
   * @param waitMs for which the service asked
   */
  refused(waitMs: number, now: number, limit: RateLimit = { remaining: 0, resetMs: waitMs }): void {
    this.#trust.restore();
    const until = now + waitMs + resumingDelay(waitMs, this.options.random);
    if (this.#refusal === undefined || until > this.#refusal.until)
      this.#refusal = { state: 'used-up', limit, until };
  }

  /** When the next request may start. @param running requests under way */
  next(now: number, running: number): NextStart {
    const phase = this.#phase(now);
    const isTold = 'window' in phase && phase.window === this.#told;
    const start = this.#startIn(phase, now, running);
    if (isTold && start.at > now) this.#trust.heldBack();
    return start;
  }

  #phase(now: number): Phase {
    if (this.#refusal !== undefined && now < this.#refusal.until)
      return { type: 'refused', wait: this.#refusal };
    if (this.#told === undefined || now >= this.#told.resetAt)
      return this.#isSilent ? this.#countedPhase(now) : { type: 'unknown' };
    return this.#trust.isLost
      ? { type: 'distrusted', counted: this.#countedPhase(now) }
      : this.#phaseOf(this.#told);
  }

  /** The phase by the count alone. */
  #countedPhase(now: number): Phase {
    const { count, random } = this.options;
    if (count === undefined) return { type: 'unlimited' };
    const window = limitWindow(count.left(now), this.#sent, now, random);
    this.#sharing.observe(this.#counted, window);
    this.#counted = window;
    return this.#phaseOf(window);
  }

  #phaseOf(window: LimitWindow): Phase {
    const usable = this.#usable(window);
    if (usable <= 0) return { type: 'exhausted', window };
    const little = ROUNDS_LEFT_TO_SPREAD * this.options.maxConcurrent * this.#sharing.clients;
    return usable <= little ? { type: 'spreading', window, usable } : { type: 'plenty', window };
  }

  #startIn(phase: Phase, now: number, running: number): NextStart {
    switch (phase.type) {
      case 'unknown':
        return { at: this.#nextQuestion(now, running) };
      case 'unlimited':
        return { at: now };
      case 'plenty': {
        const isUpToDate = this.#isSilent || now - phase.window.knownAt < OUT_OF_DATE_MS;
        return { at: isUpToDate ? now : this.#nextQuestion(now, running) };
      }
      case 'spreading': {
        const { limit, resetAt, resumeAt } = phase.window;
        const stepMs = (resetAt - now) / phase.usable;
        const at = Math.min(Math.max(now, this.#lastStartAt + stepMs), resumeAt);
        return { at, wait: { state: 'nearly-used-up', limit, until: resetAt } };
      }
      case 'exhausted': {
        const { limit, resumeAt } = phase.window;
        return { at: resumeAt, wait: { state: 'used-up', limit, until: resumeAt } };
      }
      case 'refused':
        return { at: phase.wait.until, wait: phase.wait };
      case 'distrusted': {
        const counted = this.#startIn(phase.counted, now, running);
        return { ...counted, at: Math.max(counted.at, this.#nextQuestion(now, running)) };
      }
    }
  }

  /** When a request may ask what is left: one at a time, unless its answer takes long. */
  #nextQuestion(now: number, running: number): number {
    return running === 0 ? now : Math.max(now, this.#lastStartAt + PATIENCE_MS);
  }

  /** Requests that may start before the reset; less than 1 when there are none. */
  #usable({ limit: { quota, remaining }, lastRequest }: LimitWindow): number {
    const all = quota ?? remaining;
    const wanted = Math.max(RESERVED_PART * all, RESERVED_PER_CLIENT * this.#sharing.clients);
    const reserve = Math.min(MOST_RESERVED_PART * all, wanted);
    return remaining - (this.#sent - lastRequest) - reserve;
  }
}
