import type { Problem } from '../problem';
import { isKnown } from '../value';
import type { AnyNumber } from '../values-of';
import type { Check } from '../attribute';

/** The longest name of a job (docs/service.md 5.2). */
export const MAX_JOB_NAME_LENGTH = 512;

/** The name of a log push job: letters, digits, `-` and `.` (docs/service.md 5.2). */
export function jobName(value: string): readonly Problem[] {
  if (value.length > MAX_JOB_NAME_LENGTH)
    return [
      {
        code: 'job_name_too_long',
        path: [],
        message: `The name has ${value.length} characters.`,
        hint: `At most ${MAX_JOB_NAME_LENGTH} are allowed.`,
      },
    ];
  if (/^[a-zA-Z0-9\-.]*$/.test(value)) return [];
  const mended = value.trim().replace(/[^a-zA-Z0-9\-.]+/g, '-');
  return [
    {
      code: 'job_name_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not the name of a log push job.`,
      hint: `A name has letters, digits, "-" and "." only, and no spaces. For example: "${mended}".`,
    },
  ];
}

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

/** The part of the log entries to keep: above 0, at most 1 (docs/service.md 5.3). */
export function sampleRate(value: AnyNumber): readonly Problem[] {
  if (typeof value === 'number' && value > 0 && value <= 1) return [];
  // A number of more digits than the service could hold.
  const tooExact = typeof value !== 'number' && Number(value.text) > 0 && Number(value.text) <= 1;
  return [
    {
      code: tooExact ? 'sample_too_exact' : 'sample_out_of_range',
      path: [],
      message: `${typeof value === 'number' ? value : value.text} ${tooExact ? 'has too many digits' : 'is out of range'}.`,
      hint: 'It is the part of the log entries to keep: above 0, at most 1, such as 0.25.',
    },
  ];
}

/** An upload limit (docs/service.md 5.2): 0 turns it off; otherwise from `least` to `most`, in this unit. */
export function offOrBetween(least: number, most: number, unit: string): Check<number> {
  return (value): readonly Problem[] =>
    value === 0 || (value >= least && value <= most)
      ? []
      : [
          {
            code: 'upload_limit_out_of_range',
            path: [],
            message: `${value} is out of range.`,
            hint: `Allowed: 0 (no limit of its own), or ${least} to ${most} ${unit}.`,
          },
        ];
}
