import {
  type ITerraformDependable,
  ref,
  TerraformStack,
  Token,
  call,
  Lazy,
  TerraformLocal,
  type IResolvable,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { MetaArguments } from '../elements/meta';
import { LogCustomFields, type LogCustomFieldsProps } from './log-custom-fields';
import { HTTP_REQUESTS } from './dataset-fields';
import type { LogpushJobSettings } from './job-props';
import { LogpushJob } from './logpush-job';
import { AppError } from '../binding/app-error';
import { knownJobIdsFunction, providerSchema } from '../../schema';
import { isForgottenOrMoved } from '../binding/forgotten-or-moved';
import { DataLogpushJobs } from './data-logpush-jobs';

/** The zone, and the jobs that are declared outside the stack. */
interface OnlyDeclaredJobsProps extends Pick<MetaArguments, 'provider'> {
  readonly zoneId: string;
  /** Numbers of jobs that are declared elsewhere. */
  readonly otherJobIds: readonly number[];
}

/**
 * Compares the jobs of a zone with those that the stack declares, in a `check` block: a plan warns of every other job,
 * and its JSON has the failed check. The jobs are read in every plan, also while some are to be created: whoever adds
 * a job could otherwise hide it by deleting a declared one.
 */
class OnlyDeclaredJobs extends Construct {
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
    const found = new DataLogpushJobs(this, 'found', { zoneId, declaredJobIds, provider });
    const undeclared = `data.${DataLogpushJobs.tfResourceType}.${stack.getLogicalId(found)}.undeclared_jobs`;
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
      .filter((job) => job.zoneId === zoneId && !isForgottenOrMoved(job));
    if (jobs.length === 0) return otherJobIds;
    const ids = [...jobs.map(({ jobId }) => jobId), ...otherJobIds];
    return call(`provider::${providerSchema.type}::${knownJobIdsFunction.name}`, [ids]);
  }
}

/** A job of `ZoneLogging`: its zone, its provider and its custom fields are those of the zone. */
export interface ZoneLoggingJobProps extends Omit<LogpushJobSettings, 'provider'> {
  /**
   * Whether the job lists the fields that hold the zone's custom fields. Do not set it for other datasets.
   * @default true for the dataset `http_requests`
   */
  readonly includeCustomFields?: boolean;
}

/** What a zone logs, and where. */
export interface ZoneLoggingProps
  extends Omit<LogCustomFieldsProps, keyof MetaArguments>, Pick<MetaArguments, 'provider' | 'dependsOn'> {
  /**
   * The zone's log push jobs by id. More can be added with `addJob`.
   * @default none
   */
  readonly jobs?: Readonly<Record<string, ZoneLoggingJobProps>>;
  /**
   * Whether the zone has only the log push jobs that the stack declares. A plan warns of any other job, and its JSON
   * has a failed check; nothing is deleted. Needs Terraform 1.8 or OpenTofu 1.7.
   * @default false
   */
  readonly exclusive?: boolean;
  /**
   * Numbers of jobs that are declared elsewhere, for example in another stack, so that `exclusive` accepts them.
   * @default none
   */
  readonly otherJobIds?: readonly number[];
}

/**
 * The logging of a zone as a whole: its custom log fields, and the jobs that deliver them.
 *
 * @example
 * const logging = new ZoneLogging(stack, 'logging', {
 *   zoneId,
 *   requestHeaders: ['x-request-id'],
 *   jobs: { store: { fields: ['RayID'], destination } },
 * });
 * logging.addCookie('session_id', checkout);
 */
export class ZoneLogging extends Construct implements ITerraformDependable {
  /** The zone's custom log fields. */
  readonly customFields: LogCustomFields;

  private readonly jobScope: Construct;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ZoneLoggingProps,
  ) {
    super(scope, id);
    const { jobs = {}, exclusive = false, otherJobIds = [], ...fields } = props;
    this.customFields = new LogCustomFields(this, 'fields', fields);
    this.jobScope = new Construct(this, 'jobs');
    for (const [jobId, job] of Object.entries(jobs)) this.addJob(jobId, job);
    if (exclusive) {
      const { zoneId, provider } = props;
      new OnlyDeclaredJobs(this, 'exclusive', { zoneId, provider, otherJobIds });
    }
  }

  /** The zone, as given. */
  get zoneId(): string {
    return this.customFields.zoneId;
  }

  /** The jobs by id, in order of creation. */
  get jobs(): Readonly<Record<string, LogpushJob>> {
    const made = this.jobScope.node.children.filter((child) => child instanceof LogpushJob);
    return Object.fromEntries(made.map((job) => [job.node.id, job]));
  }

  /**
   * The job with an id.
   *
   * @throws Error that lists the existing jobs
   */
  job(id: string): LogpushJob {
    const job = this.jobScope.node.tryFindChild(id);
    if (job instanceof LogpushJob) return job;
    const ids = Object.keys(this.jobs).map((each) => JSON.stringify(each));
    throw new AppError(
      `[${this.node.path}] There is no job ${JSON.stringify(id)}. ` +
        (ids.length > 0 ? `The jobs are ${ids.join(', ')}.` : 'There are no jobs: add one with addJob.'),
    );
  }

  /**
   * The address of a local value that refers to the fields and all jobs, so that others can depend on the whole with
   * `dependsOn`. The stack gets it on first use.
   */
  get fqn(): string {
    const stack = TerraformStack.of(this);
    const name = `all_of_${stack.getLogicalId(this.node)}`;
    const all = [this.customFields, ...Object.values(this.jobs)];
    // cdktf reads it during synthesis: too late for another construct, but in time for an override of the stack.
    stack.addOverride(
      `locals.${name}`,
      all.map(({ fqn }) => fqn),
    );
    return Token.asString(ref(`local.${name}`, stack));
  }

  /**
   * Makes the state forget the fields and all jobs. Nothing changes at the service. Works like `forget` of
   * `LogCustomFields`.
   */
  forget(): void {
    this.customFields.forget();
    for (const job of Object.values(this.jobs)) job.forget();
  }

  /**
   * Adds a job that delivers the logs of the zone to another destination.
   *
   * @param id unique among the jobs of the zone; part of the resource's address
   */
  addJob(id: string, job: ZoneLoggingJobProps): LogpushJob {
    const { provider, dependsOn = [] } = this.props;
    const ofRequests = job.dataset === undefined || job.dataset === HTTP_REQUESTS;
    // A job that wants custom fields gets them, or an error that its dataset has none.
    if (ofRequests || job.includeCustomFields)
      return new LogpushJob(this.jobScope, id, { ...job, customFields: this.customFields, provider });
    const { zoneId } = this;
    const after = [...dependsOn, ...(job.dependsOn ?? [])];
    return new LogpushJob(this.jobScope, id, { ...job, zoneId, provider, dependsOn: after });
  }

  /**
   * Adds a request header.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors
   */
  addRequestHeader(name: string, by?: IConstruct): this {
    this.customFields.addRequestHeader(name, by);
    return this;
  }

  /**
   * Adds a response header.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors
   */
  addResponseHeader(name: string, by?: IConstruct): this {
    this.customFields.addResponseHeader(name, by);
    return this;
  }

  /**
   * Adds a cookie.
   *
   * @param name case-sensitive as in the HTTP request
   * @param by the construct that needs it, named in errors
   */
  addCookie(name: string, by?: IConstruct): this {
    this.customFields.addCookie(name, by);
    return this;
  }
}
