import { isDeepStrictEqual } from 'node:util';
import { ruleInWords, savedRuleInWords, shownDestination, type ManagedRule } from '../../schema';
import { parseJson, isObject, listIn, member, textOf, type Json } from '../text/json';
import { shortened } from '../text/words';
import { hidesZone, someTrue, type ValueChange } from './plan-json';

/** Attributes whose values are never shown, whatever the plan says of them. */
const SECRET: ReadonlySet<string> = new Set([
  'destination_conf_wo',
  'ownership_challenge',
  'ownership_challenge_wo',
]);

/** Attributes of which the part without secrets is shown. */
const DESTINATION = 'destination_conf';

/** An attribute that holds JSON as text, of which the parts are compared. */
const JSON_ATTRIBUTE = 'action_parameters';

/** How the paths of attributes begin that repeat the rules and the losses. */
const REPEATS = 'finish.';

export const SENSITIVE = '(sensitive)';

/** What an object was and is, without what the plan marks as sensitive on either side. */
export function shownValues(change: ValueChange): readonly [before: Json, after: Json] {
  const masks = masksOf(change);
  const shown = (values: Json): Json => {
    if (!isObject(values)) return values;
    const members = Object.entries(values).map(([name, value]) => {
      // Of a destination only the part without secrets is used, whether or not the plan marks it.
      if (name === DESTINATION || !masks.some((mask) => someTrue(member(mask, name) ?? false)))
        return [name, value];
      const isEmpty = isObject(value) && Object.keys(value).length === 0;
      return [name, isEmpty ? value : Array.isArray(value) ? [SENSITIVE] : SENSITIVE];
    });
    return Object.fromEntries(members) as Json;
  };
  return [shown(change.before ?? null), shown(change.after ?? null)];
}

/** What the plan marks, and what would tell it: attributes with marked names of rules as keys, the name of a marked zone. */
function masksOf(change: ValueChange): readonly Json[] {
  const more = {
    ...(marksNames(change) && { rule_ids: true, kept_settings: true }),
    ...(hidesZone(change) && { zone_id: true, zone_name: true }),
  };
  return [change.before_sensitive, change.after_sensitive].map((mask = false) =>
    mask === true ? true : { ...(isObject(mask) && mask), ...more },
  );
}

/** Whether a plan marks the names of rules as sensitive. */
export function marksNames({ before_sensitive: was, after_sensitive: is }: ValueChange): boolean {
  const marks = [was, is].map((mask) => member(mask, 'rules') ?? false);
  return marks.some((mask) => mask === true || listIn(mask).some(marksName));
}

function marksName(mask: Json): boolean {
  return mask === true || member(mask, 'name') === true;
}

/** An attribute, or a part of it, before and after. */
interface Pair {
  readonly before: Json;
  readonly after: Json;
  /** `true`, or the same for its parts. */
  readonly unknown: Json;
  readonly sensitive: readonly Json[];
}

/** An attribute that differs. */
export interface AttributeChange {
  /** For example `request_headers` or `rules["office"].enabled`. */
  readonly path: string;
  /** As it may be shown. Null when it is not set, or hidden. */
  readonly before: Json;
  readonly after: Json;
  /** Whether the values are hidden. Of a destination the part without secrets remains. */
  readonly isHidden: boolean;
  /** Whether it is known only after apply. */
  readonly isUnknown: boolean;
  /** With the values as the plan has them, secrets as well: only to compare them. */
  readonly pair: Pair;
}

/** The attributes that differ between `before` and `after`. */
export function attributeChanges(change: ValueChange): readonly AttributeChange[] {
  const root: Pair = {
    before: change.before ?? null,
    after: change.after ?? null,
    unknown: change.after_unknown ?? {},
    sensitive: masksOf(change),
  };
  return [...differences('', root)];
}

/** Whether a change puts back what others changed. Values are compared before they are hidden. */
export function putsBack({ isUnknown, pair }: AttributeChange, drift: AttributeChange | undefined): boolean {
  return (
    drift !== undefined &&
    !isUnknown &&
    isDeepStrictEqual(drift.pair.before, pair.after) &&
    isDeepStrictEqual(drift.pair.after, pair.before)
  );
}

/** An attribute `a`, its member `a.b`, its element `a[0]`, or `a["name"]` where each element has a name. */
function* differences(path: string, given: Pair): Generator<AttributeChange> {
  const pair = path.endsWith(`.${JSON_ATTRIBUTE}`) ? decoded(given) : given;
  const { before, after, unknown } = pair;
  if (path.startsWith(REPEATS) || (!someTrue(unknown) && isDeepStrictEqual(before, after))) return;
  if (unknown !== true && !pair.sensitive.includes(true)) {
    const both = [before, after];
    if (both.every((value) => value === null || isObject(value))) {
      const names = new Set(
        [...both, unknown].flatMap((value) => (isObject(value) ? Object.keys(value) : [])),
      );
      for (const name of [...names].sort())
        yield* differences(path === '' ? name : `${path}.${name}`, part(pair, name));
      if (names.size > 0 || path === '') return;
    }
    const lists = both.filter((value) => Array.isArray(value)) as readonly (readonly Json[])[];
    if (lists.some((list) => list.some((each) => isObject(each)))) {
      const [were, are] = both.map(namesOf);
      if (were && are) return yield* namedDifferences(path, pair, were, are);
      const length = Math.max(...lists.map((list) => list.length));
      for (let index = 0; index < length; index += 1)
        yield* differences(`${path}[${index}]`, part(pair, index));
      return;
    }
  }
  yield changeOf(path, pair);
}

/** The names of a list's objects, or their ids; undefined where one has none, or that of another. */
function namesOf(value: Json): readonly string[] | undefined {
  const list = listIn(value);
  const names = list.flatMap((each) => textOf(each, 'name') ?? textOf(each, 'id') ?? []);
  const isList = value === null || Array.isArray(value);
  return isList && new Set(names).size === list.length ? names : undefined;
}

/** What comes, goes and changes in a list of named objects, each as one, and their order. */
function* namedDifferences(
  path: string,
  pair: Pair,
  were: readonly string[],
  are: readonly string[],
): Generator<AttributeChange> {
  const places = (names: readonly string[]) => new Map(names.map((name, at) => [name, at]));
  const [isAt, wasAt] = [places(are), places(were)];
  let hidden = 0;
  for (const name of new Set([...are, ...were])) {
    const each = part(pair, isAt.get(name) ?? -1, wasAt.get(name) ?? -1);
    const isHidden = each.sensitive.some(marksName);
    if (isHidden) hidden += 1;
    const isWhole = !each.sensitive.some(someTrue) && (each.before === null || each.after === null);
    const at = `${path}[${isHidden ? `sensitive name ${hidden}` : JSON.stringify(name)}]`;
    if (isWhole) yield changeOf(at, { ...each, after: filledIn(each.after, each.unknown), unknown: {} });
    else yield* differences(at, each);
  }
  const [before, after] = [were.filter((name) => isAt.has(name)), are.filter((name) => wasAt.has(name))];
  if (!isDeepStrictEqual(before, after))
    yield changeOf(`${path}.order`, { before, after, unknown: {}, sensitive: [hidden > 0] });
}

/** A value with words where it is known only after apply. */
function filledIn(value: Json, unknown: Json): Json {
  if (unknown === true) return '(known after apply)';
  if (!isObject(unknown)) return value;
  const masked = Object.keys(unknown).map((name) => [
    name,
    filledIn(member(value, name) ?? null, member(unknown, name) ?? false),
  ]);
  return { ...(isObject(value) && value), ...(Object.fromEntries(masked) as Readonly<Record<string, Json>>) };
}

function changeOf(path: string, pair: Pair): AttributeChange {
  const isUnknown = someTrue(pair.unknown);
  const name = /[^.]*$/.exec(path)?.[0] ?? path;
  const isHidden = SECRET.has(name) || name === DESTINATION || pair.sensitive.some(someTrue);
  const shown = (value: Json): Json => {
    if (!isHidden) return value;
    return name === DESTINATION && typeof value === 'string' ? shownDestination(value) : null;
  };
  return {
    ...{ path, pair, isHidden, isUnknown },
    before: shown(pair.before),
    after: isUnknown ? null : shown(pair.after),
  };
}

function decoded(pair: Pair): Pair {
  const value = (text: Json): Json => {
    try {
      return typeof text === 'string' ? (parseJson(text) as Json) : text;
    } catch {
      return text;
    }
  };
  return { ...pair, before: value(pair.before), after: value(pair.after) };
}

/** @param former the step in what was before */
function part(pair: Pair, step: string | number, former = step): Pair {
  const of = (value: Json, at: string | number): Json => {
    if (typeof at === 'string') return member(value, at) ?? null;
    return Array.isArray(value) ? ((value as readonly Json[])[at] ?? null) : null;
  };
  const [formerly = null, now = null] = pair.sensitive;
  return {
    before: of(pair.before, former),
    after: of(pair.after, step),
    unknown: of(pair.unknown, step),
    sensitive: [of(formerly, former), of(now, step)],
  };
}

/** The longest value of an attribute that is shown. Of a rule all is: what is left out could switch everything off. */
const LONGEST_VALUE = 160;

const OF_RULE = /^(other_)?rules\[/;

/** `cookies: + sid, theme`, `enabled: false → true`, `destination_conf: s3://logs (the rest is sensitive)`. */
export function attributeLine({ path, before, after, isHidden, isUnknown }: AttributeChange): string {
  const longest = OF_RULE.test(path) ? Infinity : LONGEST_VALUE;
  const text = (value: Json): string =>
    value === null ? 'not set' : shortened(JSON.stringify(value, withoutNulls), longest);
  const change = `${path}: ${text(before)} → ${isUnknown ? 'known after apply' : text(after)}`;
  if (isHidden) {
    if (typeof before === 'string' && before === after)
      return `${path}: ${after} (the part that changes is sensitive)`;
    const isAll = before === null && after === null;
    return isAll ? `${path}: sensitive value` : `${change} (the rest is sensitive)`;
  }
  if (isUnknown) return change;
  const [gone, added] = [ruleText(before), ruleText(after)];
  if (gone !== undefined && after === null) return `${path}: − ${gone}`;
  if (added !== undefined && before === null) return `${path}: + ${added}`;
  const [was, is] = [scalars(before), scalars(after)];
  const [had, has] = [was, is].map((list) => new Set(list));
  const more = (was && is?.filter((each) => !had?.has(each))) ?? [];
  const fewer = (is && was?.filter((each) => !has?.has(each))) ?? [];
  const parts = [
    ...(more.length > 0 ? [`+ ${shortened(more.join(', '), longest)}`] : []),
    ...(fewer.length > 0 ? [`− ${shortened(fewer.join(', '), longest)}`] : []),
  ];
  return parts.length > 0 ? `${path}: ${parts.join(' ')}` : change;
}

/** A rule in words; undefined for any other value. */
function ruleText(value: Json): string | undefined {
  if (isManagedRule(value)) return ruleInWords(value);
  return isObject(value) && 'action_parameters' in value ? savedRuleInWords(value) : undefined;
}

function isManagedRule(value: Json): value is Json & ManagedRule {
  const is = (name: string): boolean => isObject(member(value, name));
  return textOf(value, 'expression') !== null && (is('execute') || is('skip'));
}

function withoutNulls(_name: string, value: Json): Json | undefined {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
    : value;
}

/** The texts of a list of plain values; an unset list counts as empty. */
function scalars(value: Json): readonly string[] | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const list = value as readonly Json[];
  if (list.some((each) => typeof each === 'object')) return undefined;
  return list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}
