import type { Attributes } from '../../../../schema';
import { equal, isMembers, isUnknown, type Value } from '../../values';
import { attributeType } from '../schema-type';
import { mapMembers } from './members';

export interface ModifiedPlan {
  readonly planned: Value;
  /** Names of the attributes that ask for a new object. */
  readonly replace: readonly string[];
}

/**
 * Applies the plan modifiers that the schema declares, attribute by attribute: `keepsPrior` replaces an unknown value
 * with that of the state, then `replaceOnChange` requires replacement if the value differs.
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
