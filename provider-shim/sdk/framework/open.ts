import type { ObjectSchema, StateOf } from '../../../schema/description';
import { isWhollyKnown, type Value } from '../values';
import { stored } from './apply';
import { toAuthor } from './author-values';
import type { AnyEphemeral, Opened, OpenedCall } from './ephemeral';
import { reportFailure } from './failure';
import { withDefaults } from './defaults';
import type { Call } from './resource';

export interface OpenedValue {
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
      config: toAuthor(withDefaults(schema, config)) as StateOf<ObjectSchema>,
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
