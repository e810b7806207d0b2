import {
  isKnown,
  oneProblem,
  walk,
  type Attributes,
  type ObjectSchema,
  type Problem,
} from '../../../schema/description';
import { isMembers, ValueError, type Value } from '../values';
import { attributesThat, mapAttributes, mapNested, type Step } from './members';

const writeOnlyIn = attributesThat(({ writeOnly }) => writeOnly === true);

/** The object as it is planned and stored: without the values that are write-only. */
export function withoutWriteOnly(schema: ObjectSchema, value: Value): Value {
  return isMembers(value) ? mapAttributes(writeOnlyIn(schema.attributes), value, null, forget) : value;
}

const forget: Step = (attribute, value) => {
  if (attribute.writeOnly) return null;
  return attribute.nested ? mapNested(attribute, value, null, forget) : value;
};

/**
 * The value of a resource's answer, to be planned or stored.
 * @throws ValueError when it holds something that is write-only
 */
export function refuseWriteOnly(schema: ObjectSchema, value: Value): Value {
  const [found] = isMembers(value) ? writeOnlyWritten(schema.attributes, value) : [];
  if (!found) return value;
  throw new ValueError(`${schema.type} returned a value for ${found.path.join('.')}, which is write-only`);
}

/** An error for every write-only attribute with a value, for an engine that would store it. */
export function writeOnlyWritten(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return walk(writeOnlyIn(attributes), values, ({ writeOnly }, value, name) =>
    writeOnly && isKnown(value)
      ? oneProblem(
          'write_only_not_supported',
          `The attribute ${name} is write-only, which this version of the engine does not support.`,
          `Use Terraform 1.11 or newer, or OpenTofu 1.11 or newer; or remove ${name}.`,
        )
      : [],
  );
}
