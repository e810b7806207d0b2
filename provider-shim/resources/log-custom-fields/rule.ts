import {
  ACTION_LOG_CUSTOM_FIELD,
  EXPRESSION_ALWAYS,
  FIELD_LIST,
  FIELD_LISTS,
  type FieldList,
  isRecord,
  isSet,
  type JsonObject,
  namesSet,
  OF_RULE,
  perSet,
  without,
} from '../../../schema';
import type { Rule, RuleInput } from '../../api';
import { asSent } from '../rules/rule';
import { atItem, type Fields } from './fields';
import { owns, type Owner } from '../rule-list/owner';

/** The member of an item that makes the service log every instance of a header. */
const PRESERVE = 'preserve_duplicates';

/** One name of a list at the service. The production service keeps more beside it, which we leave as it is. */
interface Item {
  readonly name: string;
  readonly [member: string]: unknown;
}

/**
 * What the rules of a zone log; undefined when there is none. The specification has one rule; where others made
 * several, what they log together is shown, so that a plan shows all that it would change.
 *
 * @param owner the object that the fields are read for, once there is one
 */
export function fieldsOf(rules: readonly Rule[], owner?: Owner): Fields | undefined {
  const effective = effectiveRules(rules, owner);
  if (effective.length === 0) return undefined;
  const further = furtherIn(effective);
  const names = (items: readonly Item[]): readonly string[] => items.map(({ name }) => name.normalize('NFC'));
  const preserved = FIELD_LISTS.flatMap((list) =>
    names(itemsIn(effective, list).filter((item) => isPreserved(list, item))),
  );
  return {
    ...perSet((set) =>
      set === 'preserve_duplicates' ? [...new Set(preserved)] : names(itemsIn(effective, set)),
    ),
    description: (effective[0]?.description ?? '').normalize('NFC'),
    enabled: effective.some(isEnabled),
    kept_settings: further.length > 0 ? further : null,
  };
}

/** The rules that make up the fields: those that are enabled; where none is, the object's own, or all when it has none. */
export function effectiveRules(rules: readonly Rule[], owner?: Owner): readonly Rule[] {
  const inForce = rules.filter(isEnabled);
  if (inForce.length > 0) return inForce;
  const own = rules.filter((rule) => owner !== undefined && owns(owner, rule));
  return own.length > 0 ? own : rules;
}

/**
 * The rule that logs these fields (docs/internals/service.md 3.2 and 4.1), marked as the owner's. It keeps its id where the owner has written
 * it before, and else is a new one. What the present rules have and a user cannot write here stays: further lists, and what
 * the service keeps beside a name.
 */
function ruleFor(fields: Fields, effective: readonly Rule[], owner: Owner): RuleInput {
  const present = effective.find(({ ref }) => ref === owner.ref);
  const lists = FIELD_LISTS.filter((list) => fields[list].length > 0).map((list) => [
    FIELD_LIST[list].member,
    itemsFor(fields[list], itemsIn(effective, list)).map((item) => preserving(fields, list, item)),
  ]);
  return {
    ...furtherOfRules(effective),
    ...(present ? { id: present.id } : {}),
    ref: owner.ref,
    action: ACTION_LOG_CUSTOM_FIELD,
    expression: EXPRESSION_ALWAYS,
    description: fields.description,
    enabled: fields.enabled,
    action_parameters: Object.fromEntries([...furtherMembers(effective), ...lists]),
  };
}

/** All rules with {@link ruleFor} in the place of those that had the fields; the others stay. */
export function rulesWith(fields: Fields, rules: readonly Rule[], owner: Owner): readonly RuleInput[] {
  const effective = effectiveRules(rules, owner);
  const own = ruleFor(fields, effective, owner);
  const goes = (rule: Rule): boolean => effective.includes(rule) || rule.ref === owner.ref;
  const first = rules.find(goes);
  if (!first) return [own, ...rules.map(asSent)];
  return rules.flatMap((rule) => (rule === first ? [own] : goes(rule) ? [] : [asSent(rule)]));
}

function isEnabled({ enabled }: Rule): boolean {
  return enabled !== false;
}

/** Names that were there keep their place and what is beside them; new ones follow in alphabetical order. */
function itemsFor(names: readonly string[], present: readonly Item[]): readonly Item[] {
  const kept = present.filter(({ name }) => names.includes(name.normalize('NFC')));
  const added = names.filter((name) => !kept.some((item) => item.name.normalize('NFC') === name));
  return [...kept, ...[...added].sort().map((name) => ({ name }))];
}

/** Whether the service logs every instance of a header (docs/internals/service.md 4.2). */
function isPreserved(list: FieldList, item: Item): boolean {
  return FIELD_LIST[list].mayPreserve === true && item[PRESERVE] === true;
}

/** An item with every instance logged, or the first alone, as declared; the service's default is not sent. */
function preserving(fields: Fields, list: FieldList, item: Item): Item {
  const isDeclared =
    FIELD_LIST[list].mayPreserve === true && fields.preserve_duplicates.includes(item.name.normalize('NFC'));
  if (isDeclared === isPreserved(list, item)) return item;
  const { [PRESERVE]: _present, ...others } = item;
  return { ...others, ...(isDeclared && { [PRESERVE]: true }) };
}

/** Members of `action_parameters` that are none of ours; lists of several rules are joined. */
function furtherMembers(rules: readonly Rule[]): readonly (readonly [string, unknown])[] {
  const all = rules.map((rule) => rule.action_parameters ?? {});
  return Object.entries(without(firstSet(all), MEMBERS)).map(([name, value]) => [
    name,
    isItems(value) ? joined(all.map((each) => each[name]).filter(isItems)) : value,
  ]);
}

const MEMBERS = FIELD_LISTS.map((list) => FIELD_LIST[list].member);

/** Members of rules that are none of ours. */
function furtherOfRules(rules: readonly Rule[]): JsonObject {
  return without(firstSet(rules.filter(({ action }) => action === ACTION_LOG_CUSTOM_FIELD)), OF_RULE);
}

/** All members of several objects, each as the first has it that sets it. */
function firstSet<T extends JsonObject>(objects: readonly T[]): T {
  const found = new Map<string, unknown>();
  for (const [name, value] of objects.flatMap((one) => Object.entries(one)))
    if (!found.has(name) || (!isSet(found.get(name)) && isSet(value))) found.set(name, value);
  // What is made of the members of several T is one: the compiler knows no type of entries.
  return Object.fromEntries(found) as T;
}

/** What rules have that cannot be declared, as `kept_settings` has it: `later_fields age, etag`, and what is set. */
function furtherIn(rules: readonly Rule[]): readonly string[] {
  const names = (value: unknown): string =>
    isItems(value) ? ` ${value.map(({ name }) => name).join(', ')}` : '';
  return [
    ...namesSet(furtherOfRules(rules)).map((name) => `rule.${name}`),
    ...furtherMembers(rules).flatMap(([name, value]) => (isSet(value) ? [`${name}${names(value)}`] : [])),
    ...FIELD_LISTS.flatMap((list) =>
      itemsIn(rules, list).flatMap((item) =>
        namesSet(without(item, isPreserved(list, item) ? ['name', PRESERVE] : ['name'])).map(
          (member) => `${atItem(list, item.name.normalize('NFC'))}${member}`,
        ),
      ),
    ),
  ].sort();
}

/** Each name once, in its first spelling. */
function joined(lists: readonly (readonly Item[])[]): readonly Item[] {
  const byName = new Map<string, Item[]>();
  for (const item of lists.flat()) {
    const name = item.name.normalize('NFC');
    byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  return [...byName.values()].map(firstSet);
}

/** The names of a list that rules have together. */
function itemsIn(rules: readonly Rule[], list: FieldList): readonly Item[] {
  const found = rules.map((rule) => rule.action_parameters?.[FIELD_LIST[list].member]);
  return joined(found.map((items) => (Array.isArray(items) ? items.filter(isItem) : [])));
}

function isItems(value: unknown): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isItem(value: unknown): value is Item {
  return isRecord(value) && typeof value['name'] === 'string';
}
