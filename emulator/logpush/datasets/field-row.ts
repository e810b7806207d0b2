/**
 * The type of a field. `int or string` is a time, whose form depends on the job's timestamp format (docs/internals/service.md
 * 5.2).
 */
export type FieldType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'object'
  | 'int or string'
  | 'array[string]'
  | 'array[int]'
  | 'array[object]';

/** A field in the tables of datasets. */
export type FieldRow = readonly [name: string, type: FieldType, description: string];
