import { isUnknown, type Attribute, type ObjectSchema } from '../../../schema/description';
import { canonical, isMembers, type Value } from '../values';
import { mapAttributes, mapNested, type Step } from './members';
import { attributeType } from './schema-type';

/**
 * Sets the default of an attribute that is not configured. Inside an attribute that is neither configured nor has a
 * default, the provider's values stay.
 */
export const withDefault: Step = (attribute, value, written, beside) => {
  const needed =
    attribute.defaultBeside === undefined ? undefined : (beside?.[attribute.defaultBeside] ?? null);
  if (written === null && (needed === null || isUnknown(needed))) return needed;
  const given = written ?? defaultOf(attribute);
  const planned = given === written ? value : given;
  return attribute.nested && given !== null ? mapNested(attribute, planned, given, withDefault) : planned;
};

/** What is written of something that is only read, with its defaults. */
export function withDefaults({ attributes }: ObjectSchema, config: Value): Value {
  return isMembers(config) ? mapAttributes(attributes, config, config, withDefault) : config;
}

/** As values: each plan asks for them again. */
const defaults = new WeakMap<Attribute, Value & object>();

/** Null when there is none. A default may omit members of an object; they are null or have their own default. */
function defaultOf(attribute: Attribute): Value {
  if (attribute.default === undefined) return null;
  const known = defaults.get(attribute);
  if (known !== undefined) return known;
  const value = canonical(attributeType(attribute), attribute.default);
  if (typeof value === 'object' && value !== null) defaults.set(attribute, value);
  return value;
}
