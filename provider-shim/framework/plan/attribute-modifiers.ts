import type { Attribute } from '../../../schema';
import { canonical, equal, isMembers, type Type, type Value } from '../../values';
import { fromAuthor, toAuthor } from '../author-values';
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
    const before = isMembers(prior) ? (prior[name] ?? null) : null;
    const written = isMembers(config) ? (config[name] ?? null) : null;
    return modifiersOf(resource, name, attribute).reduce((current, modifier) => {
      const result = modifier.modify({
        config: toAuthor(written),
        prior: toAuthor(before),
        planned: toAuthor(current),
        exists: prior !== null,
        changed: !equal(type, before, current),
      });
      if (result.replace && !replace.includes(name)) replace.push(name);
      return result.planned === undefined
        ? current
        : asItCame(type, fromAuthor(result.planned), [current, written, before]);
    }, value);
  });
  return { planned: modified, replace };
}

/**
 * The value as the engine sent it, where it is one that it sent: an author's `unknown` does not say what is already
 * certain about a value, and the engine holds a plan to that as well.
 */
function asItCame(type: Type, value: Value, sent: readonly Value[]): Value {
  const same = sent.find((one) => equal(type, one, value));
  return same === undefined ? canonical(type, value) : same;
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
