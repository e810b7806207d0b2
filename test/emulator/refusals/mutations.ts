/**
 * Everything that is wrong with one value of a document, by what was done to it: `null /a`, `missing /a`. Made of the
 * document alone, but for what a place may also be.
 */
interface Mutation {
  readonly what: string;
  readonly document: unknown;
  /** Where the refusal points; `undefined` if the document can still be used. */
  readonly refusedAt: string | undefined;
}

/** What a document does not say of itself, by pointers: see the beginning of documents.yaml. */
interface Notes {
  readonly required: RegExp;
  readonly nullable: RegExp;
  readonly open: RegExp;
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  readonly but: Readonly<Record<string, string | null>>;
}

type Place = readonly (string | number)[];

const pointer = (place: Place): string => place.map((step) => `/${step}`).join('');

/** Of each kind of value one. A place has one of them, and none of the others can stand there. */
const KINDS: readonly unknown[] = [null, true, 7, 'text', [], {}];

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** The places of all values, each with its value. */
function placesIn(value: unknown, place: Place = []): readonly (readonly [Place, unknown])[] {
  const steps = Array.isArray(value)
    ? [...value.keys()]
    : Object.keys(Object(kindOf(value) === 'object' ? value : {}) as object);
  const inner = steps.flatMap((step) => placesIn((value as Record<string, unknown>)[step], [...place, step]));
  return [[place, value], ...inner];
}

/** The document with this value at the place; without the place for `undefined`. */
export function changed(document: unknown, [step, ...rest]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  const members = new Map<string, unknown>(Object.entries({ ...(document as object) }));
  const inner = changed(members.get(String(step)), rest, value);
  if (inner === undefined) members.delete(String(step));
  else members.set(String(step), inner);
  return Array.isArray(document) ? [...members.values()] : Object.fromEntries(members);
}

const NO_NOTES: Notes = { required: /(?!)/, nullable: /(?!)/, open: /(?!)/, wrong: {}, but: {} };

/** Every single mutation of the document. */
export function mutationsOf(document: unknown, notes = NO_NOTES): readonly Mutation[] {
  const { required, nullable, open, wrong, but } = notes;
  const mutation = (verb: string, place: Place, value: unknown, isRefused = true): Mutation => {
    const what = `${verb} ${pointer(place)}`;
    const usual = isRefused ? pointer(place) : undefined;
    return {
      what,
      document: changed(document, place, value),
      refusedAt: Object.hasOwn(but, what) ? (but[what] ?? undefined) : usual,
    };
  };
  const places = placesIn(document);
  const all = places.flatMap(([place, value]) => {
    const at = pointer(place);
    const others = KINDS.filter((kind) => kindOf(kind) !== kindOf(value));
    return [
      ...others.map((other) =>
        mutation(JSON.stringify(other), place, other, !(other === null && nullable.test(at))),
      ),
      ...(wrong[at] ?? []).map((each) => mutation(JSON.stringify(each).slice(0, 60), place, each)),
      ...(typeof place.at(-1) === 'string' ? [mutation('missing', place, undefined, required.test(at))] : []),
      ...(kindOf(value) === 'object' && !open.test(at) ? [mutation('unknown', [...place, 'colour'], 1)] : []),
      ...(Array.isArray(value) && value.length > 0
        ? [mutation('repeated', [...place, value.length], value.at(-1), !open.test(at))]
        : []),
    ];
  });
  const known = new Set([...places.map(([place]) => pointer(place)), ...all.map(({ what }) => what)]);
  const unused = Object.keys({ ...wrong, ...but }).filter((about) => !known.has(about));
  if (unused.length > 0) throw new Error(`Notes about nothing: ${unused.join(', ')}`);
  return all;
}
