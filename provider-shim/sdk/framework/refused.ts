import {
  isUnknown,
  objectsIn,
  walk,
  without,
  type ObjectSchema,
  type PathStep,
  type Problem,
} from '../../../schema/description';
import { isMembers, type Members, type Value } from '../values';
import { attributesThat, mapAttributes, mapObjects, type Step } from './members';

const refusingIn = attributesThat((one) => one.nested !== undefined && one.refused !== undefined);

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
  return walk(refusingIn(attributes), sent, (attribute, value) =>
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
  return isMembers(sent) ? mapAttributes(refusingIn(attributes), sent, null, drop) : sent;
}

const drop: Step = (attribute, value) =>
  attribute.nested
    ? mapObjects(attribute, value, null, (object) => {
        const inside = mapAttributes(attribute.attributes, object, null, drop);
        return without(inside, Object.keys(attribute.refused ?? {})) as Members;
      })
    : value;
