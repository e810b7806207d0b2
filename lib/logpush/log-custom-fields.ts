import type { IResolvable } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  fieldLimit,
  logCustomFieldsSchema,
  MAX_CUSTOM_FIELDS,
  type FieldList,
  type FieldLists,
  type Problem,
} from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { camelCase } from '../binding/spelling';
import { checkProps, failOn } from '../binding/checks';
import { known } from '../binding/known';
import type { MetaArguments } from '../elements/meta';
import { LogCustomFieldsAttributes } from '../attributes/log-custom-fields';
import type { LogCustomFieldsArguments } from '../props';
import { ZoneResource } from '../elements/zone-resource';
import { FieldContributions } from './field-contributions';
import { oncePerZone, registerOfZone } from '../elements/once-per-zone';
import { LOG_FIELD_OF, type CustomLogField, jobsOfList, ZONE_LIST, type ZoneList } from './logs-of-app';
import { refuseMisused } from '../stack/composition-error';
import { refuseIfWritten } from '../stack/stack-synthesis';
import { providerInUse } from '../stack/stack-providers';
import type { ZoneProvider } from '../provider/zone-provider';

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
export class LogCustomFields extends LogCustomFieldsAttributes implements ZoneList {
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
    registerOfZone(ZONE_LIST.kind, this);
    failOn(this, () => this.problems());
  }

  /** The named provider configuration; undefined for that of the stack. Jobs with these custom fields use it, too. */
  get provider(): ZoneProvider | undefined {
    return this.inner.provider as ZoneProvider | undefined;
  }

  /** The names of request headers that are known at synth, including contributions. */
  get requestHeaders(): readonly string[] {
    return this.fields.knownNames('request_headers');
  }

  /** The names of transformed request headers that are known at synth, including contributions. */
  get transformedRequestHeaders(): readonly string[] {
    return this.fields.knownNames('transformed_request_headers');
  }

  /** The names of response headers that are known at synth, including contributions. */
  get responseHeaders(): readonly string[] {
    return this.fields.knownNames('response_headers');
  }

  /** The names of raw response headers that are known at synth, including contributions. */
  get rawResponseHeaders(): readonly string[] {
    return this.fields.knownNames('raw_response_headers');
  }

  /** The names of cookies that are known at synth, including contributions. */
  get cookies(): readonly string[] {
    return this.fields.knownNames('cookies');
  }

  /** Whether there are, or may be, names that are unknown at synth. */
  get hasUnknownNames(): boolean {
    return this.fields.hasUnknown;
  }

  /**
   * The log fields of `http_requests` that hold these custom fields: `RequestHeaders`, `ResponseHeaders` and
   * `Cookies`, each if one of its lists has names or is unknown.
   */
  get logFields(): readonly CustomLogField[] {
    return [...new Set(this.fields.filled().map((list) => LOG_FIELD_OF[list]))];
  }

  /**
   * Adds a request header. What a construct adds again, as an Aspect does at every synthesis, counts once.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addRequestHeader(name: string, by?: IConstruct): this {
    return this.contribute('request_headers', name, by);
  }

  /**
   * Adds a request header as it is sent to the origin, as `addRequestHeader` does.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addTransformedRequestHeader(name: string, by?: IConstruct): this {
    return this.contribute('transformed_request_headers', name, by);
  }

  /**
   * Adds a response header. What a construct adds again, as an Aspect does at every synthesis, counts once.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addResponseHeader(name: string, by?: IConstruct): this {
    return this.contribute('response_headers', name, by);
  }

  /**
   * Adds a response header as the origin sent it, as `addResponseHeader` does.
   *
   * @param name in lower case
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addRawResponseHeader(name: string, by?: IConstruct): this {
    return this.contribute('raw_response_headers', name, by);
  }

  /**
   * Adds a cookie. What a construct adds again, as an Aspect does at every synthesis, counts once.
   *
   * @param name case-sensitive as in the HTTP request
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addCookie(name: string, by?: IConstruct): this {
    return this.contribute('cookies', name, by);
  }

  /**
   * Imports the existing fields of the zone, with an `import` block in the synthesized stack. The block may stay.
   *
   * @param id the import id; defaults to the zone
   */
  importFrom(id: string = this.zoneId): void {
    this.once(['importFrom', id], 'The import block', () => this.inner.importFrom(id));
  }

  private contribute(list: FieldList, name: string, by: IConstruct | undefined): this {
    if (this.fields.has(list, name, by)) return this;
    refuseMisused(this, camelCase(list), name);
    const change = `${JSON.stringify(name)} of ${camelCase(list)}`;
    refuseIfWritten(this, change, by);
    // The first name for a log field adds it to the jobs.
    if (!this.logFields.includes(LOG_FIELD_OF[list]))
      for (const job of jobsOfList(this)) refuseIfWritten(job, change, by ?? this);
    this.fields.add(list, name, by);
    return this;
  }

  private problems(): readonly Problem[] {
    const props: Named = { ...this.props, ...this.fields.toCheck() };
    const lists = known(attributeValues(logCustomFieldsSchema.attributes, props)) as FieldLists;
    // A list that only the engine knows may have the header.
    const found = checkProps(logCustomFieldsSchema, props)
      .filter(({ code }) => code !== 'duplicates_of_no_header' || !this.fields.hasUnknown)
      .map((problem) => this.fields.attribute(problem));
    const hasShape = !found.some(({ code }) => code === 'wrong_type');
    return [
      ...found,
      ...(hasShape ? fieldLimit(providerInUse(this.inner)?.fieldLimit ?? MAX_CUSTOM_FIELDS)(lists) : []),
      ...this.fields.conflicts(),
      ...this.inner.problems(),
      ...oncePerZone(this, this.inner, ZONE_LIST),
    ];
  }
}
