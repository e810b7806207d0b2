import type { Problem } from '../problem';

/** The part of the log entries to keep: above 0, at most 1 (facts 1.3). */
export function sampleRate(value: number): readonly Problem[] {
  if (value > 0 && value <= 1) return [];
  return [
    {
      code: 'sample_out_of_range',
      path: [],
      message: `${value} is out of range.`,
      hint: 'It is the part of the log entries to keep: above 0, at most 1, such as 0.25.',
    },
  ];
}
