import { into, problem, ROOT, type Place } from './place';
import { types, type ObjectType, type Type } from './type';

/**
 * A type as compact JSON, attributes in byte order: `["list","string"]`, `["object",{"a":"bool"}]`.
 * @throws {ValueError} nested too deep
 */
export function typeToJson(type: Type): string {
  return write(type, ROOT);
}

/**
 * The type that a JSON text describes.
 * @throws {ValueError} not JSON, or not a type
 */
export function typeFromJson(text: string): Type {
  return readTypeText(text, ROOT);
}

/** {@link typeFromJson} for a type at a path in a value. */
export function readTypeText(text: string, at: Place): Type {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    throw problem(
      at,
      'expected a type written as JSON, such as "string" or ["list","string"]; saw invalid JSON',
    );
  }
  return readTypeTree(tree, at);
}

/** The type that a parsed JSON tree describes. */
export function readTypeTree(tree: unknown, at: Place): Type {
  if (typeof tree === 'string') return readPrimitive(tree, at);
  if (!Array.isArray(tree)) throw notAType(at, 'neither a name nor an array');
  const [kind, argument, optional] = tree as readonly unknown[];
  const within = into(at);
  if (tree.length === 2 && (kind === 'list' || kind === 'set' || kind === 'map')) {
    return { kind, element: readTypeTree(argument, within) };
  }
  if (tree.length === 2 && kind === 'tuple' && Array.isArray(argument)) {
    return types.tuple(argument.map((element) => readTypeTree(element, within)));
  }
  if ((tree.length === 2 || tree.length === 3) && kind === 'object' && isTree(argument)) {
    const attributes = Object.create(null) as Record<string, Type>;
    for (const [name, member] of Object.entries(argument)) attributes[name] = readTypeTree(member, within);
    return types.object(attributes, tree.length === 3 ? readOptional(optional, attributes, at) : undefined);
  }
  throw notAType(at, `an array of ${tree.length} that starts with ${quoted(kind)}`);
}

function readPrimitive(name: string, at: Place): Type {
  switch (name) {
    case 'string':
      return types.string;
    case 'number':
      return types.number;
    case 'bool':
      return types.bool;
    case 'dynamic':
      return types.dynamic;
    default:
      throw notAType(at, quoted(name));
  }
}

function readOptional(
  names: unknown,
  attributes: Readonly<Record<string, Type>>,
  at: Place,
): readonly string[] {
  if (
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string' && Object.hasOwn(attributes, name))
  ) {
    return names as readonly string[];
  }
  throw notAType(at, 'an object with optional names that are not attributes');
}

function write(type: Type, at: Place): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return `"${type.kind}"`;
    case 'list':
    case 'set':
    case 'map':
      return `["${type.kind}",${write(type.element, into(at))}]`;
    case 'tuple':
      return `["tuple",[${type.elements.map((element) => write(element, into(at))).join(',')}]]`;
    case 'object':
      return writeObject(type, at);
  }
}

function writeObject(type: ObjectType, at: Place): string {
  const members = Object.entries(type.attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member, into(at))}`);
  const optional = type.optional?.length ? `,${JSON.stringify([...type.optional].sort())}` : '';
  return `["object",{${members.join(',')}}${optional}]`;
}

function notAType(at: Place, seen: string): Error {
  return problem(
    at,
    `expected a type ("string", "number", "bool", "dynamic", or an array that starts with "list", "set", "map", ` +
      `"tuple" or "object" and holds the inner types); saw ${seen}`,
  );
}

function isTree(tree: unknown): tree is Readonly<Record<string, unknown>> {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

function quoted(seen: unknown): string {
  return typeof seen === 'string' ? JSON.stringify(seen.slice(0, 40)) : `a ${typeof seen}`;
}
