import type { ConfigAtApply, ConfigAtPlan, ObjectSchema, StateOf } from '../../../schema/description';
import type { Diagnostics } from './diagnostics';
import type { ClientCall } from './resource';

/** Does what the action is for. */
export interface InvokeCall<S extends ObjectSchema, C> extends Omit<ClientCall<C>, 'privateState'> {
  /** As written, with defaults, and with what is write-only; all known. */
  readonly config: ConfigAtApply<S> & StateOf<S>;
  /** Shows a text to the user. Await it: it resolves when there is room for another one. */
  progress(text: string): Promise<void>;
}

/** What the engine has done at the moment that a configuration names, or by `-invoke`: from Terraform 1.14 on. */
export interface Action<S extends ObjectSchema, C> {
  /** Its type, and what its `config` block has. */
  readonly schema: S;
  /** Checks that the schema cannot express. Values may be unknown. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
  /** May refuse or warn at plan. Values may be unknown; while the provider's configuration is, it is not called. */
  plan?(
    call: Omit<InvokeCall<S, C>, 'config' | 'progress'> & { readonly config: ConfigAtPlan<S> },
  ): Promise<void>;
  /** Fails by an error among the diagnostics, or by throwing. */
  invoke(call: InvokeCall<S, C>): Promise<void>;
}

/** An action whose schema is known only by name, as the framework handles it. */
export type AnyAction<C> = Action<ObjectSchema, C>;

/** Declares an action with the exact types of its schema. */
export function defineAction<S extends ObjectSchema, C>(action: Action<S, C>): AnyAction<C> {
  return action as unknown as AnyAction<C>;
}
