/** How a job writes its log entries: the meaning of `output_options` or `logpull_options` (docs/service.md 5.3, 5.4). */
export interface Output {
  readonly fieldNames: readonly string[];
  readonly type: 'ndjson' | 'csv';
  readonly timestampFormat: 'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns';
  /** From 0, which logs nothing, to 1, which logs everything. */
  readonly sampleRate: number;
  readonly batchPrefix: string;
  readonly batchSuffix: string;
  readonly recordPrefix: string;
  readonly recordSuffix: string;
  readonly recordDelimiter: string;
  readonly fieldDelimiter: string;
  /** A template for the whole record; empty when there is none. */
  readonly recordTemplate: string;
  /** Replaces `${` in log lines by `x{`, so that no reader of logs expands it. */
  readonly guardsLookups: boolean;
}
