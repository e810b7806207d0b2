import type { Ruleset } from '../../api';
import type { NewObject } from '../../sdk/framework';
import { Copies, Exclusive, Records } from '../run-state';
import { markOf, owns, type Owner } from './owner';

/** What a plan of one resource makes of a zone. */
export interface PlannedRules<T> {
  /** Which object it is: text for one of the state. */
  readonly object: string | NewObject;
  /** Undefined for a new object, and for one whose private state is damaged. */
  readonly owner: Owner | undefined;
  /** Whether the state has the object in this zone: it is neither new nor from another zone. */
  readonly isStored: boolean;
  /** The owner of an object that keeps the rules of others: objects of other such owners do not matter to it. */
  readonly keeper?: string | undefined;
  /** What the zone is to have; undefined when the object is to be destroyed, 'unknown' before apply. */
  readonly content: T | 'unknown' | undefined;
}

/** Both are to be there. Harmless where both are in the state with the same content. */
export interface DeclaredTwice<T> {
  readonly kind: 'declared twice';
  readonly one: T | 'unknown';
  readonly other: T | 'unknown';
  /** The owners that keep the rules of others. */
  readonly owners: readonly (string | undefined)[];
  readonly isHarmless: boolean;
}

/** Two resources of one zone. */
export type Conflict<T> =
  | DeclaredTwice<T>
  /** They have a rule in common, and only one of them is to be destroyed. */
  | { readonly kind: 'in state twice' }
  /** One is to be destroyed and another created, as after a rename: for a moment the zone has nothing. */
  | { readonly kind: 'created anew' };

/** What a run knows of the rules of one zone. */
interface ZoneRecord<T> {
  /** Every plan for the zone, also an earlier one of the same object: two plans conflict in whatever order they come. */
  planned: readonly PlannedRules<T>[];
  /** The owners that the state has. */
  readonly owners: Map<string, Owner>;
  /** What the zone had before this run deleted rules in it. */
  emptied: Ruleset | undefined;
  /** Whether the zone was seen without a ruleset, and none was made since. */
  lacksRuleset: boolean;
  /** Whether this run has read an object of the zone, so that asking for the rules again sends no request. */
  isRead: boolean;
  /** The marks of what this run has created or changed, which then has the rules: what is destroyed takes none away. */
  readonly written: Set<string>;
}

/**
 * What the objects of one resource have in their zones, in one run: a record for each zone, and the marks of
 * objects. For resources of which a zone has one. Whose a zone's rules are does not depend on it: the rules say that
 * (`owner.ts`).
 *
 * Between objects the order of the calls makes no difference. Of one object the engine's own order counts: it may be
 * planned before it is read, and again after; and the old half of a replacement is destroyed before the new one is planned
 * again, so {@link markEmptied} comes before {@link read}.
 */
export class ZoneRulesRegistry<T> {
  readonly #zones = new Records<ZoneRecord<T>>(() => ({
    planned: [],
    owners: new Map(),
    emptied: undefined,
    lacksRuleset: false,
    isRead: false,
    written: new Set(),
  }));
  readonly #copies = new Copies();
  readonly #writes = new Exclusive();

  /**
   * Notes what a resource plans.
   *
   * @param same whether two contents of a zone are equal
   * @returns what is in the way between it and the others that plan for the same zone
   */
  reserve(
    zoneId: string,
    mine: PlannedRules<T>,
    same: (one: T, other: T) => boolean,
  ): readonly Conflict<T>[] {
    const zone = this.#zones.of(zoneId);
    const { planned, written } = zone;
    const shown = mine.content === undefined ? 'destroyed' : 'kept';
    const isCopied = mine.isStored && this.#copies.note(`${zoneId} ${String(mine.object)}`, shown);
    const others = planned.filter(
      ({ object, keeper = mine.keeper }) =>
        (isCopied || object !== mine.object) && (mine.keeper ?? keeper) === keeper,
    );
    zone.planned = [...planned, mine];
    // An object that was not read yet has shown no owner.
    if (mine.owner) zone.owners.set(mine.owner.ref, mine.owner);
    const rival = others.find(({ content }) => content);
    // At apply the engine plans the destroy of a deposed object after its successor has been created.
    const isAnew =
      written.size === 0 &&
      (isNew(mine) ? others.some(isDestroyed) : isDestroyed(mine) && others.some(isNew));
    const isShared = others.some((other) => !other.content !== !mine.content && haveOneRule(other, mine));
    return [
      ...(rival ? declaredTwice(rival, mine, same) : []),
      ...(isShared ? [{ kind: 'in state twice' as const }] : []),
      ...(isAnew ? [{ kind: 'created anew' as const }] : []),
    ];
  }

  /** Notes that an object of the state is read. */
  markRead(zoneId: string, object: string): void {
    this.#copies.note(`${zoneId} ${object}`, 'read');
    this.#zones.of(zoneId).isRead = true;
  }

  /** Whether an object of the zone was read: in a plan, unless it does without, and not in an apply. */
  wasRead(zoneId: string): boolean {
    return this.#zones.of(zoneId).isRead;
  }

  /** Forgets what was planned for an object of the state that turns out to be gone: it is planned again, as a new one. */
  release(zoneId: string, object: string): void {
    const zone = this.#zones.of(zoneId);
    zone.planned = zone.planned.filter((one) => one.object !== object);
  }

  /** Runs one write of a zone at a time. */
  runExclusive<T>(zoneId: string, write: () => Promise<T>): Promise<T> {
    return this.#writes.run(zoneId, write);
  }

  /** Notes the owner of a zone's rules, as the state has it. */
  markInState(zoneId: string, owner: Owner): void {
    this.#zones.of(zoneId).owners.set(owner.ref, owner);
  }

  /** The object of the state that owns one of these rules, as far as this run has read the state. */
  ownerOf(zoneId: string, { rules }: Pick<Ruleset, 'rules'>): Owner | undefined {
    const owners = [...this.#zones.of(zoneId).owners.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
    const wrote = (owner: Owner): boolean => rules.some(({ ref }) => markOf(ref) === owner.ref);
    return owners.find(wrote) ?? owners.find((owner) => rules.some((rule) => owns(owner, rule)));
  }

  /** An object that the state has in the zone, whoever owns the rules there. */
  anyOwner(zoneId: string): Owner | undefined {
    return [...this.#zones.of(zoneId).owners.values()][0];
  }

  /** Notes that an object of this run owns the zone's rules now. */
  markWritten(zoneId: string, { ref }: Owner): void {
    this.#zones.of(zoneId).written.add(ref);
  }

  /** Whether the object with this mark wrote rules of the zone in this run. */
  hasWritten(zoneId: string, mark: string): boolean {
    return this.#zones.of(zoneId).written.has(mark);
  }

  /**
   * Notes what the zone had before this run deleted rules in it. A replacement is planned again after its first half has run,
   * and has to plan what it planned before.
   */
  markEmptied(zoneId: string, before: Ruleset): void {
    this.#zones.of(zoneId).emptied = before;
  }

  /**
   * What a plan finds in a zone, and what it had before this run deleted rules in it. It waits for a write of the zone that
   * is under way: the service may have deleted the rules already and not answered yet.
   */
  read(
    zoneId: string,
    find: () => Promise<Ruleset | undefined>,
  ): Promise<{ readonly ruleset: Ruleset | undefined; readonly emptied: Ruleset | undefined }> {
    return this.runExclusive(zoneId, async () => ({
      ruleset: await find(),
      emptied: this.#zones.of(zoneId).emptied,
    }));
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

function declaredTwice<T>(
  rival: PlannedRules<T>,
  mine: PlannedRules<T>,
  same: (one: T, other: T) => boolean,
): readonly Conflict<T>[] {
  const [one, other] = [rival.content, mine.content];
  if (!one || !other) return [];
  // Terraform plans every object as one that stays before it plans a destroy, which must be possible.
  const areSame = one !== 'unknown' && other !== 'unknown' && same(one, other);
  const isHarmless =
    areSame && [rival, mine].every((each) => isInState(each) && each.owner?.name === each.keeper);
  return [{ kind: 'declared twice', one, other, owners: [rival.keeper, mine.keeper], isHarmless }];
}

function isInState<T>({ object }: PlannedRules<T>): boolean {
  return typeof object === 'string';
}

function isDestroyed<T>(planned: PlannedRules<T>): boolean {
  return isInState(planned) && planned.content === undefined;
}

function isNew<T>(planned: PlannedRules<T>): boolean {
  return !isInState(planned) && planned.content !== undefined;
}

/** Whether they have a rule in common, or may: whose the rules of an object without a mark are, nothing says. */
function haveOneRule<T>(one: PlannedRules<T>, other: PlannedRules<T>): boolean {
  if (one.isStored && other.isStored && !(one.owner && other.owner)) return true;
  const refs = ({ owner }: PlannedRules<T>): readonly string[] =>
    owner ? [owner.ref, ...owner.imported] : [];
  return refs(one).some((ref) => refs(other).includes(ref));
}
