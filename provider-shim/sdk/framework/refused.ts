import { objectsIn, walk, type ObjectSchema, type PathStep, type Problem } from '../../../schema/description';
import { isMembers, isUnknown, type Value } from '../values';
import { mapMembers, transformNested, type MembersTransform } from './members';
import { hasRefused } from './schema-type';

/**
 * An error for every name that is refused and has a value.
 *
 * @param sent an object as the engine sends it
 * @param unknown whether a value that is not known yet counts. It may turn out to be null, but a plan cannot wait for that.
 */
export function refusedNames(
  { attributes }: ObjectSchema,
  sent: Value,
  unknown: 'passes' | 'is refused',
): readonly Problem[] {
  if (!isMembers(sent)) return [];
  return walk(attributes, sent, (attribute, value) =>
    attribute.nested
      ? objectsIn(attribute, value).flatMap(({ at, values }) =>
          Object.entries(attribute.refused ?? {}).flatMap(([name, instead]) => {
            const written = (values[name] ?? null) as Value;
            const passes = written === null || (isUnknown(written) && unknown === 'passes');
            return passes ? [] : [nameRefused([...at, name], name, instead)];
          }),
        )
      : [],
  );
}

function nameRefused(path: readonly PathStep[], name: string, instead: string): Problem {
  return { code: 'name_refused', path, message: `There is no attribute ${name} here.`, hint: instead };
}

/** The object without these names: they are null wherever it is planned or stored. */
export function withoutRefused({ attributes }: ObjectSchema, sent: Value): Value {
  return isMembers(sent) && hasRefused(attributes) ? described(attributes, sent, null) : sent;
}

const described: MembersTransform = (attributes, sent) => {
  const object = mapMembers(sent, (value, name) => {
    const attribute = attributes[name];
    return attribute?.nested ? transformNested(attribute, value, null, described) : value;
  });
  const names = Object.keys(object).filter((name) => Object.hasOwn(attributes, name));
  if (names.length === Object.keys(object).length) return object;
  const own = Object.create(null) as Record<string, Value>;
  for (const name of names) own[name] = object[name] as Value;
  return own;
};
