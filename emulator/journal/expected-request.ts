/** A request that a test expects; a part that is absent fits every request. */
export interface ExpectedRequest {
  /** Name of an operation. */
  readonly operation?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** The zone that the request is about, 32 hexadecimal digits. */
  readonly zoneId?: string;
  /** Null for a request that got no answer. */
  readonly status?: number | null;
  /** Members that the body has, at any depth; it may have others. A list has exactly these items. */
  readonly body?: unknown;
}

/** `exact`: these requests and no others, in this order. `contains`: in this order, with any others between. */
export const REQUEST_ORDERS = ['exact', 'contains'] as const;

/** `exact` or `contains`: how strictly expected requests are compared with those that were seen. */
export type RequestOrder = (typeof REQUEST_ORDERS)[number];

/** How expected requests are compared with those that were seen. */
export interface ExpectOptions {
  /** `exact`: these and no others; `contains`: others may stand between. @default 'exact' */
  readonly order?: RequestOrder;
  /** Looks only at requests after the one of this number. @default 0 */
  readonly since?: number;
}
