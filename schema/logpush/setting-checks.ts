import { lineEndHint, oneProblem, type Problem } from '../description/problem';
import { isKnown } from '../description/value';
import type { AnyNumber } from '../description/values-of';
import type { Check } from '../description/attribute';

/** The longest name of a job (docs/internals/service.md 5.2). */
export const MAX_JOB_NAME_LENGTH = 512;

/** The name of a log push job: letters, digits, `-`, `.`, and today `_` (docs/internals/service.md 5.2). */
export function jobName(value: string): readonly Problem[] {
  if (value.length > MAX_JOB_NAME_LENGTH)
    return oneProblem(
      'job_name_too_long',
      `The name has ${value.length} characters.`,
      `At most ${MAX_JOB_NAME_LENGTH} are allowed.`,
    );
  if (/^[a-zA-Z0-9\-._]*$/.test(value)) return [];
  const mended = value.trim().replace(/[^a-zA-Z0-9\-._]+/g, '-');
  return oneProblem(
    'job_name_malformed',
    `${JSON.stringify(value)} is not the name of a log push job.`,
    `A name consists of letters, digits, "-", "_" and "." only. For example: "${mended}".`,
  );
}

/** The name of one log field. Option text separates names with commas (docs/internals/service.md 5.3). */
export function logFieldName(value: string): readonly Problem[] {
  if (/^[^\s,=&?]+$/.test(value)) return [];
  if (value === '')
    return oneProblem(
      'log_field_empty',
      'The name of a log field is empty.',
      'Remove it, or write the name of a field.',
    );
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  return oneProblem(
    'log_field_malformed',
    `${JSON.stringify(value)} is not the name of a log field.`,
    lineEndHint(value) ??
      (parts.length > 1
        ? `List each name separately: ${parts.map((part) => JSON.stringify(part)).join(', ')}.`
        : 'A name has no spaces, commas, "=", "&" or "?". Instead of CVE-2021-44228=true, set ' +
          'defuse_lookups = true.'),
  );
}

/** The names of a job's log fields: at least one, without duplicates. */
export function logFieldNames(values: readonly unknown[]): readonly Problem[] {
  if (values.length === 0)
    return oneProblem(
      'log_fields_missing',
      'The list of log fields is empty.',
      'Name at least one, such as "RayID". To log the default fields of the service, omit the options.',
    );
  const seen = new Set<unknown>();
  return values.flatMap((value, index) =>
    isKnown(value) && seen.size === seen.add(value).size
      ? oneProblem(
          'log_field_repeated',
          `${JSON.stringify(value)} is listed more than once.`,
          'Each field is logged once. Remove the duplicate.',
          [index],
        )
      : [],
  );
}

/** The fraction of log entries to keep: above 0, at most 1 (docs/internals/service.md 5.3). */
export function sampleRate(value: AnyNumber): readonly Problem[] {
  if (typeof value === 'number' && value > 0 && value <= 1) return [];
  // A number with more digits than the service can store.
  const tooExact = typeof value !== 'number' && Number(value.text) > 0 && Number(value.text) <= 1;
  const short = Number(Number(typeof value === 'number' ? value : value.text).toPrecision(4));
  if (tooExact)
    return oneProblem(
      'sample_too_exact',
      `The value, about ${short}, has too many digits.`,
      `Write ${short}. In HCL, a quotient is exact only if it is rounded: tonumber(format("%.4g", 1 / 3)).`,
    );
  return oneProblem(
    'sample_out_of_range',
    `${typeof value === 'number' ? value : short} is out of range.`,
    'It is the fraction of log entries to keep: above 0 and at most 1, such as 0.25.',
  );
}

/** The same in `output_options`, where it may be 0 (docs/internals/service.md 5.4). */
export function sampleRateOrNone(value: AnyNumber): readonly Problem[] {
  if (value === 0) return [];
  const hint = 'It is the fraction of log entries to keep: from 0 to 1, such as 0.25.';
  return sampleRate(value).map((each) => (each.code === 'sample_too_exact' ? each : { ...each, hint }));
}

/** The number of an object of the service. */
export function objectNumber(value: number): readonly Problem[] {
  const hint = 'Numbers of the service begin with 1. Leave it out for none.';
  return value > 0 ? [] : oneProblem('number_out_of_range', `${value} is out of range.`, hint);
}

/** An upload limit (docs/internals/service.md 5.2): 0 for none, otherwise from `least` to `most`, in this unit. */
export function offOrBetween(least: number, most: number, unit: string): Check<number> {
  return (value): readonly Problem[] =>
    value === 0 || (value >= least && value <= most)
      ? []
      : oneProblem(
          'upload_limit_out_of_range',
          `${value} is out of range.`,
          `Allowed: 0 (no limit), or ${least} to ${most} ${unit}.`,
        );
}
