import type { Problem } from '../problem';
import type { AnyNumber } from '../values-of';

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
