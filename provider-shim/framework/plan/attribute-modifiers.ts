import type { Attributes } from '../../../schema';
import { equal, isMembers, isUnknown, type Value } from '../../values';
import { attributeType } from '../schema-type';
import { mapMembers } from './members';

export interface ModifiedPlan {
  readonly planned: Value;
  /** Names of the attributes that ask for a new object. */
  readonly replace: readonly string[];
}

/**
 * Applies the plan modifiers that the schema declares, attribute by attribute: `keepsPrior` puts the value of the state
 * in the place of one that is not known, then `replaceOnChange` asks for a new object where the value is another one.
 */
export function modifyAttributes(
  attributes: Attributes,
  prior: Value,
  planned: Value,
  config: Value,
): ModifiedPlan {
  const replace: string[] = [];
  if (!isMembers(planned) || !isMembers(prior)) return { planned, replace };
  const modified = mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const before = prior[name] ?? null;
    const isWritten = isMembers(config) && (config[name] ?? null) !== null;
    const kept = attribute.keepsPrior && !isWritten && isUnknown(value) ? before : value;
    if (attribute.replaceOnChange && !equal(attributeType(attribute), before, kept)) replace.push(name);
    return kept;
  });
  return { planned: modified, replace };
}
