import type { Problem } from '../problem';
import type { Rule } from '../attribute';

/** A number from `least` to `most`, both included. */
export function between(least: number, most: number): Rule<number> {
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
