/** The schemes of a pattern without one. */
const SCHEMES = ['http', 'https'];

/** The URL pattern of a page rule in its parts. */
interface UrlPattern {
  readonly schemes: readonly string[];
  /** Host, port, path and query. */
  readonly rest: string;
}

/**
 * The URL pattern of a page rule in the rules language. The form is the emulator's choice (docs/internals/service.md 10): the
 * whole URI, so that a star crosses the end of the host as it does in the pattern, and one comparison for each
 * scheme, so that no star matches more than in the pattern.
 */
export function urlExpression(pattern: string): string {
  const { schemes, rest } = parsed(pattern);
  return anyOf(schemes.map((scheme) => `http.request.full_uri wildcard r"${scheme}://${literal(rest)}"`));
}

/** An expression that is true if one of these is. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? expressions.join('') : `(${expressions.join(' or ')})`;
}

/** False if no URL can match both patterns, judging by the text before and after their stars. */
export function mayOverlap(one: string, other: string): boolean {
  const [first, second] = [parsed(one).rest.toLowerCase(), parsed(other).rest.toLowerCase()];
  const [firstParts, secondParts] = [first.split('*'), second.split('*')];
  const [firstStart, secondStart] = [firstParts[0] ?? '', secondParts[0] ?? ''];
  const [firstEnd, secondEnd] = [firstParts.at(-1) ?? '', secondParts.at(-1) ?? ''];
  return (
    (firstStart.startsWith(secondStart) || secondStart.startsWith(firstStart)) &&
    (firstEnd.endsWith(secondEnd) || secondEnd.endsWith(firstEnd))
  );
}

function parsed(pattern: string): UrlPattern {
  const scheme = /^(https?|\*):\/\//i.exec(pattern)?.[1];
  const rest = scheme === undefined ? pattern : pattern.slice(`${scheme}://`.length);
  return {
    schemes: scheme === undefined || scheme === '*' ? SCHEMES : [scheme.toLowerCase()],
    // A whole URI has a path, which a star may match.
    rest: /[/*]/.test(rest) ? rest : `${rest}/`,
  };
}

/** A raw string ends at a quote; `wildcard` reads a backslash as an escape and refuses two stars in a row. */
function literal(rest: string): string {
  return rest.replaceAll('"', '%22').replaceAll('\\', '\\\\').replaceAll(/\*+/g, '*');
}
