import {
  isRecord,
  sameValue,
  type Attribute,
  type Attributes,
  type JsonObject,
  type ObjectSchema,
  type PathStep,
} from '../../schema';
import type { Diagnostics } from '../sdk/framework';
import { listed, zoneInMessages, type ZonePlace } from './messages';

type Path = readonly PathStep[];

/** A value that the service has in another form. */
export interface Difference {
  readonly path: Path;
  readonly expected: unknown;
  /** Undefined for an object of a list that is not there, or cannot be expressed. */
  readonly found: unknown;
  /** Whether the configuration cannot have what is found. */
  readonly isOdd?: true;
  /** What to do about it. @default - to write what is found */
  readonly advice?: string;
}

/** The attributes that a configuration may have, but for those that nobody stores. */
export function declarable({ attributes }: ObjectSchema): Attributes {
  const all = Object.entries(attributes).filter(([, { required, optional }]) => required ?? optional);
  return Object.fromEntries(all.filter(([, { writeOnly }]) => writeOnly !== true));
}

/** What differs between two objects with these attributes, each by the innermost attribute. What is not there is its default. */
export function differences(
  attributes: Attributes,
  was: JsonObject,
  is: JsonObject,
  path: Path = [],
): readonly Difference[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const of = (object: JsonObject): unknown => object[name] ?? attribute.default ?? null;
    return ofAttribute(attribute, of(was), of(is), [...path, name]);
  });
}

function ofAttribute(attribute: Attribute, was: unknown, is: unknown, path: Path): readonly Difference[] {
  const { nested, attributes = {} } = attribute as Partial<Extract<Attribute, { readonly nested: string }>>;
  const inside = (one: unknown, other: unknown, ...step: Path): readonly Difference[] =>
    isRecord(one) && isRecord(other)
      ? differences(attributes, one, other, [...path, ...step])
      : [{ path: [...path, ...step], expected: one, found: other }];
  if (nested === 'single' && isRecord(was) && isRecord(is)) return inside(was, is);
  if (nested === 'map' && isRecord(was) && isRecord(is))
    return Object.keys({ ...was, ...is }).flatMap((key) => inside(was[key] ?? null, is[key] ?? null, key));
  if (nested === 'list' && Array.isArray(was) && Array.isArray(is)) {
    // Objects with names are the same by their names.
    const nameOf = (item: unknown, index: number): unknown => (item as JsonObject)['name'] ?? index;
    const [names, now] = [was.map(nameOf), is.map(nameOf)];
    const items = was.flatMap((item, index) => inside(item, is[now.indexOf(names[index])], index));
    const isOrder = !sameValue(names, now) && names.every((name) => now.includes(name));
    return isOrder ? [...items, { path, expected: names, found: now }] : items;
  }
  if (isRecord(was) && isRecord(is)) return differencesOfJson(was, is, path);
  return sameValue(compared(attribute, was), compared(attribute, is))
    ? []
    : [{ path, expected: was, found: is }];
}

/** What differs of JSON, but for members that are there in addition. */
export function differencesOfJson(was: unknown, is: unknown, path: Path): readonly Difference[] {
  if (isRecord(was) && isRecord(is))
    return Object.keys(was).flatMap((name) =>
      differencesOfJson(was[name], is[name] ?? null, [...path, name]),
    );
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.flatMap((item, index) => differencesOfJson(item, is[index], [...path, index]));
  return sameValue(was, is) ? [] : [{ path, expected: was, found: is }];
}

/** A value as it counts: what has nothing in it is none, and a set has no order. */
function compared({ type, ignoresOuterSpace }: Attribute, value: unknown): unknown {
  if (typeof value === 'string') return ignoresOuterSpace ? value.trim() : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Object.keys(value).length === 0) return null;
  return Array.isArray(value) && typeof type === 'object' && 'set' in type ? value.toSorted() : value;
}

/** Tells what the service stores in another form than it was sent. @param object as a message names it, before its zone */
export async function tellStored(
  diagnostics: Pick<Diagnostics, 'warning'>,
  place: ZonePlace,
  object: string,
  all: readonly Difference[],
  follows = 'Until the configuration has what is stored, each plan shows the difference.',
): Promise<void> {
  const [first] = all;
  if (!first) return;
  diagnostics.warning({
    path: first.path.slice(0, 1),
    message: `The service stores another form than it was sent: ${object} of zone ${await zoneInMessages(place)}.`,
    hint: `${listed(all.map(inWords))}\nIt was saved. ${follows}`,
  });
}

function inWords({ path, expected, found, isOdd, advice }: Difference): string {
  const steps = path.map((step) =>
    /^[a-z]\w*$/i.test(`${step}`) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  const stored = found === null ? 'nothing' : JSON.stringify(found);
  const todo = advice ?? (found === null ? 'leave it out' : `write ${stored}`);
  const where = steps.join('').slice(1);
  return `${where}: sent ${JSON.stringify(expected)}, stored ${stored}${isOdd ? ', which this resource cannot express' : `; ${todo}`}`;
}
