import { isWhollyKnown, type ObjectSchema } from '../../../schema/description';
import { canonical, isMembers, types, ValueError, type Type, type Value } from '../values';
import type { Explanation } from './diagnostics';
import type { AnyResource } from './resource';
import { attributeType } from './schema-type';

/** The version of every identity: none has changed yet. */
export const IDENTITY_VERSION = 0;

const made = new WeakMap<readonly string[], Type>();

/** The engine's type of an identity; undefined for a resource without one. */
export function identityType<C>({ schema, identity }: AnyResource<C>): Type | undefined {
  if (!identity || made.has(identity)) return identity && made.get(identity);
  const members = identity.map((name) => [name, typeOfAttribute(schema, name)] as const);
  made.set(identity, types.object(Object.fromEntries(members)));
  return made.get(identity);
}

/** The identity of an object: its identifying attributes, as soon as all of them are known. Undefined until then. */
export function identityOf<C>({ identity }: AnyResource<C>, object: Value): Value | undefined {
  if (!identity || !isMembers(object)) return undefined;
  const values = identity.map((name) => [name, object[name] ?? null] as const);
  if (values.some(([, value]) => value === null || !isWhollyKnown(value))) return undefined;
  return Object.fromEntries(values);
}

/**
 * The import id of an object that an `import` block names by its identity: the identifying attributes, with `/` between
 * them.
 */
export function importIdOf<C>(resource: AnyResource<C>, given: Value): string | Explanation {
  const { identity = [] } = resource;
  const members = isMembers(given) ? given : {};
  const missing = identity.filter((name) => (members[name] ?? null) === null);
  if (missing.length === 0 && identity.length > 0)
    return identity.map((name) => String(members[name])).join('/');
  return {
    message: `The identity of the ${resource.schema.type} to import lacks ${missing.join(' and ') || 'its attributes'}.`,
    hint: `Set ${identity.join(' and ')} in the import block, or give the id instead of the identity.`,
  };
}

/** An identity as it was stored, or why it cannot be read. */
export type StoredIdentity = { readonly identity: Value } | { readonly problem: Explanation };

/** Reads a stored identity, whose version or form may be unknown. */
export function storedIdentity<C>(
  resource: AnyResource<C>,
  version: number,
  decode: (type: Type) => Value,
): StoredIdentity {
  const { type } = resource.schema;
  const shape = identityType(resource);
  if (version !== IDENTITY_VERSION || !shape)
    return {
      problem: {
        message: `The identity of this ${type} has version ${version}; this provider reads version ${IDENTITY_VERSION}.`,
        hint: 'A newer version of the provider wrote it. Use that version or a newer one.',
      },
    };
  try {
    return { identity: canonical(shape, decode(shape)) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return {
      problem: {
        message: `The identity of this ${type} is damaged: ${error.message}.`,
        hint: 'Restore the state file from a backup, or remove the object from the state and import it again.',
      },
    };
  }
}

function typeOfAttribute({ type, attributes }: ObjectSchema, name: string): Type {
  const attribute = attributes[name];
  if (!attribute) throw new Error(`${type} has no attribute ${name} to identify its objects by`);
  return attributeType(attribute);
}
