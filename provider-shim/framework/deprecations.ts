import { objectsIn, under, type Attributes, type Problem } from '../../schema';

/** Attributes that are written, known or not, though the schema says not to use them any more. */
export function deprecations(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name] ?? null;
    if (value === null) return [];
    const inside = attribute.nested
      ? objectsIn(attribute, value).flatMap((object) =>
          deprecations(attribute.attributes, object.values).map((problem) => under(object.at, problem)),
        )
      : [];
    return [
      ...(attribute.deprecated === undefined ? [] : [deprecated(name, attribute.deprecated)]),
      ...inside,
    ].map((problem) => under([name], problem));
  });
}

function deprecated(name: string, instead: string): Problem {
  return {
    code: 'deprecated_attribute',
    path: [],
    message: `The attribute ${name} is deprecated.`,
    hint: instead,
  };
}
