import type { Problem } from '../problem';
import type { Check } from '../attribute';

/** A number from `least` to `most`, both included. */
export function between(least: number, most: number): Check<number> {
  return (value): readonly Problem[] =>
    value >= least && value <= most
      ? []
      : [
          {
            code: 'out_of_range',
            path: [],
            message: `${value} is out of range.`,
            hint: `Allowed: ${least} to ${most}.`,
          },
        ];
}
