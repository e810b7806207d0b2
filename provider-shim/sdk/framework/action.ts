import type { ConfigAtApply, ConfigAtPlan, ObjectSchema, StateOf } from '../../../schema/description';
import type { Value } from '../values';
import { withDefaults } from './defaults';
import { reportFailure, type Diagnostics } from './diagnostics';
import type { Call, ClientCall } from './resource';

/** Looks at an action before the plan is shown. */
export interface PlanActionCall<S extends ObjectSchema, C> extends Omit<ClientCall<C>, 'privateState'> {
  /** As written; what other objects have yet to bring is unknown. */
  readonly config: ConfigAtPlan<S>;
}

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
  /** May refuse or warn at plan. Not called while the provider's own configuration is not known. */
  plan?(call: PlanActionCall<S, C>): Promise<void>;
  /** Fails by an error among the diagnostics, or by throwing. */
  invoke(call: InvokeCall<S, C>): Promise<void>;
}

/** An action whose schema is known only by name, as the framework handles it. */
export type AnyAction<C> = Action<ObjectSchema, C>;

/** Declares an action with the exact types of its schema. */
export function defineAction<S extends ObjectSchema, C>(action: Action<S, C>): AnyAction<C> {
  return action as unknown as AnyAction<C>;
}

/** Whatever stands against it is among the diagnostics of the call. */
export async function planAction<C>(
  action: AnyAction<C>,
  config: Value,
  client: C | undefined,
  call: Call,
): Promise<void> {
  if (client === undefined) return;
  try {
    await action.plan?.({ ...call, client, config: config as ConfigAtPlan<ObjectSchema> });
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
  }
}

/** A failure is among the diagnostics of the call. */
export async function invokeAction<C>(
  action: AnyAction<C>,
  config: Value,
  client: C | undefined,
  call: Call & Pick<InvokeCall<ObjectSchema, C>, 'progress'>,
): Promise<void> {
  const { type } = action.schema;
  if (client === undefined) {
    call.diagnostics.error({
      message: `${type} cannot be invoked yet: the provider's configuration is not known.`,
      hint: 'Give the provider values that are known when the action is invoked.',
    });
    return;
  }
  try {
    const written = withDefaults(action.schema, config) as ConfigAtApply<ObjectSchema>;
    await action.invoke({ ...call, client, config: written });
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
  }
}
