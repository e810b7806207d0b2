import { type IResolvable, Token, Fn } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown, parseLogOptions, type Problem } from '../../schema';
import { known } from '../binding/known';
import type { AnyOf } from '../binding/props';
import type { LogField } from './dataset-fields';
import type { LogpushJobArguments, LogpushJobOptions, LogpushJobOutputOptions } from '../props';
import { optionsTwice } from './job-problems';
import { produced } from '../binding/resolving';

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
    if (first === undefined) return names.length > 0 ? names : undefined;
    if (noList !== undefined || (others.length === 0 && names.length === 0)) return noList ?? first;
    const rest = [...others, ...(names.length > 0 ? [names] : [])].map((part) => [...part]);
    return joining === 'set'
      ? Fn.setunion([...first], rest)
      : Fn.distinct(Fn.concat([[...first], ...rest] as unknown as string[]));
  }

  /** The names that are known at synth. */
  knownNames(): readonly string[] {
    return [...this.givers.keys()].filter((name) => isKnown(known(name)));
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

/** What a job logs and how, in one of three forms. */
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
  readonly timestamps?: LogpushJobOptions['timestamps'];
  /**
   * The fraction of the log entries to keep: above 0, at most 1.
   * @default 1
   */
  readonly sample?: number;
  /**
   * The form of the log entries. Conflicts with `timestamps` and `sample`, because it has its own.
   * @default JSON, one record a line
   */
  readonly outputOptions?: LogpushOutputOptions | IResolvable;
  /**
   * What is logged as query-string text, e.g. `fields=RayID&timestamps=rfc3339`. Conflicts with all others. The
   * fields that hold custom fields are not added to it.
   * @default built from `fields`, `timestamps` and `sample`
   */
  readonly logpullOptions?: string;
}

/** All three forms; at most one is set. */
type Form = { readonly [K in 'options' | 'outputOptions' | 'logpullOptions']: LogpushJobArguments[K] };

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
    const { timestamps, sample, outputOptions, logpullOptions } = this.props;
    const none = { options: undefined, outputOptions: undefined, logpullOptions: undefined };
    if (logpullOptions !== undefined) return { ...none, logpullOptions };
    if (outputOptions !== undefined && this.ownOutput === undefined)
      return { ...none, outputOptions: outputOptions as IResolvable };
    if (this.ownOutput !== undefined) {
      const fieldNames = this.fields.toSynthesize(this.custom(), 'list');
      return { ...none, outputOptions: { ...this.ownOutput, fieldNames } as LogpushJobOutputOptions };
    }
    const fields = this.fields.toSynthesize(this.custom(), 'set');
    if (fields === undefined && timestamps === undefined && sample === undefined) return none;
    return {
      ...none,
      options: { fields, timestamps, sample } as LogpushJobOptions,
    };
  }

  /** The listed log fields that are known at synth. */
  get listed(): readonly string[] {
    const { logpullOptions, outputOptions } = this.props;
    const text = known(logpullOptions);
    if (typeof text === 'string') {
      const parsed = parseLogOptions(text);
      return parsed.ok ? parsed.options.fields : [];
    }
    if (isKnown(logpullOptions) || (isKnown(outputOptions) && this.ownOutput === undefined)) return [];
    return [...new Set([...this.fields.knownNames(), ...this.custom()])];
  }

  /** Whether there are, or may be, others that are unknown at synth. */
  get listsMore(): boolean {
    const { logpullOptions, outputOptions } = this.props;
    if (isKnown(logpullOptions)) {
      const text = known(logpullOptions);
      return typeof text !== 'string' || !parseLogOptions(text).ok;
    }
    return (isKnown(outputOptions) && this.ownOutput === undefined) || this.fields.hasUnknown;
  }

  /** Forms that conflict with each other. */
  problems(): readonly Problem[] {
    const { logpullOptions, outputOptions } = this.props;
    const given = {
      fields: !this.fields.isEmpty,
      timestamps: this.props.timestamps !== undefined,
      sample: this.props.sample !== undefined,
      output_options: outputOptions !== undefined,
    };
    if (logpullOptions !== undefined)
      return excluded('logpullOptions', given, ['fields', 'timestamps', 'sample', 'output_options'], {});
    if (outputOptions === undefined) return [];
    const inside = { timestamps: 'timestampFormat', sample: 'sampleRate' };
    const closed = this.ownOutput === undefined ? (['fields'] as const) : [];
    return excluded('outputOptions', given, [...closed, 'timestamps', 'sample'], inside);
  }

  /** The output options when they are an object and not a token. */
  private get ownOutput(): LogpushOutputOptions | undefined {
    const { outputOptions } = this.props;
    const isObject = typeof outputOptions === 'object' && !Token.isUnresolved(outputOptions);
    return isObject ? (outputOptions as LogpushOutputOptions) : undefined;
  }
}

type Given = Readonly<Record<'fields' | 'timestamps' | 'sample' | 'output_options', boolean>>;

function excluded(
  form: string,
  given: Given,
  others: readonly (keyof Given)[],
  inside: Readonly<Partial<Record<keyof Given, string>>>,
): readonly Problem[] {
  return others
    .filter((other) => given[other])
    .map((other) => {
      const instead = inside[other];
      return optionsTwice(
        form,
        other,
        instead === undefined
          ? 'Keep one of them: each defines what is logged.'
          : `Set ${form}.${instead} instead.`,
      );
    });
}
