import { ACTION_EXECUTE, canonicalJson, ruleNamed, type ManagedRules } from '../../../schema';
import { ruleCreation, ruleDeletion, ruleUpdate, type Rule, type RuleInput, type Ruleset } from '../../api';
import type { Change, SentRule, Write } from '../rule-list/kind';
import { owns } from '../rule-list/owner';
import { asSent } from '../rule-list/write';
import { namesOfRules, rulesAsSent } from './entry-point';
import type { Schema, ZoneRules } from './state';

type OwnChange = Change<Schema, ZoneRules>;

/**
 * The requests that save the rules of an object that keeps those of others, one for each rule that changes; rules of
 * others are in none. What comes is there before what goes, unless that is in its way: a zone executes a managed ruleset
 * once.
 *
 * @returns the requests, and all rules after them
 */
export function saveBeside(
  zoneId: string,
  { id: rulesetId, rules: present }: Ruleset,
  change: OwnChange,
): { readonly writes: readonly Write[]; readonly rules: readonly RuleInput[] } {
  const { owner, former = owner } = change;
  const own = ownRulesAsSent(change.declared.rules, present, change);
  const rules: RuleInput[] = present.map(asSent);
  const writes: Write[] = [];
  const indexOf = ({ id, ref }: RuleInput): number =>
    rules.findIndex((rule) => (id === undefined ? rule.ref === ref : rule.id === id));
  const note = (kind: string, { rule }: SentRule, write: Write): void =>
    void writes.push({ ...write, key: `${kind} ${rule.ref ?? ''}` });
  /** Puts a rule behind the one that it follows, or before the one that follows it, of those that count. */
  const put = (one: SentRule, isBehind: boolean, counts: (one: SentRule) => boolean) => {
    const at = own.indexOf(one);
    const other = isBehind ? own.slice(0, at).findLast(counts) : own.slice(at + 1).find(counts);
    const end = isBehind ? 0 : rules.length;
    rules.splice(other ? indexOf(other.rule) + (isBehind ? 1 : 0) : end, 0, one.rule);
    const id = other?.rule.id ?? '';
    return { position: isBehind === (other !== undefined) ? { after: id } : { before: id } };
  };
  const before = new Map(present.map((rule) => [rule.id, canonicalJson(asSent(rule))]));
  const goes = ({ ref, id }: Rule): boolean =>
    (owns(owner, { ref }) || owns(former, { ref })) && !own.some(({ rule }) => rule.id === id);
  const gone = present.filter(goes).reverse();
  const changed = own.filter(({ rule }) => canonicalJson(rule) !== before.get(rule.id ?? ''));
  const pending: (SentRule & { readonly goes?: boolean })[] = [
    ...changed.filter(({ rule: { id } }) => id !== undefined),
    ...changed.filter(({ rule: { id } }) => id === undefined),
    ...gone.map((rule) => ({ rule: asSent(rule), goes: true })),
  ];
  while (pending.length > 0) {
    const free = pending.findIndex((one) => one.goes ?? !rules.some((rule) => executesToo(rule, one.rule)));
    for (const one of pending.splice(Math.max(free, 0), 1)) {
      const { id, ...rule } = one.rule;
      if (id === undefined) {
        const place = put(one, owner.placement === 'first', (other) => indexOf(other.rule) >= 0);
        note('add', one, { request: ruleCreation(zoneId, rulesetId, { ...rule, ...place }), sent: [one] });
      } else if (one.goes) {
        rules.splice(indexOf(one.rule), 1);
        note('delete', one, { request: ruleDeletion(zoneId, rulesetId, id), sent: [], ruleId: id });
      } else {
        rules.splice(indexOf(one.rule), 1, one.rule);
        note('update', one, { request: ruleUpdate(zoneId, rulesetId, id, rule), sent: [one], ruleId: id });
      }
    }
  }
  const inOrder = longestInOrder(own, ({ rule }) => indexOf(rule));
  for (const one of own.filter((each) => !inOrder.has(each))) {
    rules.splice(indexOf(one.rule), 1);
    const place = put(one, own[0] !== one, (other) => inOrder.has(other));
    note('move', one, { request: ruleUpdate(zoneId, rulesetId, one.rule.id ?? '', place), sent: [] });
    inOrder.add(one);
  }
  return { writes, rules };
}

function executesToo(one: RuleInput, other: RuleInput): boolean {
  const executed = ({ action, action_parameters: given }: RuleInput) =>
    action === ACTION_EXECUTE && given?.['id'];
  return one.id !== other.id && executed(one) !== false && executed(one) === executed(other);
}

/** The most items that are in ascending order already. */
function longestInOrder<T>(items: readonly T[], numberOf: (item: T) => number): Set<T> {
  const longest = (lists: readonly (readonly T[])[]) =>
    lists.reduce((one, other) => (other.length > one.length ? other : one), []);
  const endingWith = new Map<T, readonly T[]>();
  for (const item of items) {
    const before = [...endingWith].filter(([last]) => numberOf(last) < numberOf(item));
    endingWith.set(item, [...longest(before.map(([, list]) => list)), item]);
  }
  return new Set(longest([...endingWith.values()]));
}

/** The declared rules as they are sent. Each keeps its id, also one that gets another name or mark. */
function ownRulesAsSent(
  declared: ManagedRules,
  present: readonly Rule[],
  { owner, state, former = owner }: OwnChange,
): readonly SentRule[] {
  const names = namesOfRules(present, { owner: former, state });
  // What others wrote may have been declared since, by the name that the state has for it.
  const isDeclared = ({ id }: Rule): boolean =>
    former.name === undefined && ruleNamed(declared, names.get(id) ?? '') !== undefined;
  const isOwn = (rule: Rule): boolean => owns(owner, rule);
  const before = present.filter((rule) => !isOwn(rule) && (owns(former, rule) || isDeclared(rule)));
  const own = [...before, ...present.filter(isOwn)];
  const sent = rulesAsSent(declared, own, { owner, state, former });
  return sent.filter(({ name }) => name !== undefined);
}
