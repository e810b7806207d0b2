import { objectType } from '../../../../provider-shim/framework/schema-type';
import { isMembers, isUnknown, types, type Value } from '../../../../provider-shim/values';
import type { Attribute, Attributes, NestedAttribute } from '../../../../schema';
import { entries, isComputed, items, member, normal, same } from './normal';

/**
 * What the engine would say against a plan ("Provider produced invalid plan"). Written from what is known of the
 * engine, not from the framework; empty when the plan is a valid one.
 */
export function planProblems(
  attributes: Attributes,
  prior: Value,
  config: Value,
  planned: Value,
): readonly string[] {
  if ((planned === null) !== (config === null))
    return ['the whole object: planned and written differ in existence'];
  if (planned === null) return [];
  return membersProblems(attributes, prior, config, planned, '');
}

function membersProblems(
  attributes: Attributes,
  prior: Value,
  config: Value,
  planned: Value,
  path: string,
): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    valueProblems(
      attribute,
      member(prior, name),
      member(config, name),
      member(planned, name),
      path === '' ? name : `${path}.${name}`,
    ),
  );
}

function valueProblems(
  attribute: Attribute,
  prior: Value,
  config: Value,
  planned: Value,
  path: string,
): readonly string[] {
  if (attribute.writeOnly)
    return planned === null ? [] : [`${path}: a value for an attribute that is write-only`];
  if (same(attribute, planned, config)) return [];
  if (same(attribute, planned, prior) && prior !== null && config !== null) return [];
  const computed = isComputed(attribute);
  if (computed && (!attribute.optional || config === null)) return [];
  if (config === null) return [`${path}: a value for an attribute that is not computed and not written`];
  if (attribute.nested) return nestedProblems(attribute, prior, config, planned, path);
  return [`${path}: neither what is written nor what was there`];
}

function nestedProblems(
  { nested, attributes }: NestedAttribute,
  prior: Value,
  config: Value,
  planned: Value,
  path: string,
): readonly string[] {
  if (planned === null) return [`${path}: null though it is written`];
  if (isUnknown(planned)) return [`${path}: unknown though it is written`];
  if (isUnknown(config)) return [`${path}: known though it is written as unknown`];
  switch (nested) {
    case 'single':
      return membersProblems(attributes, prior, config, planned, path);
    case 'list':
      if (items(planned).length !== items(config).length) return [`${path}: another length than written`];
      return items(planned).flatMap((object, index) =>
        membersProblems(
          attributes,
          items(prior)[index] ?? null,
          items(config)[index] ?? null,
          object,
          `${path}[${index}]`,
        ),
      );
    case 'map': {
      const keys = entries(planned).map(([key]) => key);
      if (
        keys.join() !==
        entries(config)
          .map(([key]) => key)
          .join()
      )
        return [`${path}: other keys than written`];
      return keys.flatMap((key) =>
        membersProblems(
          attributes,
          member(prior, key),
          member(config, key),
          member(planned, key),
          `${path}[${JSON.stringify(key)}]`,
        ),
      );
    }
    case 'set': {
      const most = distinct(attributes, planned);
      const written = distinct(attributes, config);
      const certain = !normal(types.set(objectType(attributes)), planned).includes('?');
      const plausible = certain ? most === written : written <= most;
      return plausible ? [] : [`${path}: ${most} elements, and ${written} are written`];
    }
  }
}

function distinct(attributes: Attributes, set: Value): number {
  const type = objectType(attributes);
  return new Set(items(set).map((object) => normal(type, object))).size;
}

/** What the engine would say against a result ("Provider produced inconsistent result after apply"). */
export function resultProblems(attributes: Attributes, planned: Value, result: Value): readonly string[] {
  if (!isMembers(result)) return ['the whole object: nothing came out'];
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    isFilled(attribute, member(planned, name), member(result, name)) ? [] : [`${name}: not what was planned`],
  );
}

function isFilled(attribute: Attribute, planned: Value, result: Value): boolean {
  if (isUnknown(planned)) return !isUnknown(result);
  if (!attribute.nested) return isFilledValue(planned, result) || same(attribute, planned, result);
  if (planned === null || result === null) return planned === result;
  const one = (object: Value, made: Value): boolean =>
    Object.entries(attribute.attributes).every(([name, inner]) =>
      isFilled(inner, member(object, name), member(made, name)),
    );
  switch (attribute.nested) {
    case 'single':
      return one(planned, result);
    case 'list':
      return (
        items(planned).length === items(result).length &&
        items(planned).every((object, index) => one(object, items(result)[index] ?? null))
      );
    case 'map':
      return (
        entries(planned).length === entries(result).length &&
        entries(planned).every(([key, object]) => one(object, member(result, key)))
      );
    case 'set':
      return (
        items(result).length <= items(planned).length &&
        items(result).every((made) => items(planned).some((object) => one(object, made)))
      );
  }
}

/** A plain value in which everything known is still there; where sets are involved, as many elements at most. */
function isFilledValue(planned: Value, result: Value): boolean {
  if (isUnknown(planned)) return true;
  if (planned === null || result === null) return planned === result;
  if (Array.isArray(planned)) return items(result).length <= items(planned).length;
  if (isMembers(planned))
    return entries(planned).every(([key, part]) => isFilledValue(part, member(result, key)));
  return planned === result;
}
