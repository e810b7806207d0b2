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
  readonly hasText: boolean;
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
  ...['logpull_options', 'options', 'options.fields', 'options.timestamps', 'options.sample'],
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
  const hasText = kept.hasText || before['output'] === null;
  if (declared.ignored.has('all')) return { job: before, kept: { ...kept, hasText } };
  const { config, ignored } = declared;
  const plain = Object.entries(PLAIN).map(
    ([name, none]) => [name, ignored.has(name) ? before[name] : (config[name] ?? none)] as const,
  );
  const options = optionsAfter(before, declared, hasText);
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
      hasText: options.hasText,
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

interface Text {
  readonly fields: readonly string[];
  readonly timestamps: string;
  readonly sample: number;
  readonly defuse: boolean;
}

const NO_TEXT: Text = { fields: [], timestamps: 'unixnano', sample: 1, defuse: false };

function optionsAfter(
  before: HeldJob,
  { config, ignored }: Declared,
  hasText: boolean,
): { readonly text: unknown; readonly output: unknown; readonly hasText: boolean } {
  const there = before['output'] as HeldJob | null;
  const output = ignored.has('output_options')
    ? there
    : outputWith(config['output_options'] as HeldJob, there, ignored);
  const isKept = hasText && (ignored.has('options') || ignored.has('logpull_options'));
  const typed = ignored.has('options') ? undefined : (config['options'] as HeldJob | undefined);
  const written = ignored.has('logpull_options')
    ? undefined
    : (config['logpull_options'] as string | undefined);
  if (isKept) return { text: before['text'], output, hasText };
  if (written !== undefined) return { text: textOf(written), output, hasText: true };
  if (typed !== undefined)
    return {
      text: typedWith(typed, hasText ? (before['text'] as Text) : undefined, ignored),
      output,
      hasText: true,
    };
  if (output === null) return { text: NO_TEXT, output, hasText: true };
  return there === null
    ? { text: NO_TEXT, output, hasText: false }
    : { text: before['text'], output, hasText };
}

/** Typed options, with the members that are ignored as they were. */
function typedWith(typed: HeldJob, before: Text | undefined, ignored: Declared['ignored']): Text {
  const { fields, timestamps = 'unixnano', sample = 1 } = typed as Partial<Text>;
  const was = (member: string): Text | undefined => (ignored.has(`options.${member}`) ? before : undefined);
  return {
    fields: was('fields')?.fields ?? sorted(fields ?? []),
    timestamps: was('timestamps')?.timestamps ?? timestamps,
    sample: was('sample')?.sample ?? sample,
    // The typed form keeps it among its fields.
    defuse: was('fields')?.defuse ?? false,
  };
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

function textOf(text: string): Text {
  const values = new Map(
    text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => decodeURIComponent(part).split('=') as [string, string]),
  );
  return {
    fields: sorted((values.get('fields') ?? '').split(',').filter((name) => name !== '')),
    timestamps: values.get('timestamps') ?? 'unixnano',
    sample: Number(values.get('sample') ?? 1),
    defuse: values.get(DEFUSE) === 'true',
  };
}

function filterOf(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as unknown) : null;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
