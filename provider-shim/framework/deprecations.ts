import { walk, type Attributes, type Problem } from '../../schema';

/** Attributes that are written, known or not, though the schema says not to use them any more. */
export function deprecations(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return walk(attributes, values, ({ deprecated }, value, name) =>
    value === null || deprecated === undefined ? [] : [deprecation(name, deprecated)],
  );
}

function deprecation(name: string, instead: string): Problem {
  return {
    code: 'deprecated_attribute',
    path: [],
    message: `The attribute ${name} is deprecated.`,
    hint: instead,
  };
}
