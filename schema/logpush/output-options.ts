/** The words of `output_options.output_type` (facts 1.4). */
export const OUTPUT_TYPES = ['ndjson', 'csv'] as const;

/** The words of `output_options.timestamp_format` (facts 1.4). */
export const OUTPUT_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const;
