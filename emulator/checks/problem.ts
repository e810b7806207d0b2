/** Where in a JSON document: member names and array positions from the root. */
export type JsonPath = readonly (string | number)[];

/** Something in a document that the service refuses. */
export interface Problem {
  readonly path: JsonPath;
  /** The service's error code, where it is known or chosen. */
  readonly code?: number;
  readonly message: string;
}

/** A document that was read, or all that is wrong with it. */
export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The path as a JSON pointer (RFC 6901), the form of `source.pointer` (docs/service.md 2.1). */
export function pointerTo(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
