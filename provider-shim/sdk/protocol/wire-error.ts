/** Bytes that are not the message they should be, or a value that its field cannot hold. */
export class WireError extends Error {
  override readonly name = 'WireError';
}
