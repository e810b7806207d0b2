// Written by "npm run docs" from logpushJobsSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { ListReference } from '../binding/references';

/** The arguments of `LogpushJobs`. */
export interface LogpushJobsArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * The numbers of the jobs that configurations declare: `jobId` of each `LogpushJob`. While one of them is known
   * only after apply, the jobs are read then; with `known_job_ids` in a local value, in every plan. None when
   * omitted.
   * @default none
   */
  readonly declaredJobIds?: readonly number[];
}

/** References to the attributes of `LogpushJobs`. */
export interface LogpushJobsReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * The numbers of the jobs that configurations declare: `jobId` of each `LogpushJob`. While one of them is known
   * only after apply, the jobs are read then; with `known_job_ids` in a local value, in every plan. None when
   * omitted.
   */
  readonly declaredJobIds: IResolvable;
  /** All jobs of the zone, by number. */
  readonly jobs: ListReference<LogpushJobsJobsReferences>;
  /**
   * Those of them that `declaredJobIds` does not hold, without those that this run has found in the state: it
   * replaces or destroys them.
   */
  readonly undeclaredJobs: ListReference<LogpushJobsUndeclaredJobsReferences>;
}

/** All jobs of the zone, by number. */
export interface LogpushJobsJobsReferences {
  /** Its number at the service. */
  readonly jobId: number;
  /** The id of an import block that adopts it: `<zone id>/<job id>`. */
  readonly importId: string;
  /** Its name, `""` when it has none. */
  readonly name: string;
  /** What it logs. */
  readonly dataset: string;
  /** `""` or `edge`. */
  readonly kind: string;
  /** Whether log entries are delivered. */
  readonly enabled: IResolvable;
  /** The part of the destination that holds no secret: the scheme, the host and, for object stores, the path. */
  readonly destination: string;
}

/**
 * Those of them that `declaredJobIds` does not hold, without those that this run has found in the state: it replaces
 * or destroys them.
 */
export interface LogpushJobsUndeclaredJobsReferences {
  /** Its number at the service. */
  readonly jobId: number;
  /** The id of an import block that adopts it: `<zone id>/<job id>`. */
  readonly importId: string;
  /** Its name, `""` when it has none. */
  readonly name: string;
  /** What it logs. */
  readonly dataset: string;
  /** `""` or `edge`. */
  readonly kind: string;
  /** Whether log entries are delivered. */
  readonly enabled: IResolvable;
  /** The part of the destination that holds no secret: the scheme, the host and, for object stores, the path. */
  readonly destination: string;
}
