import type { Attribute, ObjectSchema } from '../../../schema/description';
import { canonical, isMembers, type Value } from '../values';
import { fromAuthor } from './author-values';
import { attributeType } from './schema-type';
import { mapMembers, transformNested, type MembersTransform } from './members';

/**
 * Sets the default of each attribute that is not configured. Inside an attribute that is neither configured nor has a
 * default, the provider's values stay.
 */
export const applyDefaults: MembersTransform = (attributes, planned, config) =>
  mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const written = config?.[name] ?? null;
    const given = written === null ? defaultOf(attribute) : written;
    if (!attribute.nested || given === null) return given === written ? value : given;
    return transformNested(attribute, given === written ? value : given, given, applyDefaults);
  });

/** What is written of something that is only read, with its defaults. */
export function withDefaults({ attributes }: ObjectSchema, config: Value): Value {
  return isMembers(config) ? applyDefaults(attributes, config, config) : config;
}

/** Null when there is none. A default may omit members of an object; they are null or have their own default. */
function defaultOf(attribute: Attribute): Value {
  return attribute.default === undefined
    ? null
    : canonical(attributeType(attribute), fromAuthor(attribute.default));
}
