/** Header lines in their order; a name may come again. An object with lists says the same. */
export type HeaderLines =
  readonly (readonly [string, string])[] | Readonly<Record<string, string | readonly string[]>>;

/** A request through the zone, as the edge saw it, with its response. */
export interface TrafficRequest {
  /** In upper case. @default 'GET' */
  readonly method?: string;
  /** The name of the host. @default - what the header `Host` says, or the zone's name */
  readonly host?: string;
  /** With the query. @default '/' */
  readonly path?: string;
  /** As the client sent them. Cookies are in the header `Cookie`. @default - none */
  readonly headers?: HeaderLines;
  /** The address of the client. @default '192.0.2.1' */
  readonly clientIp?: string;
  /** What the origin answered; 200 and nothing else when it is left out. */
  readonly response?: {
    /** @default 200 */
    readonly status?: number;
    /** As the origin sent them. @default - none */
    readonly headers?: HeaderLines;
    /** Length of the body. @default 0 */
    readonly bytes?: number;
  };
  /** What transform rules made of the headers; absent where they changed nothing. */
  readonly transformed?: { readonly request?: HeaderLines; readonly response?: HeaderLines };
  /** From the request's arrival to the response's end, in milliseconds; at most a day. @default 0 */
  readonly durationMs?: number;
}

/** What became of traffic or of a push. */
export interface TrafficReport {
  /** Records that were made, by job. */
  readonly records: readonly { readonly job: number; readonly count: number }[];
  /** Pushes that were tried. */
  readonly pushes: readonly {
    readonly job: number;
    readonly records: number;
    /** What the destination said; absent when it took the file. */
    readonly error?: string;
  }[];
  /** Says why traffic left no entries, when the zone has no job for them. */
  readonly note?: string;
}

/** Traffic through the zones, and when its log entries leave. */
export interface TrafficControl {
  /**
   * Sends requests through a zone. Each enabled `http_requests` job gets its log entries, and pushes them at
   * once unless `push` is false: then they wait for the job's interval or limits, or for `push`.
   *
   * @throws ControlError when a request is none; then nothing was sent
   */
  send(
    zoneId: string,
    requests: readonly TrafficRequest[],
    options?: { readonly push?: boolean },
  ): Promise<TrafficReport>;
  /** The same with a document `{ requests, push? }`. @throws ControlError */
  sendDocument(zoneId: string, document: unknown): Promise<TrafficReport>;
  /** Pushes what waits, of one zone or of all. @throws ControlError when there is no such zone */
  push(zoneId?: string): Promise<TrafficReport>;
  /** Pushes what is due by the clock. */
  pushDue(): Promise<TrafficReport>;
}
