import { decode, encode, ExtData } from '@msgpack/msgpack';

/** A value that is not known yet: extension 0 with one zero byte. */
export const UNKNOWN = new ExtData(0, Uint8Array.of(0));

/** A value as the engine sends it, encoded by the msgpack library alone. */
export function wireValue(value: unknown): { readonly msgpack: Uint8Array } {
  return { msgpack: encode(value) };
}

/** What a value of a reply holds; unknowns are `UNKNOWN`, and numbers the text that they are written as. */
export function plainValue(value: unknown): unknown {
  const { msgpack } = value as { readonly msgpack: Uint8Array };
  return decode(msgpack);
}
