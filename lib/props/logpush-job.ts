// Written by "npm run docs" from logpushJobSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';

/** The arguments of `LogpushJob`. */
export interface LogpushJobArguments {
  /** The zone, 32 hexadecimal digits. Another zone means a new job. */
  readonly zoneId: string;
  /**
   * Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. Where it holds
   * secrets, use `destinationConfWo` instead. Hidden in what the engine prints.
   * @default none
   */
  readonly destinationConf?: string;
  /**
   * The same, never stored. Needs `destinationConfWoVersion`. Never in plan or state; needs Terraform 1.11 or
   * OpenTofu 1.11.
   * @default none
   */
  readonly destinationConfWo?: string;
  /**
   * Count it up to send a changed `destinationConfWo`. It is null in the state while the service delivers elsewhere
   * than what was last sent.
   * @default none
   */
  readonly destinationConfWoVersion?: number;
  /**
   * The token that proves ownership of the destination; destinations of the schemes `s3` (without keys), `gs`,
   * `azure` and `sumo` need it. It is read when the job is made and when its destination changes. On its own, a
   * changed value is no change. A plan shows it: give it through a variable that is `sensitive`, or use
   * `ownershipChallengeWo`.
   * @default none
   */
  readonly ownershipChallenge?: string;
  /**
   * The same, never stored. Takes the token of an ephemeral `OwnershipChallenge`. Never in plan or state; needs
   * Terraform 1.11 or OpenTofu 1.11.
   * @default none
   */
  readonly ownershipChallengeWo?: string;
  /**
   * What is logged. The service cannot change it: another dataset means a new job.
   * @default "http_requests"
   */
  readonly dataset?: string;
  /**
   * `""`, or `edge` for delivery from the edge. Another kind means a new job.
   * @default ""
   */
  readonly kind?: OneOf<'' | 'edge'>;
  /**
   * Whether log entries are delivered.
   * @default false
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * Letters, digits, `-` and `.`. The service takes a name for several jobs; give each its own.
   * @default ""
   */
  readonly name?: string;
  /**
   * Which log entries are delivered: JSON text `{"where": …}`, best written with `JSON.stringify`. Compared as JSON.
   * @default none
   */
  readonly filter?: string;
  /**
   * `high` or `low`.
   * @default "high"
   * @deprecated Use maxUploadIntervalSeconds, maxUploadBytes and maxUploadRecords.
   */
  readonly frequency?: OneOf<'high' | 'low'>;
  /**
   * What is logged, as query-string text: `fields=RayID,ClientIP&timestamps=rfc3339`. Compared by meaning: neither
   * order nor encoding makes a difference. Excludes `options`, from which it is made otherwise. Null when only
   * `outputOptions` is declared.
   * @default none
   */
  readonly logpullOptions?: string;
  /**
   * What is logged. Excludes `logpullOptions`, from which it is read otherwise. Null when only `outputOptions` is
   * declared.
   * @default none
   */
  readonly options?: LogpushJobOptions | IResolvable;
  /**
   * What is logged and in which form; always sent as a whole. Where it is set, the service passes over
   * `logpullOptions`, so set only one of them.
   * @default none
   */
  readonly outputOptions?: LogpushJobOutputOptions | IResolvable;
  /**
   * The largest batch: 0 for no limit of its own, or 5000000 to 1000000000 bytes.
   * @default 0
   */
  readonly maxUploadBytes?: number;
  /**
   * The longest wait for a batch: 0 for no limit of its own, or 30 to 300 seconds.
   * @default 0
   */
  readonly maxUploadIntervalSeconds?: number;
  /**
   * The most records of a batch: 0 for no limit of its own, or 1000 to 1000000.
   * @default 0
   */
  readonly maxUploadRecords?: number;
}

/**
 * What is logged. Excludes `logpullOptions`, from which it is read otherwise. Null when only `outputOptions` is
 * declared.
 */
export interface LogpushJobOptions {
  /**
   * Names of log fields of the dataset. Read from a text, an option without an attribute here stands among them, such
   * as `CVE-2021-44228=true`.
   */
  readonly fields: readonly string[];
  /**
   * `unixnano`, `unix` or `rfc3339`.
   * @default "unixnano"
   */
  readonly timestamps?: OneOf<'unixnano' | 'unix' | 'rfc3339'>;
  /**
   * The part of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sample?: number;
}

/**
 * What is logged and in which form; always sent as a whole. Where it is set, the service passes over
 * `logpullOptions`, so set only one of them.
 */
export interface LogpushJobOutputOptions {
  /** Names of log fields of the dataset, in the order of the columns. */
  readonly fieldNames: readonly string[];
  /**
   * `ndjson` or `csv`.
   * @default "ndjson"
   */
  readonly outputType?: OneOf<'ndjson' | 'csv'>;
  /**
   * `unixnano`, `unix`, `rfc3339`, `rfc3339ms` or `rfc3339ns`.
   * @default "unixnano"
   */
  readonly timestampFormat?: OneOf<'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns'>;
  /**
   * The part of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sampleRate?: number;
  /**
   * Before each batch.
   * @default ""
   */
  readonly batchPrefix?: string;
  /**
   * After each batch.
   * @default ""
   */
  readonly batchSuffix?: string;
  /**
   * Before each record.
   * @default `{` for ndjson, nothing for csv
   */
  readonly recordPrefix?: string;
  /**
   * After each record.
   * @default `}` and a line end for ndjson, a line end for csv
   */
  readonly recordSuffix?: string;
  /**
   * Between records.
   * @default ""
   */
  readonly recordDelimiter?: string;
  /**
   * A template for the whole record instead of its fields in order.
   * @default ""
   */
  readonly recordTemplate?: string;
  /**
   * Between the fields of a record.
   * @default ","
   */
  readonly fieldDelimiter?: string;
  /**
   * Defuses `${` in log entries (the key `CVE-2021-44228` of the service).
   * @default false
   */
  readonly defuseLookups?: boolean | IResolvable;
  /**
   * Merges subrequests into their request; `http_requests` only.
   * @default false
   */
  readonly mergeSubrequests?: boolean | IResolvable;
}

/** References to the attributes of `LogpushJob`. */
export interface LogpushJobReferences {
  /** The zone, 32 hexadecimal digits. Another zone means a new job. */
  readonly zoneId: string;
  /**
   * Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. Where it holds
   * secrets, use `destinationConfWo` instead.
   */
  readonly destinationConf: string;
  /**
   * Count it up to send a changed `destinationConfWo`. It is null in the state while the service delivers elsewhere
   * than what was last sent.
   */
  readonly destinationConfWoVersion: number;
  /** The part of the destination that holds no secret: scheme and host, and for object stores the path. */
  readonly destination: string;
  /**
   * The token that proves ownership of the destination; destinations of the schemes `s3` (without keys), `gs`,
   * `azure` and `sumo` need it. It is read when the job is made and when its destination changes. On its own, a
   * changed value is no change. A plan shows it: give it through a variable that is `sensitive`, or use
   * `ownershipChallengeWo`.
   */
  readonly ownershipChallenge: string;
  /** What is logged. The service cannot change it: another dataset means a new job. */
  readonly dataset: string;
  /** `""`, or `edge` for delivery from the edge. Another kind means a new job. */
  readonly kind: string;
  /** Whether log entries are delivered. */
  readonly enabled: IResolvable;
  /** Letters, digits, `-` and `.`. The service takes a name for several jobs; give each its own. */
  readonly name: string;
  /** Which log entries are delivered: JSON text `{"where": …}`, best written with `JSON.stringify`. Compared as JSON. */
  readonly filter: string;
  /** `high` or `low`. */
  readonly frequency: string;
  /**
   * What is logged, as query-string text: `fields=RayID,ClientIP&timestamps=rfc3339`. Compared by meaning: neither
   * order nor encoding makes a difference. Excludes `options`, from which it is made otherwise. Null when only
   * `outputOptions` is declared.
   */
  readonly logpullOptions: string;
  /**
   * What is logged. Excludes `logpullOptions`, from which it is read otherwise. Null when only `outputOptions` is
   * declared.
   */
  readonly options: LogpushJobOptionsReferences;
  /**
   * What is logged and in which form; always sent as a whole. Where it is set, the service passes over
   * `logpullOptions`, so set only one of them.
   */
  readonly outputOptions: LogpushJobOutputOptionsReferences;
  /** The largest batch: 0 for no limit of its own, or 5000000 to 1000000000 bytes. */
  readonly maxUploadBytes: number;
  /** The longest wait for a batch: 0 for no limit of its own, or 30 to 300 seconds. */
  readonly maxUploadIntervalSeconds: number;
  /** The most records of a batch: 0 for no limit of its own, or 1000 to 1000000. */
  readonly maxUploadRecords: number;
  /** The job's number at the service. */
  readonly jobId: number;
  /**
   * Whether the job was there before and was imported; false when this resource made it. Null in a state that was
   * written before there was this attribute.
   */
  readonly takenOver: IResolvable;
}

/**
 * What is logged. Excludes `logpullOptions`, from which it is read otherwise. Null when only `outputOptions` is
 * declared.
 */
export interface LogpushJobOptionsReferences {
  /**
   * Names of log fields of the dataset. Read from a text, an option without an attribute here stands among them, such
   * as `CVE-2021-44228=true`.
   */
  readonly fields: string[];
  /** `unixnano`, `unix` or `rfc3339`. */
  readonly timestamps: string;
  /** The part of the log entries to keep: above 0, at most 1. */
  readonly sample: number;
}

/**
 * What is logged and in which form; always sent as a whole. Where it is set, the service passes over
 * `logpullOptions`, so set only one of them.
 */
export interface LogpushJobOutputOptionsReferences {
  /** Names of log fields of the dataset, in the order of the columns. */
  readonly fieldNames: string[];
  /** `ndjson` or `csv`. */
  readonly outputType: string;
  /** `unixnano`, `unix`, `rfc3339`, `rfc3339ms` or `rfc3339ns`. */
  readonly timestampFormat: string;
  /** The part of the log entries to keep: above 0, at most 1. */
  readonly sampleRate: number;
  /** Before each batch. */
  readonly batchPrefix: string;
  /** After each batch. */
  readonly batchSuffix: string;
  /** Before each record. When it is left out: `{` for ndjson, nothing for csv. */
  readonly recordPrefix: string;
  /** After each record. When it is left out: `}` and a line end for ndjson, a line end for csv. */
  readonly recordSuffix: string;
  /** Between records. */
  readonly recordDelimiter: string;
  /** A template for the whole record instead of its fields in order. */
  readonly recordTemplate: string;
  /** Between the fields of a record. */
  readonly fieldDelimiter: string;
  /** Defuses `${` in log entries (the key `CVE-2021-44228` of the service). */
  readonly defuseLookups: IResolvable;
  /** Merges subrequests into their request; `http_requests` only. */
  readonly mergeSubrequests: IResolvable;
}
