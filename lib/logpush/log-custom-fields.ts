import { Fn, type IResolvable, Token } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  FIELD_LISTS,
  fieldLimit,
  isUnknown,
  logCustomFieldsSchema,
  MAX_CUSTOM_FIELDS,
  oneProblem,
  type FieldList,
  type FieldLists,
  type Problem,
} from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { camelCase, type CamelCase } from '../binding/spelling';
import { checkProps, failOn } from '../binding/checks';
import { known, produced, resolvedToken, whileResolving } from '../binding/known';
import { isMisused } from '../binding/misused';
import type { MetaArguments } from '../elements/meta';
import { LogCustomFieldsAttributes } from '../attributes/log-custom-fields';
import type { LogCustomFieldsArguments } from '../props';
import { ZoneResource } from '../elements/zone-resource';
import { oncePerZone, registerOfZone } from '../elements/once-per-zone';
import { LOG_FIELD_OF, type CustomLogField, jobsOfList, ZONE_LIST, type ZoneList } from './logs-of-app';
import { refuseMisused } from '../stack/composition-error';
import { isSameText, refuseIfWritten } from '../stack/stack-synthesis';
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

interface Contribution {
  readonly list: FieldList;
  readonly name: string;
  readonly by: IConstruct;
  /** Whether it is in the props, where a name that is listed twice is a mistake. */
  readonly isGiven?: true;
}

/** The lists, spelled as the props of the construct. */
type FieldNames = { readonly [L in FieldList as CamelCase<L>]?: readonly string[] };

function propOf(list: FieldList): keyof FieldNames {
  return camelCase(list) as keyof FieldNames;
}

/** The field names of a zone, with the constructs that they come from. */
class FieldContributions {
  private readonly contributions: Contribution[] = [];
  private readonly tokenLists: { readonly list: FieldList; readonly names: readonly string[] }[] = [];

  constructor(
    private readonly owner: IConstruct,
    given: FieldNames,
  ) {
    for (const list of FIELD_LISTS) {
      const names = given[propOf(list)];
      if (names === undefined) continue;
      // A value that is not a list is kept for the checks.
      if (Token.isUnresolved(names) || !Array.isArray(names)) this.tokenLists.push({ list, names });
      else
        for (const name of names as readonly string[])
          this.contributions.push({ list, name, by: owner, isGiven: true });
    }
  }

  /** @param by the construct that asks for the field; defaults to the owner */
  add(list: FieldList, name: string, by: IConstruct = this.owner): void {
    this.contributions.push({ list, name, by });
  }

  /** Whether a construct has a name already, given or added: an Aspect adds it at every synthesis. */
  has(list: FieldList, name: string, by: IConstruct = this.owner): boolean {
    return this.of(list).some((one) => one.by === by && isSameText(this.owner, one.name, name));
  }

  /** The lists that have names, or may have: an unknown list counts. */
  filled(): readonly FieldList[] {
    return FIELD_LISTS.filter(
      (list) => this.of(list).length > 0 || this.tokenLists.some((entry) => entry.list === list),
    );
  }

  /** The names of a list that are known at synth, each once. */
  knownNames(list: FieldList): readonly string[] {
    return this.onceEach(list)
      .map(({ name }) => name)
      .filter((name) => !isUnknown(known(name)));
  }

  /** Whether there are unknown lists or names. */
  get hasUnknown(): boolean {
    return this.tokenLists.length > 0 || this.contributions.some(({ name }) => isUnknown(known(name)));
  }

  /** The lists to synthesize; the engine joins an unknown list with names. */
  toSynthesize(): FieldNames {
    return this.perList((list) => {
      const { names: given, engine } = this.tokens(list);
      const added = whileResolving(this.owner, () => this.each(list));
      const names = [...added.map(({ name }) => produced(this.owner, name) as string), ...given];
      const [first, ...others] = engine;
      if (first === undefined || names.some(isMisused)) return names.length > 0 ? names : undefined;
      const rest = [...others, ...(names.length > 0 ? [names] : [])];
      if (rest.length === 0) return first;
      return Fn.setunion(
        [...first],
        rest.map((part) => [...part]),
      );
    });
  }

  /**
   * The lists to check: unknown lists are omitted when there are names, and a name that several constructs added
   * counts once, because that is a separate problem. The names that a `Lazy` produces come last.
   */
  toCheck(): FieldNames {
    return this.perList((list) => {
      const { names: given, engine } = this.tokens(list);
      const names = [...this.onceEach(list).map(({ name }) => name), ...given];
      return names.length > 0 ? names : engine[0];
    });
  }

  /** A problem of the lists of `toCheck`, with the construct that contributed the name. */
  attribute(problem: Problem): Problem {
    const [step, index] = problem.path;
    const list = FIELD_LISTS.find((each) => each === step);
    if (typeof index !== 'number' || list === undefined) return problem;
    const by = this.onceEach(list)[index]?.by;
    if (by === undefined || by === this.owner) return problem;
    return { ...problem, path: [list], message: `${problem.message} ${by.node.path} added it.` };
  }

  /** Names that several constructs added. */
  conflicts(): readonly Problem[] {
    return FIELD_LISTS.flatMap((list) => {
      const givers = new Map<string, Set<IConstruct>>();
      for (const { name, by } of this.of(list)) {
        if (!isUnknown(known(name))) givers.set(name, (givers.get(name) ?? new Set()).add(by));
      }
      return [...givers].flatMap(([name, by]) =>
        by.size < 2
          ? []
          : oneProblem(
              'field_contributed_twice',
              `${JSON.stringify(name)} is added by ${[...by].map(({ node }) => node.path).join(' and by ')}.`,
              'A zone logs each name once. Keep it in one place.',
              [list],
            ),
      );
    });
  }

  /** The contents of lists given as tokens: names that a `Lazy` produces, and lists for the engine. */
  private tokens(list: FieldList): {
    readonly names: readonly string[];
    readonly engine: readonly (readonly string[])[];
  } {
    const lists = this.tokenLists
      .filter((entry) => entry.list === list)
      .map(({ names }) => produced(this.owner, names) as readonly string[]);
    const isForEngine = (names: unknown): boolean => Token.isUnresolved(names) || !Array.isArray(names);
    return {
      names: lists.filter((names) => !isForEngine(names)).flat(),
      engine: lists.filter(isForEngine),
    };
  }

  private of(list: FieldList): readonly Contribution[] {
    return this.contributions.filter((contribution) => contribution.list === list);
  }

  /** Without what a construct added again, also as another token for the same text. */
  private each(list: FieldList): readonly Contribution[] {
    const added = new Map<IConstruct, Set<unknown>>();
    return this.of(list).filter(({ name, by, isGiven }) => {
      if (isGiven) return true;
      const texts = added.get(by) ?? new Set();
      const text = Token.isUnresolved(name) ? resolvedToken(name) : name;
      if (texts.has(text)) return false;
      added.set(by, texts.add(text));
      return true;
    });
  }

  private onceEach(list: FieldList): readonly Contribution[] {
    const all = this.each(list);
    return all.filter((one) => all.find(({ name }) => name === one.name)?.by === one.by);
  }

  private perList(names: (list: FieldList) => readonly string[] | undefined): FieldNames {
    return Object.fromEntries(FIELD_LISTS.map((list) => [propOf(list), names(list)]));
  }
}
