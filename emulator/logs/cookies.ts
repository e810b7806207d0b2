import type { NamedValue } from './exchange';

/**
 * The cookies of a request, from all its `Cookie` lines: RFC 9113 section 8.2.3 lets a client split the
 * header. A value is kept as sent, with its quotes and every `=` after the first; what has no `=` is no cookie.
 */
export function cookiesOf(lines: readonly NamedValue[]): readonly NamedValue[] {
  return lines
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(';').flatMap((pair) => readPair(pair)));
}

function readPair(pair: string): readonly NamedValue[] {
  const equals = pair.indexOf('=');
  return equals < 0 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
}
