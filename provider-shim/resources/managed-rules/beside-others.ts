import { ACTION_EXECUTE, canonicalJson, type ManagedRules } from '../../../schema';
import { ruleCreation, ruleDeletion, ruleUpdate, type Rule, type RuleInput, type Ruleset } from '../../api';
import type { Change, SentRule, Write } from '../rule-list/kind';
import { keeperIn, markOf, owns } from '../rule-list/owner';
import { asSent } from '../rules/rule';
import { namesOfRules, rulesAsSent } from './entry-point';
import type { State, ZoneRules } from './state';

type OwnChange = Change<State, ZoneRules>;

/** What becomes of one rule. */
interface Step {
  readonly kind: 'update' | 'add' | 'delete';
  readonly one: SentRule;
}

/**
 * The requests that save the rules of an object that keeps those of others, one for each rule that changes; rules of
 * others are in none. What comes is there before what goes, unless that is in its way: a zone executes a managed ruleset
 * once.
 *
 * @returns the requests, all rules after them, and the names of rules that wait for each other: they swap managed rulesets
 */
export function saveBeside(
  zoneId: string,
  { id: rulesetId, rules: present }: Ruleset,
  change: OwnChange,
): {
  readonly writes: readonly Write[];
  readonly rules: readonly RuleInput[];
  readonly swapped: readonly string[];
} {
  const { owner, former = owner, state } = change;
  const isFirst = owner.placement === 'first';
  const own = ownRulesAsSent(change.declared.rules, present, change);
  const rules: RuleInput[] = present.map(asSent);
  const writes: Write[] = [];
  const swapped: string[] = [];
  const indexOf = ({ id, ref }: RuleInput): number =>
    rules.findIndex((rule) => (id === undefined ? rule.ref === ref : rule.id === id));
  const isFree = (among: readonly RuleInput[], { kind, one }: Step): boolean =>
    kind === 'delete' || !among.some((rule) => executesToo(rule, one.rule));
  const waitsForOwn = (one: SentRule): boolean =>
    rules.some((rule) => executesToo(rule, one.rule) && own.some((mine) => mine.rule.id === rule.id));
  /** Puts a rule behind the one that it follows, or before the one that follows it, of those that count. */
  const put = (one: SentRule, isBehind: boolean, counts: (one: SentRule) => boolean) => {
    const at = own.indexOf(one);
    const other = isBehind ? own.slice(0, at).findLast(counts) : own.slice(at + 1).find(counts);
    const end = isBehind ? 0 : rules.length;
    rules.splice(other ? indexOf(other.rule) + (isBehind ? 1 : 0) : end, 0, one.rule);
    const id = other?.rule.id ?? '';
    return { position: isBehind === (other !== undefined) ? { after: id } : { before: id } };
  };
  const stored = new Map(present.map((rule) => [rule.id, canonicalJson(asSent(rule))]));
  const isChanged = ({ rule }: SentRule): boolean => canonicalJson(rule) !== stored.get(rule.id ?? '');
  const isGone = ({ ref, id }: Rule): boolean =>
    [owner.ref, former.ref].includes(markOf(ref)) && !own.some(({ rule }) => rule.id === id);
  const all = {
    update: own.filter((one) => one.rule.id !== undefined && isChanged(one)),
    add: own.filter(({ rule: { id } }) => id === undefined),
    delete: present.filter(isGone).map((rule): SentRule => ({ rule: asSent(rule) })),
  };
  all.delete.reverse();
  const steps = (kind: Step['kind']) => all[kind].map((one): Step => ({ kind, one }));
  const pending = [...steps('update'), ...steps('add'), ...steps('delete')];
  while (pending.length > 0) {
    const free = pending.findIndex((each) => isFree(rules, each));
    if (free < 0) swapped.push(...pending.flatMap(({ one }) => (waitsForOwn(one) ? (one.name ?? []) : [])));
    const [step] = pending.splice(Math.max(free, 0), 1);
    if (!step) break;
    const { kind, one } = step;
    const { id = '', ...rule } = one.rule;
    if (kind === 'delete') {
      rules.splice(indexOf(one.rule), 1);
      const request = ruleDeletion(zoneId, rulesetId, id);
      writes.push({ request, sent: [], ruleId: id, key: `delete ${rule.ref}` });
      continue;
    }
    const save = { sent: [one], key: `save ${rule.ref}`, waits: !isFree(present, step) };
    if (kind === 'add') {
      const place = put(one, isFirst, (other) => indexOf(other.rule) >= 0);
      writes.push({ ...save, request: ruleCreation(zoneId, rulesetId, { ...rule, ...place }) });
    } else {
      rules.splice(indexOf(one.rule), 1, one.rule);
      writes.push({ ...save, request: ruleUpdate(zoneId, rulesetId, id, rule), ruleId: id });
    }
  }
  // Where the placement changes, all of them go: one to the first or last place, and the next ones beside it.
  const isPlaced = state !== undefined && (state.placement === 'first') !== isFirst;
  const inOrder = isPlaced ? new Set() : longestInOrder(own, ({ rule }) => indexOf(rule));
  const moved = own.filter((each) => !inOrder.has(each));
  for (const one of isPlaced && !isFirst ? moved.reverse() : moved) {
    const at = indexOf(one.rule);
    rules.splice(at, 1);
    const place = put(one, isPlaced ? isFirst : own[0] !== one, (other) => inOrder.has(other));
    inOrder.add(one);
    if (indexOf(one.rule) === at) continue;
    const request = ruleUpdate(zoneId, rulesetId, one.rule.id ?? '', place);
    writes.push({ request, sent: [], key: `move ${one.rule.ref}` });
  }
  return { writes, rules, swapped: [...new Set(swapped)] };
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
  // An object that had all rules of the zone goes on with those that it declares, but not with those of another owner.
  const wasOwn = ({ id, ref }: Rule): boolean =>
    former.name === undefined ? names.has(id) && keeperIn(ref) === undefined : owns(former, { ref });
  const isOwn = (rule: Rule): boolean => owns(owner, rule);
  const before = present.filter((rule) => !isOwn(rule) && wasOwn(rule));
  const own = [...before, ...present.filter(isOwn)];
  const sent = rulesAsSent(declared, own, { owner, state, former });
  return sent.filter(({ name }) => name !== undefined);
}
