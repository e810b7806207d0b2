import type { Construct } from 'constructs';
import type { IResolvable } from 'cdktf';
import { logpushJobsSchema, logpushJobHealthSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import { ZoneDataSource } from '../elements/zone-data-source';
import type {
  DataLogpushJobsArguments,
  DataLogpushJobsReferences,
  DataLogpushJobHealthArguments,
  DataLogpushJobHealthReferences,
} from '../props';

/** Whose jobs to look up. */
export interface DataLogpushJobsProps extends DataLogpushJobsArguments, MetaArguments {}

/**
 * Reads the log push jobs of a zone, whoever created them.
 *
 * @example
 * const found = new DataLogpushJobs(stack, 'found', { zoneId });
 * new TerraformOutput(stack, 'jobs', { value: found.jobs });
 */
export class DataLogpushJobs extends ZoneDataSource<typeof logpushJobsSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = logpushJobsSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataLogpushJobsReferences;

  constructor(scope: Construct, id: string, props: DataLogpushJobsProps) {
    super(scope, id, logpushJobsSchema, props);
  }

  /** All jobs of the zone, by number. */
  get jobs(): DataLogpushJobsReferences['jobs'] {
    return this.references.jobs;
  }
}

/** Whose health to look up. */
export interface DataLogpushJobHealthProps extends DataLogpushJobHealthArguments, MetaArguments {}

/**
 * Reads the health of the deliveries of a log push job in every plan.
 *
 * @example
 * const { zoneId, jobId } = job; // a LogpushJob
 * const health = new DataLogpushJobHealth(stack, 'health', { zoneId, jobId });
 * new TerraformOutput(stack, 'healthy', { value: health.healthy });
 */
export class DataLogpushJobHealth extends ZoneDataSource<typeof logpushJobHealthSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = logpushJobHealthSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataLogpushJobHealthReferences;

  constructor(scope: Construct, id: string, props: DataLogpushJobHealthProps) {
    super(scope, id, logpushJobHealthSchema, props);
  }

  /** Whether log entries are delivered. */
  get enabled(): IResolvable {
    return this.references.enabled;
  }

  /** Whether no delivery has failed since the last successful one. Also true before the first delivery. */
  get healthy(): IResolvable {
    return this.references.healthy;
  }

  /** When a delivery last succeeded, ISO 8601 in UTC. Null before the first one. */
  get lastComplete(): string {
    return this.references.lastComplete;
  }

  /** When a delivery last failed, ISO 8601 in UTC. Null while deliveries succeed. */
  get lastError(): string {
    return this.references.lastError;
  }

  /** Why it failed, in the words of the service, without secrets of the destination. Empty while deliveries succeed. */
  get errorMessage(): string {
    return this.references.errorMessage;
  }
}
