import type { ObjectSchema } from '../../../../schema/description';
import type { Message } from '../../protocol';
import type { Value } from '../../values';
import { typeOf } from '../schema-type';
import { withoutWriteOnly } from '../write-only';
import { decodeValue } from './dynamic-value';
import type { Session } from './session';

/** A configuration from the engine. From here on its secrets are known, so that no diagnostic shows them. */
export function receivedConfig<C>(
  { secrets }: Session<C>,
  schema: ObjectSchema,
  sent: Message<'DynamicValue'> | undefined,
): Value {
  const value = decodeValue(typeOf(schema), sent);
  secrets.learn(schema, value);
  return value;
}

/**
 * An object from the engine as it is planned or stored. Values that are write-only are still in what the engine
 * proposes, and in what was stored when they were not write-only yet.
 */
export function receivedObject<C>(
  session: Session<C>,
  schema: ObjectSchema,
  sent: Message<'DynamicValue'> | undefined,
): Value {
  return withoutWriteOnly(schema, receivedConfig(session, schema, sent));
}
