import type { ConfigAtPlan, ObjectSchema, StateOf } from '../../../schema/description';
import type { Diagnostics } from './diagnostics';
import type { Log } from '../text';

export interface ReadDataCall<S extends ObjectSchema, C> {
  readonly client: C;
  /** As written, with defaults; all known. */
  readonly config: StateOf<S>;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** A data source: looks something up and changes nothing. */
export interface DataSource<S extends ObjectSchema, C> {
  readonly schema: S;
  /** Returns the whole object, including the configuration; undefined when a diagnostic says why there is none. */
  read(call: ReadDataCall<S, C>): Promise<StateOf<S> | undefined>;
  /** Checks that the schema cannot express. Values may be unknown. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
}

export type AnyDataSource<C> = DataSource<ObjectSchema, C>;

/** Declares a data source with the exact types of its schema. */
export function defineDataSource<S extends ObjectSchema, C>(source: DataSource<S, C>): AnyDataSource<C> {
  return source as unknown as AnyDataSource<C>;
}
