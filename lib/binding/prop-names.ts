import { Token } from 'cdktf';
import { type Attributes, nearest, objectsIn, type Problem, under } from '../../schema';
import { isPlainObject, type Named } from './attribute-values';
import { camelCase } from './spelling';

/**
 * Props of a construct that it does not have. The compiler finds them in a literal, but not in a variable or a spread.
 *
 * @param props as given; an instance of a class may have members of its own
 * @param own the props that are no attributes (true), and the attributes that it takes in another form (false)
 */
export function unknownProps(
  attributes: Attributes,
  props: object,
  own: Readonly<Record<string, boolean>>,
): readonly Problem[] {
  const all = settable(attributes);
  if (Object.keys(props).every((name) => own[name] ?? all.includes(name))) return [];
  const names = [...all, ...Object.keys(own)].filter((name) => own[name] !== false);
  return isPlainObject(props) ? unknownNames(props, names, 'here', attributes) : [];
}

/** Members that the objects in the props do not have, at any depth. */
export function unknownMembers(attributes: Attributes, props: Named): readonly Problem[] {
  const problems: Problem[] = [];
  for (const name in attributes) {
    const attribute = attributes[name];
    const value = attribute?.nested && props[camelCase(name)];
    if (!attribute?.nested || !value || Token.isUnresolved(value)) continue;
    const { attributes: inner, refused } = attribute;
    for (const { at, values } of objectsIn(attribute, value)) {
      const unknown = Token.isUnresolved(values)
        ? []
        : unknownNames(values, settable(inner), 'here', inner, refused);
      for (const each of [...unknown, ...unknownMembers(inner, values)])
        problems.push(under([name, ...at], each));
    }
  }
  return problems;
}

/** Each construct asks for those of the same few schemas. */
const namesOf = new WeakMap<Attributes, readonly string[]>();

function settable(attributes: Attributes): readonly string[] {
  const before = namesOf.get(attributes);
  if (before) return before;
  const all = Object.entries(attributes).filter(([, { required, optional }]) => required ?? optional);
  const names = all.map(([name]) => camelCase(name));
  namesOf.set(attributes, names);
  return names;
}

/**
 * What an object has under other names than these.
 *
 * @param where it is, for the message
 * @param refused attributes that people write there, with what to write instead
 */
export function unknownNames(
  given: Named,
  names: readonly string[],
  where: string,
  attributes: Attributes = {},
  refused: Readonly<Record<string, string>> = {},
): readonly Problem[] {
  const unknown = Object.keys(given).filter(
    (name) => (given[name] ?? null) !== null && !names.includes(name),
  );
  return unknown.map((name) => {
    const attribute = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { optional, computed } = attributes[attribute] ?? {};
    const meant = nearest(camelCase(name), names);
    const otherwise = meant === undefined ? `Allowed: ${names.join(', ')}.` : `Write ${meant}.`;
    const ofProvider = computed && !optional ? 'The provider sets it: leave it out.' : otherwise;
    const message = `There is no prop ${JSON.stringify(name)} ${where}.`;
    return { code: 'prop_unknown', path: [], message, hint: refused[attribute] ?? ofProvider };
  });
}
