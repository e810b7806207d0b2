import type { ConfigAtPlan, ObjectSchema, StateOf } from '../../../schema/description';
import type { Diagnostics } from './diagnostics';
import type { ClientCall } from './resource';

/** Looks something up. */
export interface ReadDataCall<S extends ObjectSchema, C> extends Omit<ClientCall<C>, 'privateState'> {
  /** As written, with defaults; all known. */
  readonly config: StateOf<S>;
}

/** A data source: looks something up and changes nothing. */
export interface DataSource<S extends ObjectSchema, C> {
  /** Its type, and its attributes. */
  readonly schema: S;
  /** Returns the whole object, including the configuration; undefined when a diagnostic says why there is none. */
  read(call: ReadDataCall<S, C>): Promise<StateOf<S> | undefined>;
  /** Checks that the schema cannot express. Values may be unknown. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
}

/** A data source whose schema is known only by name, as the framework handles it. */
export type AnyDataSource<C> = DataSource<ObjectSchema, C>;

/** Declares a data source with the exact types of its schema. */
export function defineDataSource<S extends ObjectSchema, C>(source: DataSource<S, C>): AnyDataSource<C> {
  return source as unknown as AnyDataSource<C>;
}
