import type { IResolvable } from 'cdktf';
import type { MetaArguments } from '../elements/meta';
import type { AnyOf } from '../binding/props';
import type { LogDataset } from './dataset-fields';
import type { LogFilter } from './log-filter';
import type { LogCustomFields } from './log-custom-fields';
import type { LogpushJobArguments } from '../props';
import type { JobOptionsProps } from './job-options';
import type { LogDestination } from './log-destination';

/** The props that have another form than in the schema. */
type OwnForm =
  | 'zoneId'
  | 'enabled'
  | 'dataset'
  | 'filter'
  | 'destinationConf'
  | 'destinationConfWo'
  | 'destinationConfWoVersion'
  | 'ownershipChallenge'
  | 'ownershipChallengeWo'
  | 'outputOptions'
  | 'logpullOptions';

/** What is logged, and where it goes. */
export interface LogpushJobSettings
  extends Omit<LogpushJobArguments, OwnForm>, JobOptionsProps, MetaArguments {
  /** Where the log entries go: a `LogDestination`, or its text. */
  readonly destination: LogDestination | string;
  /**
   * Whether log entries are delivered. The resource itself has the default of the service, `false`.
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * What is logged. Changing it replaces the job, because the service cannot change it.
   * @default "http_requests"
   */
  readonly dataset?: AnyOf<LogDataset>;
  /**
   * Which log entries are delivered: comparisons and their combinations, or the service's JSON text.
   * @default all
   * @example { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: 500 }, { key: 'ZoneName', operator: 'eq', value: 'example.com' }] }
   */
  readonly filter?: LogFilter | string;
  /**
   * Increase it to send a changed destination that is not stored: the engine cannot detect the change.
   * @default 1 for a destination that is not stored
   */
  readonly destinationVersion?: number;
  /**
   * The token that proves ownership of the destination: the text that the service wrote into the file there that a
   * `LogpushOwnershipChallenge` names. `destination.needsChallenge` says whether the service needs one.
   * @default none
   */
  readonly ownershipChallenge?: string;
  /**
   * Whether the secrets of the destination and the challenge are stored in the state. Not storing them needs
   * Terraform 1.11 or OpenTofu 1.11. A destination without secrets is always stored, so that changes are detected.
   * @default false
   */
  readonly storeSecrets?: boolean;
}

/** A log push job of a zone. */
export interface LogpushJobProps extends LogpushJobSettings {
  /**
   * The zone, 32 hexadecimal digits. Changing it replaces the job.
   * @default the zone of `customFields`
   */
  readonly zoneId?: string;
  /**
   * The custom log fields of the zone: the job lists the log fields that hold them, and is created after them.
   * @default none
   */
  readonly customFields?: LogCustomFields;
  /**
   * Whether `RequestHeaders`, `ResponseHeaders` and `Cookies` are listed, each if `customFields` has some.
   * @default true
   */
  readonly includeCustomFields?: boolean;
}
