import type { LogOptions } from './log-options';
import { DEFUSE_KEY } from './log-options';

/** The text of these options: `fields=RayID,ClientIP&timestamps=rfc3339`. What is not set is left out. */
export function formatLogOptions({ fields, timestamps, sample, defuse }: LogOptions): string {
  const parts = [
    fields.length > 0 && `fields=${fields.map(encodeURIComponent).join(',')}`,
    timestamps !== undefined && `timestamps=${timestamps}`,
    sample !== undefined && `sample=${withoutExponent(sample)}`,
    defuse !== undefined && `${DEFUSE_KEY}=${defuse}`,
  ];
  return parts.filter((part) => part !== false).join('&');
}

/** A small number without an exponent, which the text of options does not know: 0.0000001. */
function withoutExponent(number: number): string {
  const match = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(number));
  if (match === null) return String(number);
  const [, first = '', rest = '', places = ''] = match;
  return `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`;
}
