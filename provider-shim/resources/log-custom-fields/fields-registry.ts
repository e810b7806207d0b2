import type { Ruleset } from '../../api';
import { Exclusive, Records } from '../records';
import { sameFields, type Fields } from './fields';
import { owns, type Owner } from './owner';
import type { Found } from './rule';

/** What a plan of one resource makes of a zone. */
export interface PlannedFields {
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
  | { readonly kind: 'in state twice' };

/** What a run knows of the fields of one zone. */
interface ZoneRecord {
  /** Every plan for the zone, also an earlier one of the same object: two plans conflict in whatever order they come. */
  readonly planned: PlannedFields[];
  /** The owners that the state has. */
  readonly owners: Map<string, Owner>;
  /** What the zone had before this run took it away. */
  emptied: Ruleset | undefined;
  /** Whether the zone was seen without a ruleset, and none was made since. */
  lacksRuleset: boolean;
}

/** What a run knows of one object of the state. */
interface ObjectRecord {
  /** The fields, when they were last read. */
  found: Found | undefined;
  /** Whether another object, of whatever state, wrote them since this one did. */
  isOverwritten: boolean;
  /** Whether this run wrote them. */
  isWritten: boolean;
}

/**
 * The custom log fields of one run: a record for each zone, and one for each object of the state. Whose a zone's fields
 * are does not depend on it: the rule says that (`owner.ts`).
 *
 * Between objects the order of the calls makes no difference. Of one object the engine's own order counts: it is read
 * before it is planned, if it is read at all, so {@link lastRead} may know nothing; and the old half of a replacement is
 * destroyed before the new one is planned again, so {@link markEmptied} comes before {@link emptied} is asked.
 */
export class FieldsRegistry {
  readonly #zones = new Records<ZoneRecord>(() => ({
    planned: [],
    owners: new Map(),
    emptied: undefined,
    lacksRuleset: false,
  }));
  readonly #objects = new Records<ObjectRecord>(() => ({
    found: undefined,
    isOverwritten: false,
    isWritten: false,
  }));
  readonly #writes = new Exclusive();

  /** Notes what a resource plans. @returns what is in the way between it and the others that plan for the same zone */
  reserve(zoneId: string, mine: PlannedFields): readonly Conflict[] {
    const { planned } = this.#zones.of(zoneId);
    const others = planned.filter(({ object }) => object !== mine.object);
    planned.push(mine);
    const rival = others.find(({ fields }) => fields && mine.fields);
    const isShared = others.some((other) => !other.fields !== !mine.fields && haveOneRule(other, mine));
    return [
      ...(rival?.fields && mine.fields ? [declaredTwice(rival, rival.fields, mine, mine.fields)] : []),
      ...(isShared ? [{ kind: 'in state twice' as const }] : []),
    ];
  }

  /** Runs one write of a zone at a time. */
  runExclusive<T>(zoneId: string, write: () => Promise<T>): Promise<T> {
    return this.#writes.run(zoneId, write);
  }

  /** Notes the owner of a zone's fields, as the state has it, and the fields that the zone has now. */
  markInState(zoneId: string, owner: Owner | undefined, found: Found): void {
    if (owner) this.#zones.of(zoneId).owners.set(owner.ref, owner);
    this.#objects.of(owner?.ref ?? zoneId).found = found;
  }

  /** The fields of an object as this run has read them; undefined when it has not. */
  lastRead(zoneId: string, owner: Owner | undefined): Found | undefined {
    return this.#objects.of(owner?.ref ?? zoneId).found;
  }

  /** The object of the state that owns one of these rules, as far as this run has read the state. */
  ownerOf(zoneId: string, { rules }: Ruleset): Owner | undefined {
    const owners = [...this.#zones.of(zoneId).owners.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
    const wrote = (owner: Owner): boolean => rules.some(({ ref }) => ref === owner.ref);
    return owners.find(wrote) ?? owners.find((owner) => rules.some((rule) => owns(owner, rule)));
  }

  /** Notes that another object of some state wrote the fields since the owner did. */
  markOverwritten({ ref }: Owner): void {
    this.#objects.of(ref).isOverwritten = true;
  }

  /** Whether this run has read that another object wrote the owner's fields. */
  isOverwritten({ ref }: Owner): boolean {
    return this.#objects.of(ref).isOverwritten;
  }

  /** Notes that an object of this run owns the zone's fields now. */
  markWritten({ ref }: Owner): void {
    this.#objects.of(ref).isWritten = true;
  }

  /** Whether one of these rules was written in this run. */
  hasWritten({ rules }: Ruleset): boolean {
    return rules.some(({ ref }) => this.#objects.of(ref).isWritten);
  }

  /**
   * Notes what the zone had before this run took it away. A replacement is planned again after its first half has run,
   * and has to plan what it planned before.
   */
  markEmptied(zoneId: string, before: Ruleset): void {
    this.#zones.of(zoneId).emptied = before;
  }

  emptied(zoneId: string): Ruleset | undefined {
    return this.#zones.of(zoneId).emptied;
  }

  /** Notes that the zone has no ruleset of the phase, so that making one needs no second request: there can be only one. */
  markWithoutRuleset(zoneId: string): void {
    this.#zones.of(zoneId).lacksRuleset = true;
  }

  /** Whether the zone was seen without a ruleset. Asked once: whoever asks makes it. */
  takeWithoutRuleset(zoneId: string): boolean {
    const zone = this.#zones.of(zoneId);
    const { lacksRuleset } = zone;
    zone.lacksRuleset = false;
    return lacksRuleset;
  }
}

function declaredTwice(
  rival: PlannedFields,
  one: Fields | 'unknown',
  mine: PlannedFields,
  other: Fields | 'unknown',
): Conflict {
  // Terraform plans every object as one that stays before it plans a destroy, which must be possible.
  const isHarmless = isInState(rival) && isInState(mine) && areSame(one, other);
  return { kind: 'declared twice', one, other, isHarmless };
}

function isInState({ object }: PlannedFields): boolean {
  return typeof object === 'string';
}

function areSame(one: Fields | 'unknown', other: Fields | 'unknown'): boolean {
  return one !== 'unknown' && other !== 'unknown' && sameFields(one, other);
}

function haveOneRule(one: PlannedFields, other: PlannedFields): boolean {
  const refs = ({ owner }: PlannedFields): readonly string[] => (owner ? [owner.ref, ...owner.imported] : []);
  return refs(one).some((ref) => refs(other).includes(ref));
}
