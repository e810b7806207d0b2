import type { Problem } from '../problem';

const PATTERN = /^(?=\d)(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/;

/** Milliseconds of a span of time such as `90m`, `1h30m` or `45s`; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  const parts = PATTERN.exec(text);
  if (!parts) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A span of time of a second or more. */
export function duration(value: string): readonly Problem[] {
  if ((durationMs(value) ?? 0) > 0) return [];
  return [
    {
      code: 'duration_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not a time limit.`,
      hint: 'Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
    },
  ];
}
