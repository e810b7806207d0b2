import type { Construct } from 'constructs';
import { logpushJobsSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import { ZoneDataSource } from '../elements/zone-data-source';
import type { LogpushJobsArguments, LogpushJobsReferences } from '../props';

/** Whose jobs to look up, and which of them are declared. */
export interface LogpushJobsProps extends LogpushJobsArguments, MetaArguments {}

/**
 * Reads the log push jobs of a zone, whoever created them: in every plan, unless a declared job is to be created.
 *
 * @example
 * const { zoneId, jobId } = job; // a LogpushJob
 * const found = new LogpushJobs(stack, 'found', { zoneId, declaredJobIds: [jobId] });
 * new TerraformOutput(stack, 'undeclared', { value: found.undeclaredJobs });
 */
export class LogpushJobs extends ZoneDataSource<typeof logpushJobsSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = logpushJobsSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: LogpushJobsReferences;

  constructor(scope: Construct, id: string, props: LogpushJobsProps) {
    super(scope, id, logpushJobsSchema, props);
  }

  /** All jobs of the zone, by number. */
  get jobs(): LogpushJobsReferences['jobs'] {
    return this.references.jobs;
  }

  /** Those of them that `declaredJobIds` does not hold. */
  get undeclaredJobs(): LogpushJobsReferences['undeclaredJobs'] {
    return this.references.undeclaredJobs;
  }
}
