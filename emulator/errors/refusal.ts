/** One item of the envelope's `errors` (docs/service.md 2.1). */
export interface ErrorItem {
  readonly code?: number;
  readonly message: string;
  readonly error_chain?: readonly { readonly code: number; readonly message: string }[];
  readonly source?: { readonly pointer: string };
}

/** A request that the service does not carry out. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  readonly headers?: Readonly<Record<string, string>>;
}
