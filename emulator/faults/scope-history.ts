import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '../service/scope';

/** The maximum number of zones and accounts to remember; beyond that, the one that changed first is forgotten. */
const MAX_SCOPES = 1000;

/** Earlier states of zones and accounts, for stale reads. */
export interface ScopeHistory {
  /** Records a zone or an account, before and after anything that may write to it. */
  note(scope: Scope): void;
  /** The zone or account as it was this many writes ago, or as long ago as is known; `undefined` without a write. */
  before(scope: Scope, writes: number): Scope | undefined;
  /** Starts again: forgets the states so far. */
  forget(): void;
}

/**
 * Remembers them as long as a rule needs it.
 *
 * @param depth how many writes back a read may currently be; with 0 nothing is kept
 */
export function createScopeHistory(depth: () => number): ScopeHistory {
  const states = new Map<string, readonly Scope[]>();
  const note = (scope: Scope): readonly Scope[] => {
    const writes = depth();
    if (writes === 0) {
      states.clear();
      return [];
    }
    const known = states.get(scope.id) ?? [];
    const now = structuredClone(scope);
    if (known.length > 0 && isDeepStrictEqual(known.at(-1), now)) return known;
    const kept = [...known, now].slice(-(writes + 1));
    states.set(scope.id, kept);
    if (states.size > MAX_SCOPES) states.delete(states.keys().next().value ?? '');
    return kept;
  };
  return {
    note,
    forget: () => states.clear(),
    before: (scope, writes) => {
      const known = note(scope);
      return known[Math.max(0, known.length - 1 - writes)];
    },
  };
}
