import type { IResolvable } from 'cdktf';
import type { logpushJobSchema } from '../../schema';
import type { MetaArguments } from '../binding/meta';
import type { PropsOf } from '../binding/props';
import type { LogCustomFields } from '../log-custom-fields';
import type { OwnershipChallenge } from '../ownership-challenge';
import type { JobOptionsProps } from './job-options';
import type { LogDestination } from './log-destination';

type Job = PropsOf<typeof logpushJobSchema>;

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
export interface LogpushJobSettings extends Omit<Job, OwnForm>, JobOptionsProps, MetaArguments {
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
  /**
   * Whether log entries are delivered.
   * @default false
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * Letters, digits, `-` and `.`.
   * @default ""
   */
  readonly name?: string;
  /**
   * What is logged. Another dataset means a new job.
   * @default "http_requests"
   */
  readonly dataset?: string;
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
