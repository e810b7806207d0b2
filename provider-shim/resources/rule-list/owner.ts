import type { Rule, Ruleset } from '../../api';
import type { PrivateState } from '../../sdk/framework';

/**
 * Who owns a rule: its `ref`, which is the client's own, begins with the mark of the object of the state that wrote it.
 * The object keeps the mark in its private state. Writing the rule with another mark changes its owner, so the former
 * owner can detect it in any run and state. An object with one rule has the mark alone as its `ref`; one with several
 * adds `-` and the name of the rule.
 */
export interface Owner {
  /** The mark: the `ref` of the rule that the object writes, or its beginning. No two objects have the same. */
  readonly ref: string;
  /** The refs of rules that others wrote and that the object was imported from; none once it has written its own. */
  readonly imported: readonly string[];
  /** Set where the zone had the rules before the object. */
  readonly hadRulesBefore?: boolean;
  /** Of an object that keeps the rules of others: its owner's name, empty where that is unknown. Only its own rules matter to it. */
  readonly name?: string;
  /** Where the new rules of such an object go. @default - after those of others */
  readonly placement?: 'first';
}

/** Begins every mark. */
const PREFIX = 'zonewright-';

/** The mark in a `ref`; of an object that keeps the rules of others, it has the name of its owner. */
const MARK = /^zonewright-(?:[0-9a-f]{24}|of-([a-z0-9]+(?:-[a-z0-9]+)*)-)(?=-|$)/;

/** Private state: the object's mark. */
const REF = 'ref';

/** Private state: the refs of the imported rules. */
const IMPORTED_REFS = 'imported_refs';

/** Private state: whether the zone had the rules before the object. */
const RULES_BEFORE = 'rules_before';

/** An owner for questions about an object that is not made yet: apply writes its rule with another mark of this form. */
export const FUTURE_OWNER: Owner = { ref: `${PREFIX}${'0'.repeat(24)}`, imported: [] };

/** The owner whose objects keep the rules of others. @param name empty where it is unknown */
export function keeperNamed(name: string): Owner {
  return { ref: `${PREFIX}of-${name}-`, imported: [], name };
}

/** The name of such an owner in a mark or `ref`; undefined for all other ones. */
export function keeperIn(ref: string): string | undefined {
  return MARK.exec(ref)?.[1];
}

function ownerMarked(ref: string): Owner {
  const name = keeperIn(ref);
  return { ref, imported: [], ...(name !== undefined && { name }) };
}

/** The rules that matter to an object: its own if it keeps those of others, otherwise all. */
export function relevant(owner: Owner | undefined, rules: readonly Rule[]): readonly Rule[] {
  return owner?.name === undefined ? rules : rules.filter((rule) => owns(owner, rule));
}

/** Undefined if the private state is damaged. @param keeper the owner as the state has it, where others are kept */
export function ownerOf(privateState: PrivateState, keeper?: Owner): Owner | undefined {
  const ref = keeper?.ref ?? privateState.text(REF);
  if (!ref?.startsWith(PREFIX)) return undefined;
  const imported = keeper ? [] : (privateState.texts(IMPORTED_REFS) ?? []);
  return { ...ownerMarked(ref), imported, ...(hadRulesBefore(privateState) && { hadRulesBefore: true }) };
}

/**
 * Makes an object that is made, or imported, an owner. Rules of an object that keeps those of others stay that one's.
 *
 * @param mark 24 hexadecimal digits that were never there before; or the owner, where others are kept
 * @param rules those that it is imported from
 */
export function becomeOwner(
  privateState: PrivateState,
  mark: string | Owner,
  rules: readonly Rule[] = [],
): Owner {
  const imported = typeof mark === 'string' ? rules.filter(({ ref }) => keeperIn(ref) === undefined) : [];
  const made = typeof mark === 'string' ? ownerMarked(`${PREFIX}${mark}`) : mark;
  const owner = { ...made, imported: imported.map(({ ref }) => ref) };
  keepOwner(privateState, { ...owner, ...(imported.length > 0 && { hadRulesBefore: true }) });
  return owner;
}

/** Notes that a new object was made of rules that the zone had, and no object wrote: exactly the declared ones. */
export function noteRulesBefore(privateState: PrivateState): void {
  privateState.set(RULES_BEFORE, true);
}

/** Whether the zone had the rules before the object, which was imported, or declared exactly them. */
export function hadRulesBefore(privateState: PrivateState): boolean {
  return privateState.get(RULES_BEFORE) === true;
}

/** Notes the rules of an object with several rules that others wrote: they keep their `ref`. @param rules all its rules */
export function noteImportedRules(privateState: PrivateState, owner: Owner, rules: readonly Rule[]): void {
  const imported = rules.filter(({ ref }) => markOf(ref) !== owner.ref).map(({ ref }) => ref);
  privateState.set(IMPORTED_REFS, imported.length > 0 ? imported : undefined);
}

/**
 * Notes the owner for the destroy of a tainted object: its plan is one of a new object, and the engine hands the
 * private state of that plan to the destroy. A new object becomes an owner of its own when it is made.
 */
export function keepOwner(privateState: PrivateState, owner: Owner): void {
  privateState.set(REF, owner.ref);
  privateState.set(IMPORTED_REFS, owner.imported.length > 0 ? owner.imported : undefined);
  privateState.set(RULES_BEFORE, owner.hadRulesBefore);
}

export function owns(owner: Owner, { ref }: Pick<Rule, 'ref'>): boolean {
  return markOf(ref) === owner.ref || owner.imported.includes(ref);
}

/** The mark of the object that wrote the rule with this `ref`; the whole `ref` of a rule that somebody else wrote. */
export function markOf(ref: string): string {
  return MARK.exec(ref)?.[0] ?? ref;
}

/** Whether some object of some state wrote the rule. */
export function isMarked({ ref }: Rule): boolean {
  return ref.startsWith(PREFIX);
}

/** Whether an object wrote one of these rules. */
export function hasMark({ rules }: Pick<Ruleset, 'rules'>): boolean {
  return rules.some(isMarked);
}
