/** What a field holds. `int or string` is a time, whose form the job's timestamp format decides (docs/service.md 5.2). */
export type FieldType =
  'string' | 'int' | 'float' | 'bool' | 'object' | 'int or string' | 'array[string]' | 'array[int]';

/** A field that log entries of a dataset can have. */
export interface DatasetField {
  readonly description: string;
  readonly type: FieldType;
}

/** A field as the tables of datasets say it. */
export type FieldRow = readonly [name: string, type: FieldType, description: string];
