import type { ConfigAtPlan, ObjectSchema, StateOf } from '../../../schema/description';
import type { Diagnostics } from './diagnostics';
import type { Call } from './resource';

export interface OpenCall<S extends ObjectSchema, C> extends Call {
  readonly client: C;
  /** As written, with defaults; all known. */
  readonly config: StateOf<S>;
}

/** Something that is open: all that is known of it is in `private`, where `open` put it. */
export interface OpenedCall<C> extends Call {
  readonly client: C;
}

/** What was opened. */
export interface Opened<S extends ObjectSchema> {
  /** The whole object, what was written included, as it was written. Told to the configuration, and kept nowhere. */
  readonly result: StateOf<S>;
  /** When to renew it, if it is still needed then. Absent: never. */
  readonly renewAt?: Date;
}

/**
 * An ephemeral resource: something that is opened when a run needs it and closed at its end, in the plan and again in
 * the apply. Nothing of it is stored. The engine opens it when its configuration is known.
 *
 * @typeParam C what the provider's `configure` made, usually the API client
 */
export interface Ephemeral<S extends ObjectSchema, C> {
  readonly schema: S;
  /** Answers undefined when nothing was opened and a diagnostic says why: then it is not closed either. */
  open(call: OpenCall<S, C>): Promise<Opened<S> | undefined>;
  /** Keeps it open. Answers when to do so again; undefined: never. */
  renew?(call: OpenedCall<C>): Promise<Date | undefined>;
  /**
   * Releases it. Always called after `open` returned something. Terraform 1.11.4 passes the private state that `open`
   * set, and nothing that `renew` has set since.
   */
  close?(call: OpenedCall<C>): Promise<void>;
  /** Checks that the schema cannot express. Values may be unknown. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
}

/** An ephemeral resource whose schema is known only by name, as the framework handles it. */
export type AnyEphemeral<C> = Ephemeral<ObjectSchema, C>;

/** Declares an ephemeral resource with the exact types of its schema. */
export function defineEphemeral<S extends ObjectSchema, C>(ephemeral: Ephemeral<S, C>): AnyEphemeral<C> {
  return ephemeral as unknown as AnyEphemeral<C>;
}
