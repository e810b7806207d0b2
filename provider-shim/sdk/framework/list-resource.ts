import type { ObjectSchema, StateOf } from '../../../schema/description';
import type { Value } from '../values';
import type { Explanation } from './diagnostics';
import { importResource, stubOf } from './import-state';
import { withDefaults } from './defaults';
import { readResource } from './read';
import type { AnyResource, Call, ClientCall } from './resource';

/** One object that a list found. */
export interface Listed {
  /** How the engine shows it. */
  readonly displayName: string;
  /** The id to import it by. */
  readonly importId: string;
  /** Its identifying attributes. */
  readonly known: Readonly<Record<string, unknown>>;
}

/** Lists objects. */
export interface ListCall<S extends ObjectSchema, C> extends ClientCall<C> {
  /** The configuration of the `list` block, with defaults. */
  readonly config: StateOf<S>;
}

/** Finds the objects of a resource type at the service, for the `list` blocks of `terraform query`. */
export interface ListResource<S extends ObjectSchema, C> {
  /** Of the configuration; its type is that of the resource. */
  readonly schema: S;
  /** The objects that are there. */
  list(call: ListCall<S, C>): Promise<readonly Listed[]>;
  /** The client that whole objects are read with, where a read otherwise counts as one of an object in the state. */
  readingClient?(client: C): C;
}

/** A list resource whose schema is known only by name, as the framework handles it. */
export type AnyListResource<C> = ListResource<ObjectSchema, C>;

/** Declares a list resource with the exact types of its schema. */
export function defineListResource<S extends ObjectSchema, C>(
  resource: ListResource<S, C>,
): AnyListResource<C> {
  return resource as unknown as AnyListResource<C>;
}

export interface ListRequest {
  readonly config: Value;
  /** Whether the whole objects are read, too. */
  readonly isWhole: boolean;
  /** The most objects to return. */
  readonly limit: number;
}

/** An object for the engine: its identifying attributes and, if asked for, all of it. */
export interface FoundObject {
  readonly displayName: string;
  readonly stub: Value;
  readonly object: Value | undefined;
}

/** Lists objects. A failure throws, or is among the diagnostics of the call. */
export async function listObjects<C>(
  found: AnyListResource<C>,
  resource: AnyResource<C>,
  { config, isWhole, limit }: ListRequest,
  client: C,
  call: () => Call,
): Promise<readonly FoundObject[]> {
  const written = withDefaults(found.schema, config) as StateOf<ObjectSchema>;
  const listed = await found.list({ ...call(), client, config: written });
  const reading = found.readingClient?.(client) ?? client;
  return Promise.all(
    listed.slice(0, limit).map(async ({ displayName, importId, known }) => {
      const stub = stubOf(resource.schema, known as Partial<StateOf<ObjectSchema>>);
      if (!isWhole) return { displayName, stub, object: undefined };
      // Each object has a private state of its own, which nobody stores here.
      const ofObject = call();
      const imported = await importResource(resource, { id: importId }, reading, ofObject);
      const object = imported && (await readResource(resource, imported, reading, ofObject));
      return { displayName, stub, object: object ?? undefined };
    }),
  );
}

/** Without a client nothing can be listed, and no action invoked. */
export function tooEarly(type: string, done: 'listed' | 'invoked'): Explanation {
  return {
    message: `${type} cannot be ${done} yet: the provider's configuration is known only after apply.`,
    hint: 'Give the provider values that are known at plan time.',
  };
}
