import type { JobConfig } from './job-arbitraries';

/**
 * What `ignore_changes` makes of a job, said without any of the provider's code: an attribute that is ignored has the
 * value of the state in place of the declared one, and what a plan does not change is not written.
 */
export interface Declared {
  readonly config: JobConfig;
  /** Paths of attributes, or `all`. */
  readonly ignored: ReadonlySet<string>;
}

/** What of the state decides, besides what the service has: the form of the destination, and options behind others. */
export interface Kept {
  readonly storesDestination: boolean;
  /** The options that were applied last; null when none were declared. */
  readonly options: Text | null;
}

/** A job at the service, or as far as this model goes: what is compared. */
export type HeldJob = Readonly<Record<string, unknown>>;

const DEFUSE = 'CVE-2021-44228';

const PLAIN = {
  name: '',
  enabled: false,
  frequency: 'high',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
} as const;

export const IGNORABLE = [
  ...Object.keys(PLAIN),
  ...['filter', 'kind', 'ownership_challenge', 'ownership_challenge_wo'],
  ...['destination_conf', 'destination_conf_wo', 'destination_conf_wo_version'],
  ...['logpull_options', 'logpull_options.fields', 'logpull_options.timestamps', 'logpull_options.sample'],
  ...[
    'output_options',
    'output_options.field_names',
    'output_options.sample_rate',
    'output_options.record_prefix',
  ],
] as const;

/** What is compared of a job that the service has. */
export function comparable(job: HeldJob): HeldJob {
  const plain = Object.entries(PLAIN).map(([name, none]) => [name, job[name] ?? none] as const);
  return {
    ...Object.fromEntries(plain),
    filter: filterOf(job['filter']),
    destination_conf: job['destination_conf'],
    text: textOf(String(job['logpull_options'] ?? '')),
    output: job['output_options'] ? outputOf(job['output_options'] as HeldJob) : null,
  };
}

/** The job after an apply, and what the state keeps of it. @param held before the apply */
export function afterApply(held: HeldJob, declared: Declared, kept: Kept): { job: HeldJob; kept: Kept } {
  const before = comparable(held);
  const there = heldOptions(before, kept);
  if (declared.ignored.has('all')) return { job: before, kept: { ...kept, options: there } };
  const { config, ignored } = declared;
  const plain = Object.entries(PLAIN).map(
    ([name, none]) => [name, ignored.has(name) ? before[name] : (config[name] ?? none)] as const,
  );
  const options = optionsAfter(before, declared, there);
  return {
    job: {
      ...Object.fromEntries(plain),
      filter: ignored.has('filter') ? before['filter'] : filterOf(config['filter']),
      destination_conf: destinationAfter(before, declared, kept),
      text: options.text,
      output: options.output,
    },
    kept: {
      storesDestination: ignored.has('destination_conf')
        ? kept.storesDestination
        : config['destination_conf'] !== undefined,
      options: options.kept,
    },
  };
}

function destinationAfter(
  before: HeldJob,
  { config, ignored }: Declared,
  { storesDestination }: Kept,
): unknown {
  const [stored, writeOnly] = [config['destination_conf'], config['destination_conf_wo']];
  if (stored !== undefined) return ignored.has('destination_conf') ? before['destination_conf'] : stored;
  const isKept = !storesDestination && ignored.has('destination_conf_wo_version');
  return ignored.has('destination_conf_wo') || isKept ? before['destination_conf'] : writeOnly;
}

export interface Text {
  readonly fields: readonly string[];
  readonly timestamps: string;
  readonly sample: number;
  readonly defuse_lookups: boolean;
  readonly other: string;
}

const NO_TEXT: Text = { fields: [], timestamps: 'unixnano', sample: 1, defuse_lookups: false, other: '' };

const isNone = (text: Text | null): boolean => JSON.stringify(text) === JSON.stringify(NO_TEXT);

/** The options that the state has after a refresh: those that the service ignores only where they were declared. */
function heldOptions(before: HeldJob, { options }: Kept): Text | null {
  const text = before['text'] as Text;
  if (before['output'] !== null && options === null) return null;
  return isNone(text) && !isNone(options) ? null : text;
}

function optionsAfter(
  before: HeldJob,
  { config, ignored }: Declared,
  there: Text | null,
): { readonly text: unknown; readonly output: unknown; readonly kept: Text | null } {
  const outputThere = before['output'] as HeldJob | null;
  const output = ignored.has('output_options')
    ? outputThere
    : outputWith(config['output_options'] as HeldJob, outputThere, ignored);
  const typed = config['logpull_options'] as HeldJob | undefined;
  if (ignored.has('logpull_options') && there !== null) return { text: before['text'], output, kept: there };
  if (!ignored.has('logpull_options') && typed !== undefined) {
    const text = typedWith(typed, there, ignored);
    return { text, output, kept: text };
  }
  // What the service ignores is not touched while it stays ignored.
  const isHidden = there === null && outputThere !== null && output !== null;
  return { text: isHidden ? before['text'] : NO_TEXT, output, kept: null };
}

/** The options that a configuration declares. */
export function declaredOptions({ logpull_options: typed }: JobConfig): Text | null {
  return typed === undefined ? null : typedWith(typed as HeldJob, null, new Set());
}

/** Declared options, with the members that are ignored as they were. */
function typedWith(typed: HeldJob, before: Text | null, ignored: Declared['ignored']): Text {
  const given = { ...NO_TEXT, ...typed } as Text;
  const members = Object.entries(before ?? {}).filter(([name]) => ignored.has(`logpull_options.${name}`));
  const text = { ...given, ...(Object.fromEntries(members) as Partial<Text>) };
  return { ...text, fields: sorted(text.fields) };
}

function outputWith(
  written: HeldJob | undefined,
  before: HeldJob | null,
  ignored: Declared['ignored'],
): unknown {
  if (written === undefined) return null;
  const members = Object.entries(before ?? {}).filter(([name]) => ignored.has(`output_options.${name}`));
  return outputOf({ ...written, ...Object.fromEntries(members) });
}

function outputOf(output: HeldJob): HeldJob {
  const isCsv = output['output_type'] === 'csv';
  const defaults = {
    field_names: [],
    output_type: 'ndjson',
    timestamp_format: 'unixnano',
    sample_rate: 1,
    batch_prefix: '',
    batch_suffix: '',
    record_prefix: isCsv ? '' : '{',
    record_suffix: isCsv ? '\n' : '}\n',
    record_delimiter: '',
    record_template: '',
    field_delimiter: ',',
    merge_subrequests: false,
  };
  const members = Object.entries(defaults).map(([name, none]) => [name, output[name] ?? none] as const);
  const defuse_lookups = output['defuse_lookups'] ?? output[DEFUSE] ?? false;
  return { ...Object.fromEntries(members), defuse_lookups };
}

/** The options that a text means; what has no member is in `other`. */
function textOf(text: string): Text {
  const parts = text.split('&').filter((part) => part !== '');
  const isOwn = (part: string): boolean => /^(fields|timestamps|sample|CVE-2021-44228)=/.test(part);
  const values = new Map(
    parts.filter(isOwn).map((part) => decodeURIComponent(part).split('=') as [string, string]),
  );
  return {
    fields: sorted((values.get('fields') ?? '').split(',').filter((name) => name !== '')),
    timestamps: values.get('timestamps') ?? 'unixnano',
    sample: Number(values.get('sample') ?? 1),
    defuse_lookups: values.get(DEFUSE) === 'true',
    other: parts.filter((part) => !isOwn(part)).join('&'),
  };
}

function filterOf(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as unknown) : null;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
