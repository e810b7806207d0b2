import type { FaultMatch, FaultRule } from './fault-rule';

/** What of a request decides whether a fault is for it. */
export interface FaultSubject {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
}

/** The fault rules in force, the first that is due for a request strikes. */
export interface Faults {
  /** Replaces all rules; counting starts anew. */
  put(rules: readonly FaultRule[]): void;
  /** Adds a rule behind the others. */
  add(rule: FaultRule): void;
  clear(): void;
  list(): readonly FaultRule[];
  /** Counts the request and takes the fault that is due for it. */
  take(subject: FaultSubject): FaultRule | undefined;
}

interface ActiveRule {
  readonly rule: FaultRule;
  matched: number;
  struck: number;
}

export function createFaults(): Faults {
  let active: ActiveRule[] = [];
  const activate = (rule: FaultRule): ActiveRule => ({ rule, matched: 0, struck: 0 });
  return {
    put: (rules) => {
      active = rules.map(activate);
    },
    add: (rule) => {
      active.push(activate(rule));
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ rule }) => rule),
    take: (subject) => {
      const matching = active.filter(({ rule }) => fits(rule.match ?? {}, subject));
      for (const entry of matching) entry.matched += 1;
      const due = matching.find(isDue);
      if (due === undefined) return undefined;
      due.struck += 1;
      return due.rule;
    },
  };
}

function fits(match: FaultMatch, { operation, method, path }: FaultSubject): boolean {
  return (
    (match.operation === undefined || match.operation === operation) &&
    (match.method === undefined || match.method === method) &&
    (match.pathPrefix === undefined || path.startsWith(match.pathPrefix))
  );
}

function isDue({ rule, matched, struck }: ActiveRule): boolean {
  return (
    (rule.nth === undefined || rule.nth === matched) && (rule.times === undefined || struck < rule.times)
  );
}
