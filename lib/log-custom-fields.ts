import type { IResolvable, ITerraformDependable, TerraformResource } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  fieldLimit,
  logCustomFieldsSchema,
  MAX_CUSTOM_FIELDS,
  type FieldLists,
  type Problem,
} from '../schema';
import { attributeValues, type Named } from './binding/attribute-values';
import { checkProps, failOn } from './binding/checks';
import { known } from './binding/known';
import type { MetaArguments } from './binding/meta';
import type { LogCustomFieldsArguments } from './props';
import { ZoneResource } from './binding/zone-resource';
import { FieldContributions } from './field-contributions';
import { ResourceConstruct } from './leaving/resource-construct';
import { LOG_FIELD_OF, type CustomLogField } from './logpush/custom-log-fields';
import { oneListPerZone, registerZoneList } from './one-list-per-zone';
import { ZoneProvider } from './zone-provider';

/** The custom log fields of a zone. */
export interface LogCustomFieldsProps extends LogCustomFieldsArguments, MetaArguments {}

/**
 * The request headers, response headers and cookies whose values every `http_requests` log push job of a zone can
 * log. A zone has one such list: declare it once, and let others contribute to it.
 *
 * @example
 * const fields = new LogCustomFields(stack, 'fields', { zoneId, requestHeaders: ['content-type'] });
 * fields.addCookie('session_id', checkout);
 */
export class LogCustomFields extends ResourceConstruct implements ITerraformDependable {
  /** The type of the resource in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = logCustomFieldsSchema.type;

  /** The zone, as given. */
  readonly zoneId: string;
  /** Whether the fields are logged. */
  readonly enabled: boolean | IResolvable;

  protected readonly inner: ZoneResource<typeof logCustomFieldsSchema>;
  private readonly fields: FieldContributions;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: LogCustomFieldsProps,
  ) {
    super(scope, id);
    this.zoneId = props.zoneId;
    this.enabled = props.enabled ?? true;
    this.fields = new FieldContributions(this, props);
    this.inner = new ZoneResource(
      this,
      'Default',
      logCustomFieldsSchema,
      () => ({ ...props, ...this.fields.toSynthesize() }),
      props,
    );
    registerZoneList(this);
    failOn(this, () => this.problems());
  }

  /** The zone-level ruleset that holds the fields' rule; known after apply. */
  get rulesetId(): string {
    return this.inner.references.rulesetId;
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }

  /** The resource itself, for what this construct does not offer, e.g. `addOverride`. */
  get resource(): TerraformResource {
    return this.inner;
  }

  /** The address of the service, where the provider in use names one. */
  get serviceUrl(): string | undefined {
    return this.provider?.baseUrl;
  }

  /** The names of request headers, contributions included, as far as they are known at synth. */
  get requestHeaders(): readonly string[] {
    return this.fields.knownNames('request_headers');
  }

  /** The names of response headers, contributions included, as far as they are known at synth. */
  get responseHeaders(): readonly string[] {
    return this.fields.knownNames('response_headers');
  }

  /** The names of cookies, contributions included, as far as they are known at synth. */
  get cookies(): readonly string[] {
    return this.fields.knownNames('cookies');
  }

  /** Whether there are names that are known only later, or may be. */
  get hasUnknownNames(): boolean {
    return this.fields.hasUnknown;
  }

  /**
   * The log fields of `http_requests` that hold what is configured here: `RequestHeaders`, `ResponseHeaders` and
   * `Cookies`, each while its list has names or is not known yet.
   */
  get logFields(): readonly CustomLogField[] {
    return this.fields.filled().map((list) => LOG_FIELD_OF[list]);
  }

  /**
   * Logs one more request header.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; this one when it is left out
   */
  addRequestHeader(name: string, by?: IConstruct): this {
    this.fields.add('request_headers', name, by);
    return this;
  }

  /**
   * Logs one more response header.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; this one when it is left out
   */
  addResponseHeader(name: string, by?: IConstruct): this {
    this.fields.add('response_headers', name, by);
    return this;
  }

  /**
   * Logs one more cookie.
   *
   * @param name capitalized as in the HTTP request
   * @param by the construct that needs it, named in errors; this one when it is left out
   */
  addCookie(name: string, by?: IConstruct): this {
    this.fields.add('cookies', name, by);
    return this;
  }

  /**
   * Takes over the fields that the zone has by an `import` block in the synthesized stack. It may stay there.
   *
   * @param id what to import; the zone when it is left out
   */
  importFrom(id: string = this.zoneId): void {
    this.inner.importFrom(id);
  }

  private get provider(): ZoneProvider | undefined {
    return this.props.provider ?? ZoneProvider.defaultOf(this);
  }

  private problems(): readonly Problem[] {
    const props: Named = { ...this.props, ...this.fields.toCheck() };
    const lists = known(attributeValues(logCustomFieldsSchema.attributes, props)) as FieldLists;
    const found = checkProps(logCustomFieldsSchema, props).map((problem) => this.fields.attribute(problem));
    const hasShape = !found.some(({ code }) => code === 'wrong_type');
    return [
      ...found,
      ...(hasShape ? fieldLimit(this.provider?.fieldLimit ?? MAX_CUSTOM_FIELDS)(lists) : []),
      ...this.fields.conflicts(),
      ...oneListPerZone(this),
    ];
  }
}
