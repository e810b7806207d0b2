import type * as Msgpack from '@msgpack/msgpack';

/** The MessagePack library, loaded at the first value: the start of the program does not wait for it. */
export function msgpackLibrary(): typeof Msgpack {
  // Lazy: a static import is evaluated at start-up.
  return require('@msgpack/msgpack') as typeof Msgpack;
}
