import { ID_PATTERN, type Explanation } from '../../schema';

/** An import id that begins with a zone. */
export interface ZoneScopedId {
  readonly zoneId: string;
  /** What follows the zone. */
  readonly parts: readonly string[];
}

/** What other providers and the addresses of the service write before a zone's id. */
const ZONE_WORDS = ['zone', 'zones'];

/**
 * Reads `<zone id>`, `<zone id>/<part>` and so on. Everything that has one meaning only is accepted: blanks, upper-case
 * zone ids, `,` instead of `/`, the prefix `zone/` or `zones/` of the vendor's import ids, and the path of the service.
 *
 * @param collection the words between the zone and the part in such a path, such as `['logpush', 'jobs']`
 * @returns undefined when the id does not begin with a zone
 */
export function parseZoneScopedId(id: string, collection: readonly string[]): ZoneScopedId | undefined {
  const steps = id
    .trim()
    .replace(/^\//, '')
    .split(/[/,]/)
    .map((step) => step.trim());
  const isPath = ZONE_WORDS.includes(steps[0] ?? '');
  const [zone = '', ...parts] = isPath ? steps.slice(1) : steps;
  const zoneId = zone.toLowerCase();
  if (!ID_PATTERN.test(zoneId)) return undefined;
  const isInCollection = isPath && collection.every((word, index) => parts[index] === word);
  return { zoneId, parts: isInCollection ? parts.slice(collection.length) : parts };
}

/** Refuses a malformed id; one of an account gets the reason. */
export function importIdMalformed(id: string, what: string, hint: string): Explanation {
  const isOfAccount = /^\s*\/?accounts?[/,]/.test(id);
  return {
    message: isOfAccount
      ? `The import id ${JSON.stringify(id)} is that of an account; this resource manages what belongs to a zone.`
      : `The import id ${JSON.stringify(id)} is not ${what}.`,
    hint,
  };
}

/**
 * What to do when there is nothing to import.
 *
 * @param what what the next apply creates
 */
export function createInstead(isMoved: boolean, what: string): string {
  return isMoved
    ? `Remove the moved block, and the object that it moves from the state (terraform state rm ADDRESS): the next apply creates ${what}.`
    : `Remove the import block: the next apply creates ${what}.`;
}
