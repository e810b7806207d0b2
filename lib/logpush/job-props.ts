import type { MetaArguments } from '../binding/meta';
import type { LogCustomFields } from '../log-fields/log-custom-fields';
import type { OwnershipChallenge } from './ownership-challenge';
import type { LogpushJobArguments } from '../props';
import type { JobOptionsProps } from './job-options';
import type { LogDestination } from './log-destination';

/** What the construct takes in a form of its own. */
type OwnForm =
  | 'zoneId'
  | 'destinationConf'
  | 'destinationConfWo'
  | 'destinationConfWoVersion'
  | 'ownershipChallenge'
  | 'ownershipChallengeWo'
  | 'options'
  | 'outputOptions'
  | 'logpullOptions';

/** What is logged, and where it goes. */
export interface LogpushJobSettings
  extends Omit<LogpushJobArguments, OwnForm>, JobOptionsProps, MetaArguments {
  /** Where the log entries go: what a builder of `LogDestination` makes, or its text. */
  readonly destination: LogDestination | string;
  /**
   * Count it up to send a changed destination that is not stored: the engine cannot see that it has changed.
   * @default 1 for a destination that is not stored
   */
  readonly destinationVersion?: number;
  /**
   * The token that proves ownership of the destination: an `OwnershipChallenge`, or the text that the service wrote
   * into a file there. `destination.needsChallenge` tells whether the service asks for one.
   * @default none
   */
  readonly ownershipChallenge?: OwnershipChallenge | string;
  /**
   * Whether secrets, in the destination and the challenge, are stored in the state. Not storing them takes Terraform
   * 1.11 or OpenTofu 1.11. A destination without secrets is stored in any case, so that a change of it is seen.
   * @default false
   */
  readonly storeSecrets?: boolean;
}

/** A log push job of a zone. */
export interface LogpushJobProps extends LogpushJobSettings {
  /**
   * The zone, 32 hexadecimal digits. Another zone means a new job.
   * @default the zone of `customFields`
   */
  readonly zoneId?: string;
  /**
   * The custom log fields of the zone: the job lists the fields that hold them, and is made after them.
   * @default none
   */
  readonly customFields?: LogCustomFields;
  /**
   * Whether `RequestHeaders`, `ResponseHeaders` and `Cookies` are listed, each while `customFields` has some.
   * @default true
   */
  readonly addCustomFields?: boolean;
}
