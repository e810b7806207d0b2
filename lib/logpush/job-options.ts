import { type IResolvable, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown, parseLogOptions, type Problem } from '../../schema';
import { known } from '../binding/known';
import type { LogpushJobArguments, LogpushJobOptions, LogpushJobOutputOptions } from '../props';
import { JobFields } from './job-fields';
import { optionsTwice } from './job-problems';

/** The form of the log entries. The fields can also be given as the job's `fields`. */
export interface LogpushOutputOptions extends Omit<LogpushJobOutputOptions, 'fieldNames'> {
  /**
   * Names of log fields of the dataset, in the order of the columns.
   * @default the job's `fields`
   */
  readonly fieldNames?: readonly string[];
}

/** What a job logs and how, in one of three forms. */
export interface JobOptionsProps {
  /**
   * Names of log fields of the dataset. Those that hold custom fields come from `customFields`.
   * @default the default of the service
   */
  readonly fields?: readonly string[];
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
