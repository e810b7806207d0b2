import { type IResolvable, TerraformStack, Token } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  destinationGiven,
  isKnown,
  logpushJobSchema,
  needsOwnershipChallenge,
  type Problem,
} from '../../schema';
import { areApart, known } from '../binding/known';
import { attributeValues } from '../binding/attribute-values';
import { checkProps, failOn, warnOn } from '../binding/checks';
import { LogpushJobAttributes } from '../attributes/logpush-job';
import type { LogpushJobArguments as Job } from '../props';
import { ZoneResource } from '../elements/zone-resource';
import type { ZoneProvider } from '../provider/zone-provider';
import type { LogCustomFields } from './log-custom-fields';
import type { AnyOf } from '../binding/props';
import type { MetaArguments } from '../elements/meta';
import { HTTP_REQUESTS, type LogDataset, type LogField } from './dataset-fields';
import { filterText, type LogFilter } from './log-filter';
import {
  clearTextWarnings,
  optionsWarnings,
  credentialWarnings,
  datasetWarnings,
  emptyFieldWarnings,
  fieldWarnings,
  unlistedFieldWarnings,
} from './job-warnings';
import {
  fieldsOfAnotherProvider,
  anotherZone,
  CHALLENGE_MISSING,
  datasetWithoutCustomFields,
  inJobProps,
  NO_ZONE,
} from './job-problems';
import { JobOptions, type JobOptionsProps } from './job-options';
import { registerJob, type AppJob } from './logs-of-app';
import {
  asDestination,
  DESTINATION_PROPS,
  destinationArguments,
  type LogDestination,
} from './log-destination';
import { zoneOfInstance } from '../stack/repetition';
import { refuseMisused } from '../stack/composition-error';
import { refuseIfWritten } from '../stack/stack-synthesis';

/** The attributes whose props have another form. */
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
export interface LogpushJobSettings extends Omit<Job, OwnForm>, JobOptionsProps, MetaArguments {
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

/** The props that are no attributes, and the attributes that are no props. */
const OWN_PROPS = {
  ...DESTINATION_PROPS,
  ...{ customFields: true, includeCustomFields: true, fields: true, timestamps: true, sample: true },
  ownershipChallengeWo: false,
};

/**
 * A log push job: it delivers log entries of one dataset of a zone to a destination.
 *
 * @example
 * new LogpushJob(stack, 'store', {
 *   customFields: fields, // a LogCustomFields
 *   fields: ['RayID', 'EdgeStartTimestamp'],
 *   destination: LogDestination.r2({ bucket: 'logs', accountId, accessKeyId, secretAccessKey }),
 * });
 */
export class LogpushJob extends LogpushJobAttributes implements AppJob {
  /** The zone, from `zoneId` or from the custom fields. */
  readonly zoneId: string;
  /** Its custom log fields. */
  readonly customFields: LogCustomFields | undefined;
  /** What is logged. */
  readonly dataset: string;
  /** Whether log entries are delivered. */
  readonly enabled: boolean | IResolvable;
  /** The job's name; empty if it has none. */
  readonly name: string;
  /** Which log entries are delivered, as the service's JSON text; undefined for all. */
  readonly filter: string | undefined;
  /** Whether secrets of the destination are stored in the state. */
  readonly storesSecrets: boolean;

  protected readonly inner: ZoneResource<typeof logpushJobSchema>;
  private readonly options: JobOptions;
  private readonly target: LogDestination;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: LogpushJobProps,
  ) {
    super(scope, id);
    const { customFields, dataset = HTTP_REQUESTS, dependsOn = [] } = props;
    this.zoneId = (props.zoneId ?? customFields?.zoneId) as string;
    this.customFields = customFields;
    this.dataset = dataset;
    this.enabled = props.enabled ?? true;
    this.name = props.name ?? '';
    this.filter = filterText(props.filter);
    this.target = asDestination(props.destination);
    this.storesSecrets = this.target.holdsSecrets && (props.storeSecrets ?? false);
    this.options = new JobOptions(this, props, () => this.customLogFields());
    const after = customFields ? [...dependsOn, customFields] : dependsOn;
    const given = {
      ...props,
      provider: props.provider ?? this.providerOfFields(),
      dependsOn: after.length > 0 ? after : undefined,
    };
    this.inner = new ZoneResource(this, 'Default', logpushJobSchema, () => this.values(), given, OWN_PROPS);
    registerJob(this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
  }

  /** The listed log fields that are known at synth. */
  get listedFields(): readonly string[] {
    return this.options.listed;
  }

  /** Whether it lists, or may list, others that are unknown at synth. */
  get listsMore(): boolean {
    return this.options.listsMore;
  }

  /**
   * Adds a log field. A field that is already listed stays as it is.
   *
   * @param name in the spelling of the dataset
   * @param by the construct that needs it, named in warnings; defaults to this one
   */
  addField(name: AnyOf<LogField>, by?: IConstruct): this {
    if (this.options.fields.has(name)) return this;
    refuseMisused(this, 'fields', name);
    refuseIfWritten(this, `The log field ${JSON.stringify(name)}`, by);
    this.options.fields.add(name, by);
    return this;
  }

  /**
   * Imports an existing job, with an `import` block in the synthesized stack. The block may stay.
   *
   * @param id the job's number; or the whole import id, `<zone id>/<job number>`, followed by the version for a
   *   destination that is not stored
   */
  importFrom(id: number | string): void {
    this.once(['importFrom', id], 'The import block', () => this.inner.importFrom(this.importId(id)));
  }

  private importId(id: number | string): string {
    if (typeof id === 'string' && id.includes('/')) return id;
    const version = this.values().destinationConfWoVersion;
    const parts = [this.zoneId, id, ...(version === undefined ? [] : [version])];
    return parts.map((part) => Token.asString(part)).join('/');
  }

  /** A provider of another stack is not usable in this one. */
  private providerOfFields(): ZoneProvider | undefined {
    const { customFields } = this.props;
    const isOfStack = customFields && TerraformStack.of(customFields) === TerraformStack.of(this);
    return isOfStack ? customFields.provider : undefined;
  }

  private customLogFields(): readonly string[] {
    const { customFields, includeCustomFields = true } = this.props;
    const dataset = known(this.dataset);
    if (!customFields || !includeCustomFields || (isKnown(dataset) && dataset !== HTTP_REQUESTS)) return [];
    return customFields.logFields;
  }

  private values(): Job {
    const { destination: _place, ownershipChallenge: token, ...asGiven } = this.props;
    return {
      ...asGiven,
      zoneId: this.zoneId,
      enabled: this.enabled,
      filter: this.filter,
      ...destinationArguments(this.target, this.props),
      ...(this.props.storeSecrets ? { ownershipChallenge: token } : { ownershipChallengeWo: token }),
      ...this.options.toSynthesize(),
    };
  }

  private problems(): readonly Problem[] {
    const values = { ...this.values() };
    const found = this.target.withProblems(
      [
        ...checkProps(logpushJobSchema, values),
        ...destinationGiven(known(attributeValues(logpushJobSchema.attributes, values)) as typeof values),
      ].map(inJobProps),
    );
    return [
      ...(this.props.zoneId === undefined && this.props.customFields === undefined
        ? [...NO_ZONE, ...found.filter(({ path }) => path[0] !== 'zone_id')]
        : found),
      ...this.options.problems(),
      ...this.inner.problems().map(inJobProps),
      ...this.customFieldProblems(),
      ...(this.props.ownershipChallenge === undefined && this.needsChallenge() ? CHALLENGE_MISSING : []),
    ];
  }

  private customFieldProblems(): readonly Problem[] {
    const { customFields, zoneId, includeCustomFields = true } = this.props;
    if (!customFields) return zoneOfInstance(this.zoneId, this.inner);
    const dataset = known(this.dataset);
    const fits = !isKnown(dataset) || dataset === HTTP_REQUESTS || !includeCustomFields;
    return [
      ...(zoneId !== undefined && areApart(zoneId, customFields.zoneId)
        ? anotherZone(zoneId, customFields.node.path, customFields.zoneId)
        : []),
      ...(fits ? [] : datasetWithoutCustomFields(String(dataset))),
      ...fieldsOfAnotherProvider(this, customFields),
      ...zoneOfInstance(this.zoneId, this.inner),
    ];
  }

  /** Called at synth, when a destination in a `Lazy` is known. */
  private needsChallenge(): boolean {
    const { conf, needsChallenge } = this.target;
    if (needsChallenge !== undefined) return needsChallenge;
    const text = known(conf);
    return typeof text === 'string' && needsOwnershipChallenge(text) === true;
  }

  private warnings(): readonly string[] {
    return [
      ...credentialWarnings(destinationArguments(this.target, this.props).destinationConf),
      ...clearTextWarnings(this.target.conf),
      ...optionsWarnings(this.options.toSynthesize().logpullOptions !== undefined, this.target.conf),
      ...datasetWarnings(this),
      ...fieldWarnings(this, (name) => this.options.fields.addedBy(name)?.node),
      ...emptyFieldWarnings(this),
      ...unlistedFieldWarnings(this),
    ];
  }
}
