import type { Problem } from '../problem';
import { isKnown } from '../unknown';

/** The name of one log field, as it can stand in the text of log options: they are separated by commas (docs/service.md 5.3). */
export function logFieldName(value: string): readonly Problem[] {
  if (/^[^\s,=&?]+$/.test(value)) return [];
  if (value === '')
    return [
      problem('log_field_empty', 'The name of a log field is empty.', 'Remove it, or write the name out.'),
    ];
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  return [
    problem(
      'log_field_malformed',
      `${JSON.stringify(value)} is not the name of a log field.`,
      parts.length > 1
        ? `Give each name by itself: ${parts.map((part) => JSON.stringify(part)).join(', ')}.`
        : 'A name has neither spaces nor commas, and none of "=", "&" and "?". An option such as CVE-2021-44228=true ' +
            'belongs into logpull_options.',
    ),
  ];
}

/** The names of the log fields of a job: at least one, and none twice. */
export function logFieldNames(values: readonly unknown[]): readonly Problem[] {
  if (values.length === 0)
    return [
      problem(
        'log_fields_missing',
        'No log field is named.',
        'Name at least one, such as "RayID". For the default fields of the service leave the whole form out.',
      ),
    ];
  const seen = new Set<unknown>();
  return values.flatMap((value, index) =>
    isKnown(value) && seen.size === seen.add(value).size
      ? [
          {
            ...problem(
              'log_field_repeated',
              `${JSON.stringify(value)} is given more than once.`,
              'Each field is logged once. Remove the repetition.',
            ),
            path: [index],
          },
        ]
      : [],
  );
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}
