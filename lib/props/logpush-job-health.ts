// Written by "npm run docs" from logpushJobHealthSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';

/** The arguments of `LogpushJobHealth`. */
export interface LogpushJobHealthArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** The job's number at the service: `jobId` of a `LogpushJob`. */
  readonly jobId: number;
}

/** References to the attributes of `LogpushJobHealth`. */
export interface LogpushJobHealthReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** The job's number at the service: `jobId` of a `LogpushJob`. */
  readonly jobId: number;
  /** Whether log entries are delivered. */
  readonly enabled: IResolvable;
  /**
   * Whether no delivery has failed since the last successful one. Also true before the first delivery: `lastComplete`
   * shows whether there was one.
   */
  readonly healthy: IResolvable;
  /** When a delivery last succeeded, ISO 8601 in UTC. Null before the first one. */
  readonly lastComplete: string;
  /** When a delivery last failed, ISO 8601 in UTC. Null while deliveries succeed. */
  readonly lastError: string;
  /**
   * Why it failed, in the words of the service, without secrets of the destination. Empty while deliveries succeed,
   * so that it can be used in a template.
   */
  readonly errorMessage: string;
}
