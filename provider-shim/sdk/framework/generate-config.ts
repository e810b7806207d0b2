import type { Attributes } from '../../../schema/description';
import { equal, isMembers, type Members, type Value } from '../values';
import { fromAuthor } from './author-values';
import { mapMembers, transformNested } from './members';
import type { AnyResource } from './resource';
import { attributeType } from './schema-type';
import { isSecret } from './secrets';

/** The configuration of an object that exists: what a configuration may set, is not its default and holds no secret. */
export function generateConfig<C>(resource: AnyResource<C>, state: Value): Value {
  if (!isMembers(state)) return null;
  return settable(resource.schema.attributes, state);
}

function settable(attributes: Attributes, object: Members): Members {
  return mapMembers(object, (value, name) => {
    const attribute = attributes[name];
    if (!attribute || (!attribute.required && !attribute.optional) || isSecret(attribute)) return null;
    if (
      attribute.default !== undefined &&
      equal(attributeType(attribute), value, fromAuthor(attribute.default))
    )
      return null;
    return attribute.nested ? transformNested(attribute, value, null, settable) : value;
  });
}
