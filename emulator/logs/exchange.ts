/** A header line, or a cookie; header names are in lower case. */
export type NamedValue = readonly [name: string, value: string];

/** The four stages of headers: in the request and in the response, before and after transform rules. */
export type HeaderStage = 'request' | 'transformed request' | 'response' | 'transformed response';

/** A request through the zone with its response, checked and with all defaults. */
export interface Exchange {
  readonly method: string;
  readonly host: string;
  /** With the query. */
  readonly uri: string;
  readonly clientIp: string;
  readonly status: number;
  /** Length of the response's body. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Header lines in order. A stage that changed nothing has the lines of the previous one. */
  readonly headers: Readonly<Record<HeaderStage, readonly NamedValue[]>>;
  /** Whether the edge took it for a part of an attack. */
  readonly isAttack: boolean;
  /** The requests that a worker made to answer it. They have none of their own. */
  readonly subrequests: readonly Exchange[];
}

/** The value of the first line with this name, which is in lower case; empty if there is none. */
export function firstHeader(lines: readonly NamedValue[], name: string): string {
  return lines.find(([candidate]) => candidate === name)?.[1] ?? '';
}

/**
 * The cookies of a request, from all its `Cookie` lines: RFC 9113 section 8.2.3 lets a client split the
 * header. A value is kept as sent, with its quotes and every `=` after the first; text without `=` is not a cookie.
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
