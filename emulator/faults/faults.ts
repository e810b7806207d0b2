import type { FaultRule } from './fault-rule';

/** The properties of a request that decide whether a fault matches it. */
interface FaultSubject {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly zoneId: string | undefined;
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

export interface FaultsInForce extends Faults {
  /** Counts the request and returns the fault that is due for it. */
  take(subject: FaultSubject): FaultRule | undefined;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly random: () => number;
  matched: number;
  struck: number;
}

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
    take: (subject) => take(active, subject),
  };
}

function activate(rule: FaultRule, position: number): ActiveRule {
  return { rule, random: seededRandom(position), matched: 0, struck: 0 };
}

function take(active: readonly ActiveRule[], subject: FaultSubject): FaultRule | undefined {
  let due: ActiveRule | undefined;
  for (const entry of active) {
    if (!fits(entry.rule, subject)) continue;
    // Every rule counts and draws a random number for every matching request, even if another rule applies.
    entry.matched += 1;
    const number = entry.random();
    if (due === undefined && isDue(entry, number)) due = entry;
  }
  if (due !== undefined) due.struck += 1;
  return due?.rule;
}

function fits({ match = {} }: FaultRule, { operation, method, path, zoneId }: FaultSubject): boolean {
  return (
    (match.operation === undefined || match.operation === operation) &&
    (match.method === undefined || match.method === method) &&
    (match.pathPrefix === undefined || path.startsWith(match.pathPrefix)) &&
    (match.zoneId === undefined || match.zoneId === zoneId)
  );
}

function isDue({ rule, matched, struck }: ActiveRule, number: number): boolean {
  return (
    (rule.nth === undefined || rule.nth === matched) &&
    (rule.times === undefined || struck < rule.times) &&
    (rule.probability === undefined || number < rule.probability)
  );
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
