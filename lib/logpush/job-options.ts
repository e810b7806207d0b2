import { type IResolvable, Token, Fn } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown, setsNothing, unknown, type Problem } from '../../schema';
import { isPlainObject } from '../binding/attribute-values';
import { known, produced } from '../binding/known';
import type { AnyOf } from '../binding/props';
import type { LogField } from './dataset-fields';
import type { LogpushJobArguments, LogpushJobLogpullOptions, LogpushJobOutputOptions } from '../props';
import { furtherOptions, optionsTwice } from './job-problems';
import { isMisused } from '../binding/misused';
import { isSameText } from '../stack/stack-synthesis';

/** How the engine joins an unknown list with names: a set has no order, a list keeps it. */
type Joining = 'set' | 'list';

/** The names of a job's log fields, with the constructs that they come from. A name counts once. */
class JobFields {
  private readonly givers = new Map<string, IConstruct>();
  /** Lists that are tokens, and values that are not lists, kept for the checks. */
  private readonly tokenLists: (readonly string[])[] = [];

  constructor(
    private readonly owner: IConstruct,
    ...given: readonly (readonly string[] | undefined)[]
  ) {
    for (const names of given) {
      if (names === undefined) continue;
      if (Token.isUnresolved(names) || !Array.isArray(names)) this.tokenLists.push(names);
      else names.forEach((name: string) => this.add(name, owner));
    }
  }

  /** @param by the construct that asks for the field; defaults to the owner */
  add(name: string, by: IConstruct | undefined): void {
    if (!this.givers.has(name)) this.givers.set(name, by ?? this.owner);
  }

  /** Whether a name is listed already. */
  has(name: string): boolean {
    return [...this.givers.keys()].some((one) => isSameText(this.owner, one, name));
  }

  get isEmpty(): boolean {
    return this.givers.size === 0 && this.tokenLists.length === 0;
  }

  /**
   * The names to synthesize; undefined when there are none.
   *
   * @param more names to list after these
   */
  toSynthesize(more: readonly string[], joining: Joining): readonly string[] | undefined {
    const lists = this.tokenLists.map((list) => produced(this.owner, list) as readonly string[]);
    const isList = (list: unknown): boolean => Array.isArray(list) && !Token.isUnresolved(list);
    const given = [...this.givers.keys(), ...lists.filter(isList).flat(), ...more];
    const names = [...new Set(given.map((name) => produced(this.owner, name) as string))];
    const [first, ...others] = lists.filter((list) => !isList(list));
    const noList = lists.find((list) => !Token.isUnresolved(list) && !Array.isArray(list));
    if (first === undefined || names.some(isMisused)) return names.length > 0 ? names : undefined;
    if (noList !== undefined || (others.length === 0 && names.length === 0)) return noList ?? first;
    const rest = [...others, ...(names.length > 0 ? [names] : [])].map((part) => [...part]);
    return joining === 'set'
      ? Fn.setunion([...first], rest)
      : Fn.distinct(Fn.concat([[...first], ...rest] as unknown as string[]));
  }

  /** The names that are known at synth. */
  knownNames(): readonly string[] {
    return [...this.givers.keys()].map(known).filter(isKnown).map(String);
  }

  /** Whether there are unknown names. */
  get hasUnknown(): boolean {
    return this.tokenLists.length > 0 || this.knownNames().length < this.givers.size;
  }

  /** Who added a field, if that is not the owner. */
  addedBy(name: string): IConstruct | undefined {
    const giver = this.givers.get(name);
    return giver === this.owner ? undefined : giver;
  }
}

/** The form of the log entries. The fields can also be given as the job's `fields`. */
export interface LogpushOutputOptions extends Omit<LogpushJobOutputOptions, 'fieldNames'> {
  /**
   * Names of log fields of the dataset, in the order of the columns.
   * @default the job's `fields`
   */
  readonly fieldNames?: readonly AnyOf<LogField>[];
}

/** Options of the service that have no prop of their own. */
export type LogpushFurtherOptions = Omit<LogpushJobLogpullOptions, 'fields' | 'timestamps' | 'sample'>;

/** What a job logs and how. */
export interface JobOptionsProps {
  /**
   * Names of log fields of the dataset. Those that hold custom fields come from `customFields`.
   * @default the default of the service
   */
  readonly fields?: readonly AnyOf<LogField>[];
  /**
   * The format of times: `unixnano`, `unix` or `rfc3339`.
   * @default "unixnano"
   */
  readonly timestamps?: LogpushJobLogpullOptions['timestamps'];
  /**
   * The fraction of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sample?: number;
  /**
   * The form of the log entries. Conflicts with `timestamps`, `sample` and `logpullOptions`, because it has its own.
   * @default JSON, one record a line
   */
  readonly outputOptions?: LogpushOutputOptions | IResolvable;
  /**
   * The options of the service that are neither `fields` nor `timestamps` nor `sample`.
   * @default none
   */
  readonly logpullOptions?: LogpushFurtherOptions;
}

/** Both forms; at most one is set. */
type Form = { readonly [K in 'outputOptions' | 'logpullOptions']: LogpushJobArguments[K] };

/** The options of a job: its own, and the fields that others add. */
export class JobOptions {
  readonly fields: JobFields;

  /** @param custom the names of the fields that hold custom fields, called at synth */
  constructor(
    owner: IConstruct,
    private readonly props: JobOptionsProps,
    private readonly custom: () => readonly string[],
  ) {
    this.fields = new JobFields(owner, props.fields, this.ownOutput?.fieldNames);
  }

  /** In the form of the resource's props. */
  toSynthesize(): Form {
    const { timestamps, sample, outputOptions, logpullOptions: further } = this.props;
    const none = { outputOptions: undefined, logpullOptions: undefined };
    if (outputOptions !== undefined && this.ownOutput === undefined)
      return { ...none, outputOptions: outputOptions as IResolvable };
    if (this.ownOutput !== undefined) {
      const fieldNames = this.fields.toSynthesize(this.custom(), 'list');
      return { ...none, outputOptions: { ...this.ownOutput, fieldNames } as LogpushJobOutputOptions };
    }
    const fields = this.fields.toSynthesize(this.custom(), 'set');
    if ([fields, timestamps, sample, further].every((one) => one === undefined)) return none;
    const { defuseLookups, other } = further ?? {};
    const logpullOptions = { fields, timestamps, sample, defuseLookups, other };
    return { ...none, logpullOptions: logpullOptions as LogpushJobLogpullOptions };
  }

  /** The listed log fields that are known at synth. */
  get listed(): readonly string[] {
    const { outputOptions } = this.props;
    if (isKnown(outputOptions) && this.ownOutput === undefined) return [];
    return [...new Set([...this.fields.knownNames(), ...this.custom()])];
  }

  /** Whether there are, or may be, others that are unknown at synth. */
  get listsMore(): boolean {
    const { outputOptions, logpullOptions: further } = this.props;
    const isOpaque = isKnown(outputOptions) && this.ownOutput === undefined;
    return isOpaque || this.fields.hasUnknown || further?.other !== undefined;
  }

  /** Forms that conflict with each other. */
  problems(): readonly Problem[] {
    const { outputOptions, timestamps, sample, logpullOptions: further } = this.props;
    const unlike =
      further === undefined
        ? undefined
        : furtherOptions(Token.isUnresolved(further) ? unknown : known(further));
    if (unlike) return [unlike];
    if (outputOptions === undefined) return [];
    const given = {
      fields: !this.fields.isEmpty && this.ownOutput === undefined,
      timestamps: timestamps !== undefined,
      sample: sample !== undefined,
      logpull_options: further !== undefined && !setsNothing(further),
    };
    const inside = { timestamps: 'timestampFormat', sample: 'sampleRate' } as Readonly<
      Record<string, string>
    >;
    return Object.entries(given).flatMap(([prop, isGiven]) =>
      isGiven ? optionsTwice('outputOptions', prop, inside[prop]) : [],
    );
  }

  /** The output options when they are an object and not a token. */
  private get ownOutput(): LogpushOutputOptions | undefined {
    const { outputOptions } = this.props;
    return isPlainObject(outputOptions) ? (outputOptions as LogpushOutputOptions) : undefined;
  }
}
