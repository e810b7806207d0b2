import { decodeMessage } from './decode';
import { encodeMessage } from './encode';
import { planner } from './message-plan';
import type { InitOf, MessageOf, MessageTable } from './message-types';

export { WireError } from './varint';

/** Protobuf (proto3) for the messages of one table. */
export interface Codec<T extends MessageTable> {
  /** Throws `WireError` when a value does not fit its field, e.g. an integer that is not safe. */
  encode<N extends keyof T & string>(name: N, message: InitOf<T, N>): Uint8Array;
  /** Byte strings of the result are views of `bytes`. Throws `WireError` when the bytes are malformed. */
  decode<N extends keyof T & string>(name: N, bytes: Uint8Array): MessageOf<T, N>;
}

/**
 * A codec that is driven by a table, as laid down in protobuf.dev "Encoding". Unknown fields are skipped,
 * messages that come twice are merged, packed and unpacked repeated numbers are both read.
 */
export function createCodec<const T extends MessageTable>(table: T): Codec<T> {
  const planOf = planner(table);
  return {
    encode: (name, message) => encodeMessage(planOf(name), message as Readonly<Record<string, unknown>>),
    decode: <N extends keyof T & string>(name: N, bytes: Uint8Array) =>
      decodeMessage(planOf(name), bytes) as MessageOf<T, N>,
  };
}
