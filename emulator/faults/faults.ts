import type { FaultEffect, FaultMatch, FaultRule } from './fault-rule';
import { type Allowance, type RateLimit, createRateLimit, DEFAULT_REQUESTS } from './rate-limit';
import { DEFAULT_WINDOW_SECONDS } from '../service/settings';

/** The properties of a request that decide whether a fault matches it. */
interface FaultSubject {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly zoneId: string | undefined;
  /** Whom rate limits count the request for (`http/caller.ts`). */
  readonly caller: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The fault rules in force. The first that is due for a request applies to it. */
export interface Faults {
  /** Replaces all rules and resets the counts. */
  put(rules: readonly FaultRule[]): void;
  /** Adds a rule after the others. */
  add(rule: FaultRule): void;
  /** Removes all rules. */
  clear(): void;
  /** The rules, with how often each has matched and applied since it was set. */
  list(): readonly CountedFaultRule[];
}

/** A fault rule in force. */
export interface CountedFaultRule extends FaultRule {
  /** How many requests it matched. */
  readonly matched: number;
  /** How many of them it applied to. */
  readonly struck: number;
}

/** What the rules in force do to a request. */
interface Taken {
  /** The rule that applies. */
  readonly rule?: FaultRule;
  /** What a counting rate limit leaves the caller, whether it applies or not. */
  readonly allowance?: Allowance;
}

export interface FaultsInForce extends Faults {
  /** Counts the request and returns the fault that is due for it. */
  take(subject: FaultSubject): Taken;
  /** How many writes the stalest read in force is behind; 0 without such a rule. */
  staleWrites(): number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly random: () => number;
  readonly allow: RateLimit | undefined;
  matched: number;
  struck: number;
}

const NOTHING: Taken = {};

export function createFaults(): FaultsInForce {
  let active: ActiveRule[] = [];
  return {
    put: (rules) => {
      active = rules.map(activate);
    },
    add: (rule) => {
      active.push(activate(rule, active.length));
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ rule, matched, struck }) => ({ ...rule, matched, struck })),
    take: (subject) => (active.length === 0 ? NOTHING : take(active, subject)),
    staleWrites: () => Math.max(0, ...active.map(({ rule }) => staleWritesOf(rule.effect))),
  };
}

function activate(rule: FaultRule, position: number): ActiveRule {
  const { effect } = rule;
  const allow =
    effect?.kind === 'counting-rate-limit'
      ? createRateLimit(effect.requests ?? DEFAULT_REQUESTS, effect.windowSeconds ?? DEFAULT_WINDOW_SECONDS)
      : undefined;
  return { rule, random: seededRandom(position), allow, matched: 0, struck: 0 };
}

function take(active: readonly ActiveRule[], subject: FaultSubject): Taken {
  let due: ActiveRule | undefined;
  let ofDue: Allowance | undefined;
  let seen: Allowance | undefined;
  for (const entry of active) {
    if (!fits(entry.rule, subject)) continue;
    // Every rule counts and draws a random number for every matching request, even if another rule applies.
    entry.matched += 1;
    const number = entry.random();
    const allowance = entry.allow?.(subject.caller, subject.now);
    seen ??= allowance;
    if (due !== undefined || allowance?.refused === false || !isDue(entry, number)) continue;
    due = entry;
    ofDue = allowance;
  }
  if (due !== undefined) due.struck += 1;
  const allowance = ofDue ?? seen;
  return { ...(due && { rule: due.rule }), ...(allowance && { allowance }) };
}

function fits({ match = {}, effect }: FaultRule, subject: FaultSubject): boolean {
  return fitsMatch(match, subject) && (effect?.kind !== 'stale-read' || isRead(subject.method));
}

function fitsMatch(match: FaultMatch, { operation, method, path, zoneId }: FaultSubject): boolean {
  return (
    (match.operation === undefined || match.operation === operation) &&
    (match.method === undefined || match.method === method) &&
    (match.pathPrefix === undefined || path.startsWith(match.pathPrefix)) &&
    (match.zoneId === undefined || match.zoneId === zoneId)
  );
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isDue({ rule, matched, struck }: ActiveRule, number: number): boolean {
  return (
    (rule.nth === undefined || rule.nth === matched) &&
    (rule.times === undefined || struck < rule.times) &&
    (rule.probability === undefined || number < rule.probability)
  );
}

/** How many writes a stale read is behind. */
export function staleWritesOf(effect: FaultEffect | undefined): number {
  return effect?.kind === 'stale-read' ? (effect.writes ?? 1) : 0;
}

/** A sequence of numbers from 0 to just below 1; the same seed gives the same sequence. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger, in the public domain:
  // https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
