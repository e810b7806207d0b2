import type { ObjectSchema, StateOf } from '../../../schema/description';
import type { Value } from '../values';
import { stored } from './apply';
import { reportFailure } from './diagnostics';
import type { AnyDataSource, ReadDataCall } from './data-source';
import { importResource } from './import-state';
import { forgetMoved, movedId } from './move-state';
import { withDefaults } from './defaults';
import { keepOuterSpace } from './members';
import type { AnyResource, Call } from './resource';

/** The current object, null when it is gone; the prior one when it could not be read. */
export async function readResource<C>(
  resource: AnyResource<C>,
  state: Value,
  client: C | undefined,
  call: Call,
): Promise<Value> {
  if (client === undefined) {
    call.diagnostics.warning({
      message: `This ${resource.schema.type} was not refreshed.`,
      hint: "The provider's configuration is known only after apply, so the plan builds on the stored state.",
    });
    return state;
  }
  try {
    const id = movedId(call);
    const known = state as StateOf<ObjectSchema>;
    const current =
      id === undefined ? state : await importResource(resource, { id, isMoved: true, known }, client, call);
    if (current === undefined) return state;
    forgetMoved(call);
    const now = await resource.read({ ...call, client, state: current as StateOf<ObjectSchema> });
    if (now === null) return null;
    return keepOuterSpace(resource.schema.attributes, stored(resource.schema, now), current as Value);
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return state;
  }
}

/** The result of a data source; null after a failure, which the diagnostics report. */
export async function readDataSource<C>(
  source: AnyDataSource<C>,
  config: Value,
  client: C | undefined,
  call: Omit<ReadDataCall<ObjectSchema, C>, 'client' | 'config'>,
): Promise<Value> {
  if (client === undefined) {
    call.diagnostics.error({
      message: `${source.schema.type} cannot be read yet: the provider's configuration is known only after apply.`,
      hint: 'Give the provider values that are known at plan time, or first apply what they come from (-target).',
    });
    return null;
  }
  try {
    const written = withDefaults(source.schema, config) as StateOf<ObjectSchema>;
    const found = await source.read({ ...call, client, config: written });
    if (found === undefined) {
      if (call.diagnostics.hasError) return null;
      throw new Error(`${source.schema.type} returned neither values nor an error`);
    }
    return stored(source.schema, found);
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return null;
  }
}
