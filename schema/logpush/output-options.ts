/** The words of `output_options.output_type` (docs/service.md 5.4). */
export const OUTPUT_TYPES = ['ndjson', 'csv'] as const;

/** The words of `output_options.timestamp_format` (docs/service.md 5.4). */
export const OUTPUT_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const;

export type OutputType = (typeof OUTPUT_TYPES)[number];

/** What the service writes around records when nothing is said (docs/service.md 5.4). */
export const RECORD_DEFAULTS: Readonly<
  Record<OutputType, { readonly record_prefix: string; readonly record_suffix: string }>
> = {
  ndjson: { record_prefix: '{', record_suffix: '}\n' },
  csv: { record_prefix: '', record_suffix: '\n' },
};
