/** Header lines in order, with repeated names allowed; or an object, with lists for repeated names. */
export type HeaderLines =
  readonly (readonly [string, string])[] | Readonly<Record<string, string | readonly string[]>>;

/** A request through the zone, as the edge saw it, with its response. */
export interface TrafficRequest {
  /** In upper case. @default 'GET' */
  readonly method?: string;
  /** The host name. @default - the header `Host`, or the zone's name */
  readonly host?: string;
  /** With the query. @default '/' */
  readonly path?: string;
  /** As the client sent them. Cookies are in the header `Cookie`. @default - none */
  readonly headers?: HeaderLines;
  /** The address of the client. @default '192.0.2.1' */
  readonly clientIp?: string;
  /** The origin's answer. @default - 200 and nothing else */
  readonly response?: {
    /** @default 200 */
    readonly status?: number;
    /** As the origin sent them. @default - none */
    readonly headers?: HeaderLines;
    /** Length of the body. @default 0 */
    readonly bytes?: number;
  };
  /** The headers after transform rules; absent if these changed nothing. */
  readonly transformed?: { readonly request?: HeaderLines; readonly response?: HeaderLines };
  /** The time from the request's arrival to the response's end, in milliseconds; at most a day. @default 0 */
  readonly durationMs?: number;
  /** Whether the edge takes it for a part of an attack, and blocks it. @default false */
  readonly attack?: boolean;
  /** The requests that a worker makes to answer it, in the same form but without `subrequests`. @default - none */
  readonly subrequests?: readonly Omit<TrafficRequest, 'subrequests'>[];
}

/** The result of traffic or of a push. */
export interface TrafficReport {
  /** New records, by job. */
  readonly records: readonly { readonly job: number; readonly count: number }[];
  /** Attempted pushes. */
  readonly pushes: readonly {
    readonly job: number;
    readonly records: number;
    /** The destination's message; absent if it accepted the file. */
    readonly error?: string;
  }[];
  /** Why traffic produced no entries, if the zone has no job for them. */
  readonly note?: string;
}

/** Traffic through the zones, and when its log entries are pushed. */
export interface TrafficControl {
  /**
   * Sends requests through a zone. Each enabled `http_requests` job gets its log entries, and pushes them at
   * once unless `push` is false: then they wait for the job's interval or limits, or for `push`.
   *
   * @throws ControlError if a request is not valid; then nothing is sent
   */
  send(
    zoneId: string,
    requests: readonly TrafficRequest[],
    options?: { readonly push?: boolean },
  ): Promise<TrafficReport>;
  /** The same with a document `{ requests, push? }`. @throws ControlError */
  sendDocument(zoneId: string, document: unknown): Promise<TrafficReport>;
  /** Pushes what waits, for one zone or for all. @throws ControlError if there is no such zone */
  push(zoneId?: string): Promise<TrafficReport>;
  /** Pushes what is due by the clock. */
  pushDue(): Promise<TrafficReport>;
}
