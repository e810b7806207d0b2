import type { Construct } from 'constructs';
import { logpushOwnershipChallengeSchema } from '../../schema';
import { LogpushOwnershipChallengeAttributes } from '../attributes/logpush-ownership-challenge';
import { checkProps, failOn, warnOn } from '../binding/checks';
import type { MetaArguments } from '../elements/meta';
import { ZoneResource } from '../elements/zone-resource';
import type { LogpushOwnershipChallengeArguments } from '../props';
import { zoneOfInstance } from '../stack/repetition';
import { inJobProps } from './job-problems';
import type { LogpushJobProps } from './logpush-job';
import { clearTextWarnings, credentialWarnings } from './job-warnings';
import {
  asDestination,
  DESTINATION_PROPS,
  destinationArguments,
  type LogDestination,
} from './log-destination';

/** A proof of ownership of a destination. */
export interface LogpushOwnershipChallengeProps
  extends
    Pick<LogpushOwnershipChallengeArguments, 'zoneId'>,
    Pick<LogpushJobProps, 'destinationVersion' | 'storeSecrets'>,
    MetaArguments {
  /** The destination, exactly as in the job. */
  readonly destination: LogDestination | string;
}

/**
 * Has the service write a token into a file at a destination, once. The object store's own provider reads the file, and
 * its content is the `ownershipChallenge` of a job.
 *
 * @example
 * const destination = LogDestination.s3({ bucket: 'logs', region: 'eu-central-1' });
 * const { filename } = new LogpushOwnershipChallenge(stack, 'challenge', { zoneId, destination });
 * const token = new DataAwsS3Object(stack, 'token', { bucket: 'logs', key: filename }); // of @cdktf/provider-aws
 * new LogpushJob(stack, 'job', { zoneId, destination, ownershipChallenge: token.body });
 */
export class LogpushOwnershipChallenge extends LogpushOwnershipChallengeAttributes {
  /** The zone, as given. */
  readonly zoneId: string;
  /** The destination whose ownership it proves. */
  readonly destination: LogDestination;

  protected readonly inner: ZoneResource<typeof logpushOwnershipChallengeSchema>;

  constructor(scope: Construct, id: string, props: LogpushOwnershipChallengeProps) {
    super(scope, id);
    const { zoneId } = props;
    const destination = asDestination(props.destination);
    this.zoneId = zoneId;
    this.destination = destination;
    const values = { zoneId, ...destinationArguments(destination, props) };
    const schema = logpushOwnershipChallengeSchema;
    this.inner = new ZoneResource(this, 'Default', schema, () => values, props, DESTINATION_PROPS);
    failOn(this, () => [
      ...destination.withProblems([...checkProps(schema, values), ...this.inner.problems()].map(inJobProps)),
      ...zoneOfInstance(zoneId, this.inner),
    ]);
    warnOn(this, () => [
      ...credentialWarnings(values.destinationConf),
      ...clearTextWarnings(destination.conf),
    ]);
  }
}
