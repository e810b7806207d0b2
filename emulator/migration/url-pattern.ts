/** The schemes that a pattern without one stands for. */
const SCHEMES = ['http', 'https'];

/** The URL pattern of a page rule in its parts. */
interface UrlPattern {
  readonly schemes: readonly string[];
  /** Host, port, path and query. */
  readonly rest: string;
}

/**
 * The URL pattern of a page rule in the language of rules. The form is the emulator's choice
 * (docs/service.md 10): the whole URI, so that a star crosses the end of the host as it does in the pattern,
 * and one comparison for each scheme, so that no star stands for more than the pattern's own do.
 */
export function urlExpression(pattern: string): string {
  const { schemes, rest } = parsed(pattern);
  return anyOf(schemes.map((scheme) => `http.request.full_uri wildcard r"${scheme}://${literal(rest)}"`));
}

/** An expression that is true when one of these is. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? expressions.join('') : `(${expressions.join(' or ')})`;
}

/** False when no URL fits both patterns, seen from what stands before and after their stars. */
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
    // A whole URI has a path; a star may stand for it.
    rest: /[/*]/.test(rest) ? rest : `${rest}/`,
  };
}

/** A raw string ends at a quote, `wildcard` reads a backslash as an escape and refuses two stars in a row. */
function literal(rest: string): string {
  return rest.replaceAll('"', '%22').replaceAll('\\', '\\\\').replaceAll(/\*+/g, '*');
}
