import type { ObjectSchema } from '../../../../schema/description';
import type { Message } from '../../protocol';
import type { Value } from '../../values';
import { withoutRefused } from '../refused';
import { sentType } from '../schema-type';
import { withoutWriteOnly } from '../write-only';
import { decodeValue } from './dynamic-value';
import type { Session } from './session';

/**
 * A configuration from the engine. From here on its secrets are known, so that no diagnostic shows them.
 *
 * @param check called with what was sent, which may still have names that are refused
 */
export function receivedConfig<C>(
  { secrets }: Session<C>,
  schema: ObjectSchema,
  sent: Message<'DynamicValue'> | undefined,
  check?: (written: Value) => void,
): Value {
  const written = decodeValue(sentType(schema), sent);
  check?.(written);
  const value = withoutRefused(schema, written);
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
