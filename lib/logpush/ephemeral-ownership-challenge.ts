import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { ephemeralOwnershipChallengeSchema } from '../../schema';
import { failOn } from '../binding/checks';
import type { EphemeralLogpushOwnershipChallengeArguments } from '../props';
import { type EphemeralMeta, ZoneEphemeral } from '../elements/zone-ephemeral';
import { asDestination, type LogDestination } from './log-destination';
import { isRecognized, recognizable } from '../binding/marks';
import type { StackMember } from '../stack/stack-member';
import { zoneOfInstance } from '../stack/repetition';
import { inJobProps } from './job-problems';

const OWNERSHIP_CHALLENGE = Symbol.for('zonewright/EphemeralLogpushOwnershipChallenge');

/** Whether a value is an `EphemeralLogpushOwnershipChallenge` of any copy of this package. */
export function isOwnershipChallenge(value: unknown): value is EphemeralLogpushOwnershipChallenge {
  return isRecognized(value, OWNERSHIP_CHALLENGE);
}

/** A proof of ownership of a destination. */
export interface EphemeralLogpushOwnershipChallengeProps
  extends Omit<EphemeralLogpushOwnershipChallengeArguments, 'destinationConf'>, EphemeralMeta {
  /** The destination, exactly as in the job. */
  readonly destination: LogDestination | string;
  /**
   * Where the file with the token can be read: the folder that the bucket is mounted or synchronised to, as a path or
   * `file:` URL, or its `https` address.
   * @default none: there is a file name but no token
   */
  readonly readFrom?: string;
}

/**
 * Has the service write a token into a file at a destination, and reads it for a job of the same run. Nothing is
 * stored: it is an ephemeral resource, which needs Terraform 1.11 or OpenTofu 1.11.
 *
 * @example
 * const destination = LogDestination.gcs({ bucket: 'logs' });
 * const ownershipChallenge = new EphemeralLogpushOwnershipChallenge(stack, 'challenge', {
 *   ...{ zoneId, destination, readFrom: '/mnt/logs' },
 * });
 * new LogpushJob(stack, 'job', { zoneId, destination, ownershipChallenge });
 */
export class EphemeralLogpushOwnershipChallenge extends Construct implements ITerraformDependable {
  /** The zone, as given. */
  readonly zoneId: string;
  /** The destination whose ownership it proves. */
  readonly destination: LogDestination;

  private readonly inner: ZoneEphemeral<typeof ephemeralOwnershipChallengeSchema>;

  constructor(scope: Construct, id: string, props: EphemeralLogpushOwnershipChallengeProps) {
    super(scope, id);
    recognizable(this, OWNERSHIP_CHALLENGE);
    this.zoneId = props.zoneId;
    const { zoneId, readFrom, readTimeout } = props;
    const destination = asDestination(props.destination);
    this.destination = destination;
    this.inner = new ZoneEphemeral(
      this,
      'Default',
      ephemeralOwnershipChallengeSchema,
      { zoneId, destinationConf: destination.conf, readFrom, readTimeout },
      props,
      { destination: true, destinationConf: false },
    );
    failOn(this, () => [
      ...destination.withProblems(this.inner.problems().map(inJobProps)),
      ...zoneOfInstance(zoneId, this.inner),
    ]);
  }

  /** The token. Only write-only attributes accept it, such as a job's challenge. */
  get token(): string {
    return this.inner.textReference('token');
  }

  /** The file that holds the token: its path in the bucket. Only write-only attributes accept it. */
  get filename(): string {
    return this.inner.textReference('filename');
  }

  /** The ephemeral resource itself. */
  get ephemeral(): StackMember {
    return this.inner;
  }

  /** The address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }
}
