import type { Check } from '../attribute';
import type { Problem } from '../problem';

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
