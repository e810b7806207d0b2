import {
  isWhollyKnown,
  type ConfigAtPlan,
  type ObjectSchema,
  type StateOf,
} from '../../../schema/description';
import { type Diagnostics, reportFailure } from './diagnostics';
import type { Call, ClientCall } from './resource';
import type { Value } from '../values';
import { stored } from './apply';
import { withDefaults } from './defaults';

/** Opens something. */
export interface OpenCall<S extends ObjectSchema, C> extends ClientCall<C> {
  /** As written, with defaults; all known. */
  readonly config: StateOf<S>;
}

/** Something that is open: all that is known of it is in `private`, where `open` put it. */
export type OpenedCall<C> = ClientCall<C>;

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
  /** Its type, and its attributes. */
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

interface OpenedValue {
  readonly result: Value;
  readonly renewAt?: Date;
}

/** What was opened; undefined after a failure, which the diagnostics report. Nothing stays open after one. */
export async function openEphemeral<C>(
  ephemeral: AnyEphemeral<C>,
  config: Value,
  client: C | undefined,
  call: Call,
): Promise<OpenedValue | undefined> {
  const { schema } = ephemeral;
  if (client === undefined || !isWhollyKnown(config)) {
    const whose = client === undefined ? "the provider's configuration" : 'its configuration';
    call.diagnostics.error({
      message: `${schema.type} cannot be opened yet: ${whose} is known only after apply.`,
      hint: 'Use values that are known at plan time, or first apply what they come from (-target).',
    });
    return undefined;
  }
  try {
    const opened = await ephemeral.open({
      ...call,
      client,
      config: withDefaults(schema, config) as StateOf<ObjectSchema>,
    });
    if (opened) return await answered(ephemeral, opened, client, call);
    if (!call.diagnostics.hasError) throw new Error(`${schema.type} returned neither a result nor an error`);
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
  }
  return undefined;
}

/** The engine closes nothing after an error, so that is done here. */
async function answered<C>(
  ephemeral: AnyEphemeral<C>,
  { result, renewAt }: Opened<ObjectSchema>,
  client: C,
  call: Call,
): Promise<OpenedValue | undefined> {
  try {
    const value = stored(ephemeral.schema, result);
    if (renewAt && !ephemeral.renew) {
      throw new Error(`${ephemeral.schema.type} asked to be renewed, but has no renew`);
    }
    if (!call.diagnostics.hasError) return { result: value, ...(renewAt ? { renewAt } : {}) };
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
  }
  await ephemeral.close?.({ ...call, client });
  return undefined;
}

/** Keeps something open. Answers when to do so again. */
export function renewEphemeral<C>(
  ephemeral: AnyEphemeral<C>,
  client: C | undefined,
  call: Call,
): Promise<Date | undefined> {
  return whileOpen(client, call, async (opened) => ephemeral.renew?.(opened));
}

/** Lets go of something that is open. */
export function closeEphemeral<C>(
  ephemeral: AnyEphemeral<C>,
  client: C | undefined,
  call: Call,
): Promise<void> {
  return whileOpen(client, call, async (opened) => ephemeral.close?.(opened));
}

async function whileOpen<C, R>(
  client: C | undefined,
  call: Call,
  step: (opened: OpenedCall<C>) => Promise<R>,
): Promise<R | undefined> {
  try {
    if (client === undefined)
      throw new Error('an ephemeral resource is open, but the provider is not configured');
    return await step({ ...call, client });
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return undefined;
  }
}
