// Written by "npm run docs" from logpushJobSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';

/** The arguments of `LogpushJob`. */
export interface LogpushJobArguments {
  /** The zone, 32 hexadecimal digits. Changing it replaces the job. */
  readonly zoneId: string;
  /**
   * Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. If it holds
   * secrets, use `destinationConfWo` instead. A new job needs one of the two; without either, an existing job keeps
   * its destination. Hidden in what the engine prints.
   * @default none
   */
  readonly destinationConf?: string;
  /**
   * The same as `destinationConf`, never stored. Needs `destinationConfWoVersion`. Never in plan or state; needs
   * Terraform 1.11 or OpenTofu 1.11.
   * @default none
   */
  readonly destinationConfWo?: string;
  /**
   * Increase it to send a changed `destinationConfWo`. It is null in the state while the service delivers somewhere
   * else than last sent.
   * @default none
   */
  readonly destinationConfWoVersion?: number;
  /**
   * The token that proves ownership of the destination. Destinations of the schemes `s3` (without keys), `gs`,
   * `azure` and `sumo` need it. It is used when the job is created and when its destination changes. Changing only
   * this value changes nothing. A plan shows it: pass it through a `sensitive` variable, or use
   * `ownershipChallengeWo`.
   * @default none
   */
  readonly ownershipChallenge?: string;
  /**
   * The same as `ownershipChallenge`, never stored. Accepts the token of an ephemeral `OwnershipChallenge`. Never in
   * plan or state; needs Terraform 1.11 or OpenTofu 1.11.
   * @default none
   */
  readonly ownershipChallengeWo?: string;
  /**
   * What is logged. Changing it replaces the job, because the service cannot change it.
   * @default "http_requests"
   */
  readonly dataset?: string;
  /**
   * `""`, or `edge` for delivery from the edge. Changing it replaces the job.
   * @default ""
   */
  readonly kind?: OneOf<'' | 'edge'>;
  /**
   * Whether log entries are delivered.
   * @default false
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * Letters, digits, `-`, `.` and `_`. The service accepts one name for several jobs; give each its own.
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
   * What is logged, as query-string text: `fields=RayID,ClientIP&timestamps=rfc3339`. Compared by meaning, not by
   * order or encoding. Conflicts with `options`; when that is set, computed from it. Null when only `outputOptions`
   * is declared.
   * @default none
   */
  readonly logpullOptions?: string;
  /**
   * What is logged. Conflicts with `logpullOptions`; when that is set, computed from it. Null when only
   * `outputOptions` is declared.
   * @default none
   */
  readonly options?: LogpushJobOptions | IResolvable;
  /**
   * What is logged and in which form; always sent as a whole. The service then ignores `logpullOptions`, so set only
   * one of them.
   * @default none
   */
  readonly outputOptions?: LogpushJobOutputOptions | IResolvable;
  /**
   * The largest batch: 5000000 to 1000000000 bytes, or 0 for no limit.
   * @default 0
   */
  readonly maxUploadBytes?: number;
  /**
   * The longest wait for a batch: 30 to 300 seconds, or 0 for no limit.
   * @default 0
   */
  readonly maxUploadIntervalSeconds?: number;
  /**
   * The most records in a batch: 1000 to 1000000, or 0 for no limit.
   * @default 0
   */
  readonly maxUploadRecords?: number;
}

/**
 * What is logged. Conflicts with `logpullOptions`; when that is set, computed from it. Null when only `outputOptions`
 * is declared.
 */
export interface LogpushJobOptions {
  /**
   * Names of log fields of the dataset. When computed from `logpullOptions`, it also holds options that have no
   * attribute here, such as `CVE-2021-44228=true`.
   */
  readonly fields: readonly string[];
  /**
   * `unixnano`, `unix` or `rfc3339`.
   * @default "unixnano"
   */
  readonly timestamps?: OneOf<'unixnano' | 'unix' | 'rfc3339'>;
  /**
   * The fraction of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sample?: number;
}

/**
 * What is logged and in which form; always sent as a whole. The service then ignores `logpullOptions`, so set only
 * one of them.
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
   * The fraction of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sampleRate?: number;
  /**
   * Text before each batch.
   * @default ""
   */
  readonly batchPrefix?: string;
  /**
   * Text after each batch.
   * @default ""
   */
  readonly batchSuffix?: string;
  /**
   * Text before each record.
   * @default `{` for ndjson, nothing for csv
   */
  readonly recordPrefix?: string;
  /**
   * Text after each record.
   * @default `}` and a newline for ndjson, a newline for csv
   */
  readonly recordSuffix?: string;
  /**
   * Text between records.
   * @default ""
   */
  readonly recordDelimiter?: string;
  /**
   * A template for the whole record instead of its fields in order.
   * @default ""
   */
  readonly recordTemplate?: string;
  /**
   * Text between the fields of a record.
   * @default ","
   */
  readonly fieldDelimiter?: string;
  /**
   * Whether `${` in log entries is defused (the key `CVE-2021-44228` of the service).
   * @default false
   */
  readonly defuseLookups?: boolean | IResolvable;
  /**
   * Whether subrequests are merged into their request; `http_requests` only.
   * @default false
   */
  readonly mergeSubrequests?: boolean | IResolvable;
}

/** References to the attributes of `LogpushJob`. */
export interface LogpushJobReferences {
  /** The zone, 32 hexadecimal digits. Changing it replaces the job. */
  readonly zoneId: string;
  /**
   * Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. If it holds
   * secrets, use `destinationConfWo` instead. A new job needs one of the two; without either, an existing job keeps
   * its destination.
   */
  readonly destinationConf: string;
  /**
   * Increase it to send a changed `destinationConfWo`. It is null in the state while the service delivers somewhere
   * else than last sent.
   */
  readonly destinationConfWoVersion: number;
  /** The part of the destination that holds no secret: the scheme, the host and, for object stores, the path. */
  readonly destination: string;
  /**
   * The token that proves ownership of the destination. Destinations of the schemes `s3` (without keys), `gs`,
   * `azure` and `sumo` need it. It is used when the job is created and when its destination changes. Changing only
   * this value changes nothing. A plan shows it: pass it through a `sensitive` variable, or use
   * `ownershipChallengeWo`.
   */
  readonly ownershipChallenge: string;
  /** What is logged. Changing it replaces the job, because the service cannot change it. */
  readonly dataset: string;
  /** `""`, or `edge` for delivery from the edge. Changing it replaces the job. */
  readonly kind: string;
  /** Whether log entries are delivered. */
  readonly enabled: IResolvable;
  /** Letters, digits, `-`, `.` and `_`. The service accepts one name for several jobs; give each its own. */
  readonly name: string;
  /** Which log entries are delivered: JSON text `{"where": …}`, best written with `JSON.stringify`. Compared as JSON. */
  readonly filter: string;
  /** `high` or `low`. */
  readonly frequency: string;
  /**
   * What is logged, as query-string text: `fields=RayID,ClientIP&timestamps=rfc3339`. Compared by meaning, not by
   * order or encoding. Conflicts with `options`; when that is set, computed from it. Null when only `outputOptions`
   * is declared.
   */
  readonly logpullOptions: string;
  /**
   * What is logged. Conflicts with `logpullOptions`; when that is set, computed from it. Null when only
   * `outputOptions` is declared.
   */
  readonly options: LogpushJobOptionsReferences;
  /**
   * What is logged and in which form; always sent as a whole. The service then ignores `logpullOptions`, so set only
   * one of them.
   */
  readonly outputOptions: LogpushJobOutputOptionsReferences;
  /** The largest batch: 5000000 to 1000000000 bytes, or 0 for no limit. */
  readonly maxUploadBytes: number;
  /** The longest wait for a batch: 30 to 300 seconds, or 0 for no limit. */
  readonly maxUploadIntervalSeconds: number;
  /** The most records in a batch: 1000 to 1000000, or 0 for no limit. */
  readonly maxUploadRecords: number;
  /** The job's number at the service. */
  readonly jobId: number;
  /**
   * Whether the job existed before and was imported; false when this resource created it. Null in states of older
   * releases.
   */
  readonly takenOver: IResolvable;
}

/**
 * What is logged. Conflicts with `logpullOptions`; when that is set, computed from it. Null when only `outputOptions`
 * is declared.
 */
export interface LogpushJobOptionsReferences {
  /**
   * Names of log fields of the dataset. When computed from `logpullOptions`, it also holds options that have no
   * attribute here, such as `CVE-2021-44228=true`.
   */
  readonly fields: string[];
  /** `unixnano`, `unix` or `rfc3339`. */
  readonly timestamps: string;
  /** The fraction of the log entries to keep: above 0, at most 1. */
  readonly sample: number;
}

/**
 * What is logged and in which form; always sent as a whole. The service then ignores `logpullOptions`, so set only
 * one of them.
 */
export interface LogpushJobOutputOptionsReferences {
  /** Names of log fields of the dataset, in the order of the columns. */
  readonly fieldNames: string[];
  /** `ndjson` or `csv`. */
  readonly outputType: string;
  /** `unixnano`, `unix`, `rfc3339`, `rfc3339ms` or `rfc3339ns`. */
  readonly timestampFormat: string;
  /** The fraction of the log entries to keep: above 0, at most 1. */
  readonly sampleRate: number;
  /** Text before each batch. */
  readonly batchPrefix: string;
  /** Text after each batch. */
  readonly batchSuffix: string;
  /** Text before each record. Default: `{` for ndjson, nothing for csv. */
  readonly recordPrefix: string;
  /** Text after each record. Default: `}` and a newline for ndjson, a newline for csv. */
  readonly recordSuffix: string;
  /** Text between records. */
  readonly recordDelimiter: string;
  /** A template for the whole record instead of its fields in order. */
  readonly recordTemplate: string;
  /** Text between the fields of a record. */
  readonly fieldDelimiter: string;
  /** Whether `${` in log entries is defused (the key `CVE-2021-44228` of the service). */
  readonly defuseLookups: IResolvable;
  /** Whether subrequests are merged into their request; `http_requests` only. */
  readonly mergeSubrequests: IResolvable;
}
