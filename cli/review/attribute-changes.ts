import { isDeepStrictEqual } from 'node:util';
import { shownDestination } from '../../schema';
import { parseJson, isObject, member, textOf, type Json } from '../text/json';
import { shortened } from '../text/words';
import { someTrue, type ValueChange } from './plan-json';

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

/** One attribute, or a part of it, before and after. */
interface Pair {
  readonly before: Json;
  readonly after: Json;
  /** `true`, or the same for its parts. */
  readonly unknown: Json;
  readonly sensitive: readonly Json[];
}

/** An attribute that differs, with its values as the plan has them: secrets as well. */
export interface Difference extends Pair {
  readonly path: string;
}

/** Attributes that repeat the rules and the losses. */
const REPEATS = /^finish\./;

/** An attribute that differs, as it may be shown. */
export interface AttributeChange {
  /** For example `request_headers` or `rules["office"].enabled`. */
  readonly path: string;
  /** Null when it is not set, or hidden. */
  readonly before: Json;
  readonly after: Json;
  /** Whether the values are hidden. Of a destination the part without secrets remains. */
  readonly sensitive: boolean;
  readonly known_after_apply: boolean;
  /** Whether the change puts back what others changed. */
  readonly corrects_drift: boolean;
}

/**
 * The attributes that differ between `before` and `after`, with their values; sensitive values are left out.
 *
 * @param drift what others changed in the same object, by path, if anything
 */
export function attributeChanges(
  change: ValueChange,
  drift: ReadonlyMap<string, Difference> = new Map(),
): readonly AttributeChange[] {
  return differencesOf(change)
    .filter(({ path }) => !REPEATS.test(path))
    .map((each) => ({ ...shown(each), corrects_drift: corrects(each, drift.get(each.path)) }));
}

/** The attributes that differ between `before` and `after`. */
export function differencesOf(change: ValueChange): readonly Difference[] {
  const root: Pair = {
    before: change.before ?? null,
    after: change.after ?? null,
    unknown: change.after_unknown ?? {},
    sensitive: [change.before_sensitive ?? false, change.after_sensitive ?? false],
  };
  return [...differences('', root)];
}

/** Whether a change puts back what others changed. Values are compared before they are hidden. */
function corrects({ before, after, unknown }: Difference, drifted: Difference | undefined): boolean {
  return (
    drifted !== undefined &&
    !someTrue(unknown) &&
    isDeepStrictEqual(drifted.before, after) &&
    isDeepStrictEqual(drifted.after, before)
  );
}

/** An attribute `a`, its member `a.b`, its element `a[0]`, or `a["name"]` where each element has a name. */
function* differences(path: string, given: Pair): Generator<Difference> {
  const pair = path.endsWith(`.${JSON_ATTRIBUTE}`) ? decoded(given) : given;
  const { before, after, unknown } = pair;
  const isUnknown = unknown === true;
  if (!isUnknown && !someTrue(unknown) && isDeepStrictEqual(before, after)) return;
  if (!isUnknown && !pair.sensitive.includes(true)) {
    if (isObjectOrNull(before) && isObjectOrNull(after)) {
      const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...keysOf(unknown)]);
      if (names.size > 0 || path === '') {
        for (const name of [...names].sort()) {
          yield* differences(path === '' ? name : `${path}.${name}`, part(pair, name));
        }
        return;
      }
    }
    if (hasObjects(before) || hasObjects(after)) {
      const [were, are] = [namesOf(before), namesOf(after)];
      if (were && are) yield* namedDifferences(path, pair, were, are);
      else
        for (let index = 0; index < Math.max(lengthOf(before), lengthOf(after)); index += 1)
          yield* differences(`${path}[${index}]`, part(pair, index));
      return;
    }
  }
  yield { ...pair, path };
}

/** The names of a list's objects; undefined where one has none, or the name of another. */
function namesOf(value: Json): readonly string[] | undefined {
  const list = value === null ? [] : value;
  const names = Array.isArray(list)
    ? (list as readonly Json[]).flatMap((each) => textOf(each, 'name') ?? [])
    : [];
  return Array.isArray(list) && new Set(names).size === list.length ? names : undefined;
}

/** What comes, goes and changes in a list of named objects, each as one, and their order. */
function* namedDifferences(
  path: string,
  pair: Pair,
  were: readonly string[],
  are: readonly string[],
): Generator<Difference> {
  for (const name of new Set([...are, ...were])) {
    const each = part(pair, are.indexOf(name), were.indexOf(name));
    const isWhole = !someTrue(each.unknown) && !each.sensitive.some(someTrue);
    const at = `${path}[${JSON.stringify(name)}]`;
    if (isWhole && (each.before === null || each.after === null)) yield { ...each, path: at };
    else yield* differences(at, each);
  }
  const [before, after] = [
    were.filter((name) => are.includes(name)),
    are.filter((name) => were.includes(name)),
  ];
  if (!isDeepStrictEqual(before, after))
    yield { path: `${path}.order`, before, after, unknown: {}, sensitive: [] };
}

function shown({ path, before, after, unknown, sensitive }: Difference): AttributeChange {
  const isUnknown = someTrue(unknown);
  const name = /[^.]*$/.exec(path)?.[0] ?? path;
  const isHidden = SECRET.has(name) || name === DESTINATION || sensitive.some(someTrue);
  const value = (each: Json): Json => {
    if (!isHidden) return each;
    return name === DESTINATION && typeof each === 'string' ? shownDestination(each) : null;
  };
  return {
    path,
    before: value(before),
    after: isUnknown ? null : value(after),
    sensitive: isHidden,
    known_after_apply: isUnknown,
    corrects_drift: false,
  };
}

function decoded(pair: Pair): Pair {
  return { ...pair, before: fromJson(pair.before), after: fromJson(pair.after) };
}

function fromJson(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value) as Json;
  } catch {
    return value;
  }
}

/** @param former the step in what was before */
function part(pair: Pair, step: string | number, former = step): Pair {
  const of = (value: Json, at: string | number): Json => {
    if (typeof at === 'number') return Array.isArray(value) ? ((value as readonly Json[])[at] ?? null) : null;
    return member(value, at) ?? null;
  };
  const [formerly = null, now = null] = pair.sensitive;
  return {
    before: of(pair.before, former),
    after: of(pair.after, step),
    unknown: of(pair.unknown, step),
    sensitive: [of(formerly, former), of(now, step)],
  };
}

function isObjectOrNull(value: Json): value is { readonly [name: string]: Json } | null {
  return value === null || isObject(value);
}

function keysOf(value: Json): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function hasObjects(value: Json): boolean {
  return Array.isArray(value) && (value as readonly Json[]).some((each) => isObject(each));
}

function lengthOf(value: Json): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The longest value of an attribute that is shown. */
const LONGEST_VALUE = 160;

/** `cookies: + sid, theme`, `enabled: false → true`, `destination_conf: s3://logs (the rest is sensitive)`. */
export function attributeLine(attribute: AttributeChange): string {
  const back = attribute.corrects_drift ? ' (puts back what others changed)' : '';
  return `${attribute.path}: ${valuesText(attribute)}${back}`;
}

function valuesText({ before, after, sensitive, known_after_apply: unknown }: AttributeChange): string {
  if (sensitive) {
    if (typeof before === 'string' && before === after)
      return `${after} (the part that changes is sensitive)`;
    if (before === null && after === null) return 'sensitive value';
    return `${valueText(before)} → ${valueText(after)} (the rest is sensitive)`;
  }
  if (unknown) return `${valueText(before)} → known after apply`;
  const [was, is] = [scalars(before), scalars(after)];
  if (was !== undefined && is !== undefined) {
    const added = is.filter((each) => !was.includes(each));
    const removed = was.filter((each) => !is.includes(each));
    const parts = [
      ...(added.length > 0 ? [`+ ${shortened(added.join(', '), LONGEST_VALUE)}`] : []),
      ...(removed.length > 0 ? [`− ${shortened(removed.join(', '), LONGEST_VALUE)}`] : []),
    ];
    if (parts.length > 0) return parts.join(' ');
  }
  return `${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: Json): string {
  return value === null ? 'not set' : shortened(JSON.stringify(value, withoutNulls), LONGEST_VALUE);
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
