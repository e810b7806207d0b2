import type { Attribute } from '../../../schema';
import { equal, isMembers, type Value } from '../../values';
import { attributeType } from '../schema-type';
import type { AnyResource } from '../resource';
import type { PlanModifier } from './modifier';
import { keepPrior, requireReplace } from './modifiers';
import { mapMembers } from './members';

export interface ModifiedPlan {
  readonly planned: Value;
  /** Names of the attributes that ask for a new object. */
  readonly replace: readonly string[];
}

/** Runs the plan modifiers that the schema declares, then the resource's own, attribute by attribute. */
export function modifyAttributes<C>(
  resource: AnyResource<C>,
  prior: Value,
  planned: Value,
  config: Value,
): ModifiedPlan {
  const replace: string[] = [];
  if (!isMembers(planned)) return { planned, replace };
  const modified = mapMembers(planned, (value, name) => {
    const attribute = resource.schema.attributes[name];
    if (!attribute) return value;
    const type = attributeType(attribute);
    const priorValue = isMembers(prior) ? (prior[name] ?? null) : null;
    return modifiersOf(resource, name, attribute).reduce((current, modifier) => {
      const result = modifier.modify({
        config: isMembers(config) ? (config[name] ?? null) : null,
        prior: priorValue,
        planned: current,
        exists: prior !== null,
        changed: !equal(type, priorValue, current),
      });
      if (result.replace && !replace.includes(name)) replace.push(name);
      return result.planned === undefined ? current : result.planned;
    }, value);
  });
  return { planned: modified, replace };
}

function modifiersOf<C>(
  resource: AnyResource<C>,
  name: string,
  attribute: Attribute,
): readonly PlanModifier[] {
  return [
    ...(attribute.keepsPrior ? [keepPrior] : []),
    ...(attribute.replaceOnChange ? [requireReplace] : []),
    ...(resource.planModifiers?.[name] ?? []),
  ];
}
