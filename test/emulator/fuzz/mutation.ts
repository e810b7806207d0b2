import fc from 'fast-check';
import { memberName, oddValue } from './odd-values';

/** A change somewhere in a document; `at` chooses among the places that it has. */
export type Mutation = { readonly at: number } & (
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'remove' | 'repeat' | 'wrap' }
);

const at = fc.nat(999);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at, name: memberName, value: oddValue }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('repeat' as const, 'wrap' as const), at }) },
);

/** The document with the changes, one after the other. */
export function mutated(document: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((changed, each) => {
    const places = placesIn(changed, []);
    return changedAt(changed, places[each.at % places.length] ?? [], each)[0] ?? null;
  }, document);
}

type Path = readonly (string | number)[];

/** Deeper than any document that an operation takes; what odd values hold below is left alone. */
const DEEPEST = 12;

function placesIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null || path.length === DEEPEST) return [path];
  const steps = Array.isArray(value) ? value.keys() : Object.keys(value);
  const members = [...steps].flatMap((step) =>
    placesIn((value as Readonly<Record<string | number, unknown>>)[step], [...path, step]),
  );
  return [path, ...members];
}

/** What stands in the place of the value afterwards: nothing, one value or two. */
function changedAt(value: unknown, [step, ...rest]: Path, change: Mutation): readonly unknown[] {
  if (step === undefined) return changedHere(value, change);
  if (Array.isArray(value))
    return [
      value.flatMap((item: unknown, index) => (index === step ? changedAt(item, rest, change) : [item])),
    ];
  // Not a literal: `__proto__` is to become a member.
  const members = Object.entries(value as object).flatMap(([name, member]) => {
    const kept: readonly unknown[] = name === step ? changedAt(member, rest, change) : [member];
    return kept.slice(0, 1).map((each) => [name, each] as const);
  });
  return [Object.fromEntries(members)];
}

function changedHere(value: unknown, change: Mutation): readonly unknown[] {
  switch (change.kind) {
    case 'replace':
      return [change.value];
    case 'remove':
      return [];
    case 'wrap':
      return [[value]];
    case 'repeat':
      return [value, value];
    case 'add': {
      if (Array.isArray(value)) return [[...(value as unknown[]), change.value]];
      if (typeof value !== 'object' || value === null) return [value];
      return [Object.fromEntries([...Object.entries(value), [change.name, change.value]])];
    }
  }
}
