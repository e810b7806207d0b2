import { call, Lazy, TerraformLocal, TerraformStack, Token, type IResolvable } from 'cdktf';
import { Construct } from 'constructs';
import { knownJobIdsFunction, providerSchema } from '../../schema';
import type { MetaArguments } from '../binding/meta';
import { isLeaving } from '../leaving/leaving';
import { LogpushJob } from './logpush-job';
import { LogpushJobs } from './logpush-jobs';

/** The zone, and the jobs that are declared outside the stack. */
export interface OnlyDeclaredJobsProps extends Pick<MetaArguments, 'provider'> {
  readonly zoneId: string;
  /** Numbers of jobs that are declared elsewhere. */
  readonly otherJobIds: readonly number[];
}

/**
 * Compares the jobs of a zone with those that the stack declares, in a `check` block: a plan warns of every other job,
 * and its JSON has the failed check. The jobs are read in every plan, also while some are to be created: whoever adds
 * a job could otherwise hide it by deleting a declared one.
 */
export class OnlyDeclaredJobs extends Construct {
  constructor(
    scope: Construct,
    id: string,
    private readonly props: OnlyDeclaredJobsProps,
  ) {
    super(scope, id);
    const { zoneId, provider } = props;
    const stack = TerraformStack.of(this);
    // A local, because the engine defers a data source that names a resource with pending changes itself.
    // Jobs may be added until the stack is synthesized.
    const declared = new TerraformLocal(
      this,
      'declared',
      Lazy.anyValue({ produce: () => this.declaredIds() }),
    );
    const declaredJobIds = Token.asNumberList(declared.expression);
    const found = new LogpushJobs(this, 'found', { zoneId, declaredJobIds, provider });
    const undeclared = `data.${LogpushJobs.tfResourceType}.${stack.getLogicalId(found)}.undeclared_jobs`;
    // cdktf has no class for check blocks.
    stack.addOverride(`check.${stack.getLogicalId(this.node)}.assert`, {
      condition: `\${length(${undeclared}) == 0}`,
      error_message:
        `Zone ${zoneId} has log push jobs that are not declared: \${join(", ", [for job in ${undeclared} : ` +
        '"${job.job_id} (${jsonencode(job.name)}, ${job.dataset} to ${job.destination})"])}. ' +
        'To adopt one, declare it and import its number (importFrom); to accept it, list its number in otherJobIds; ' +
        'otherwise, delete it at the service.',
    });
  }

  private declaredIds(): readonly number[] | IResolvable {
    const { zoneId, otherJobIds } = this.props;
    const jobs = TerraformStack.of(this)
      .node.findAll()
      .filter((child) => child instanceof LogpushJob)
      .filter((job) => job.zoneId === zoneId && !isLeaving(job));
    if (jobs.length === 0) return otherJobIds;
    const ids = [...jobs.map(({ jobId }) => jobId), ...otherJobIds];
    return call(`provider::${providerSchema.type}::${knownJobIdsFunction.name}`, [ids]);
  }
}
