import type { ConfigAtPlan, ObjectSchema } from '../../../schema/description';
import type { AnyAction } from './action';
import type { AnyDataSource } from './data-source';
import type { Diagnostics } from './diagnostics';
import type { AnyListResource } from './list-resource';
import type { Log } from '../text';
import type { AnyResource } from './resource';

/** Makes what resources work with. */
export interface ConfigureCall<S extends ObjectSchema> {
  /** As written; during plan, values may be unknown. */
  readonly config: ConfigAtPlan<S>;
  /** Version of the engine, e.g. `1.11.4`. */
  readonly engineVersion: string;
  /** Where to report errors and warnings to the user. */
  readonly diagnostics: Diagnostics;
  /** Writes a line to the log of the run (`TF_LOG_PROVIDER`). */
  readonly log: Log;
  /** Takes a secret that is not in the configuration, before its first use: no diagnostic and no log line shows it. */
  readonly redact: (secret: string) => void;
}

/** A provider: its own configuration, and what it serves. */
export interface Provider<S extends ObjectSchema, C> {
  /** Its short name, and what its block has. */
  readonly schema: S;
  /** What it manages. */
  readonly resources: readonly AnyResource<C>[];
  /** What it looks up. */
  readonly dataSources: readonly AnyDataSource<C>[];
  /** By the types of `resources`, which must have an identity. */
  readonly listResources?: readonly AnyListResource<C>[];
  /** What it does at the moment that a configuration names. */
  readonly actions?: readonly AnyAction<C>[];
  /** Checks that the schema cannot express. Values may be unknown; the environment is not consulted. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
  /** Makes what resources work with. Undefined while the configuration is not known well enough. */
  configure(call: ConfigureCall<S>): C | undefined;
  /**
   * Called when the engine is done with the result of `configure`, and has received every answer: it ends this
   * process, or configures it again. Not called when the engine just disappears. Synchronous: the process ends right
   * after it.
   */
  close?(client: C, run: { readonly isStopped: boolean }): void;
}

/** A provider whose schema is known only by name, as the framework handles it. */
export type AnyProvider<C> = Provider<ObjectSchema, C>;

/** Declares a provider with the exact types of its schema. */
export function defineProvider<S extends ObjectSchema, C>(provider: Provider<S, C>): AnyProvider<C> {
  return provider as unknown as AnyProvider<C>;
}
