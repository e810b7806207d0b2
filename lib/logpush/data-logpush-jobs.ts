import type { Construct } from 'constructs';
import { logpushJobsSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import { ZoneDataSource } from '../elements/zone-data-source';
import type { DataLogpushJobsArguments, DataLogpushJobsReferences } from '../props';

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
