import type { Ruleset } from '../../api';
import { sameFields, type Fields } from './fields';
import type { Owner } from './owner';
import type { Found } from './rule';

/** What one resource plans for a zone. */
export interface Claim {
  /** Which object of the state it is, as text; a new one is a symbol and the same as no other. */
  readonly object: string | symbol;
  /** Undefined for an object of a release that wrote no marks, and for a new one. */
  readonly owner: Owner | undefined;
  /** What the zone is to log; undefined when the object is to be destroyed, 'unknown' before apply. */
  readonly fields: Fields | 'unknown' | undefined;
}

/** Two resources of one zone. */
export type Conflict =
  /** Both are to be there. Harmless where both are in the state with the same fields. */
  | {
      readonly kind: 'declared twice';
      readonly one: Fields | 'unknown';
      readonly other: Fields | 'unknown';
      readonly isHarmless: boolean;
    }
  /** They have one rule, and only one of them is to be destroyed. */
  | { readonly kind: 'held twice' };

/**
 * What the resources of one run plan for each zone, and did. The engine looks at one resource at a time, and works on
 * several at once. Whose a zone's fields are does not depend on it: the rule says that (`owner.ts`).
 */
export class ZoneClaims {
  readonly #claims = new Map<string, Claim[]>();
  readonly #owners = new Map<string, Owner>();
  readonly #read = new Map<string, Found>();
  readonly #writes = new Map<string, Promise<unknown>>();
  readonly #emptied = new Map<string, Ruleset>();
  readonly #written = new Set<string>();
  readonly #lost = new Set<string>();
  readonly #withoutRuleset = new Set<string>();

  /** @param newToken 24 hexadecimal digits that were never there before */
  constructor(readonly newToken: () => string) {}

  /** Notes what a resource plans. @returns what is in the way between it and the others that plan for the same zone */
  claim(zoneId: string, claim: Claim): readonly Conflict[] {
    const all = this.#claims.get(zoneId) ?? [];
    const others = all.filter(({ object }) => object !== claim.object);
    this.#claims.set(zoneId, [...all, claim]);
    const rival = others.find(({ fields }) => fields && claim.fields);
    const isShared = others.some((other) => !other.fields !== !claim.fields && haveOneRule(other, claim));
    return [
      ...(rival?.fields && claim.fields ? [declaredTwice(rival, rival.fields, claim, claim.fields)] : []),
      ...(isShared ? [{ kind: 'held twice' as const }] : []),
    ];
  }

  /** Runs one write of a zone at a time. */
  async alone<T>(zoneId: string, write: () => Promise<T>): Promise<T> {
    const before = this.#writes.get(zoneId) ?? Promise.resolve();
    const mine = before.then(write, write);
    this.#writes.set(zoneId, mine);
    return mine;
  }

  /** Notes the owner of a zone's fields, as the state has it, and the fields that the zone has now. */
  read(zoneId: string, owner: Owner | undefined, found: Found): void {
    if (owner) this.#owners.set(zoneId, owner);
    this.#read.set(owner?.ref ?? zoneId, found);
  }

  /** The fields of an object as this run has read them; undefined when it has not. */
  lastRead(zoneId: string, owner: Owner | undefined): Found | undefined {
    return this.#read.get(owner?.ref ?? zoneId);
  }

  /** The owner of the zone's fields as far as this run has read the state. */
  ownerIn(zoneId: string): Owner | undefined {
    return this.#owners.get(zoneId);
  }

  /** Notes that another object of some state wrote the fields since the owner did. */
  lost({ ref }: Owner): void {
    this.#lost.add(ref);
  }

  /** Whether this run has read that another object wrote the owner's fields. */
  hasLost({ ref }: Owner): boolean {
    return this.#lost.has(ref);
  }

  /** Notes that an object of this run owns the zone's fields now. */
  wrote({ ref }: Owner): void {
    this.#written.add(ref);
  }

  /** Whether one of these rules was written in this run. */
  hasWritten({ rules }: Ruleset): boolean {
    return rules.some(({ ref }) => this.#written.has(ref));
  }

  /**
   * Notes what the zone had before this run took it away. A replacement is planned again after its first half has run,
   * and has to plan what it planned before.
   */
  empty(zoneId: string, before: Ruleset): void {
    this.#emptied.set(zoneId, before);
  }

  emptied(zoneId: string): Ruleset | undefined {
    return this.#emptied.get(zoneId);
  }

  /** Notes that the zone has no ruleset of the phase, so that making one needs no second request: there can be only one. */
  sawNoRuleset(zoneId: string): void {
    this.#withoutRuleset.add(zoneId);
  }

  /** Whether the zone was seen without a ruleset. Asked once: whoever asks makes it. */
  takeNoRuleset(zoneId: string): boolean {
    return this.#withoutRuleset.delete(zoneId);
  }
}

function declaredTwice(
  rival: Claim,
  one: Fields | 'unknown',
  claim: Claim,
  other: Fields | 'unknown',
): Conflict {
  // Terraform plans every object as one that stays before it plans a destroy, which must be possible.
  const isHarmless = isInState(rival) && isInState(claim) && areSame(one, other);
  return { kind: 'declared twice', one, other, isHarmless };
}

function isInState({ object }: Claim): boolean {
  return typeof object === 'string';
}

function areSame(one: Fields | 'unknown', other: Fields | 'unknown'): boolean {
  return one !== 'unknown' && other !== 'unknown' && sameFields(one, other);
}

function haveOneRule(one: Claim, other: Claim): boolean {
  const refs = ({ owner }: Claim): readonly string[] => (owner ? [owner.ref, ...owner.imported] : []);
  return refs(one).some((ref) => refs(other).includes(ref));
}
