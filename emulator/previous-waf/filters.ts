import { filterInUse, sameFilterExists } from './errors';
import type { Filter, PreviousWaf } from './previous-waf';
import type { FilterInput } from './read-filter';

/** A filter that a client creates or, with its id, changes. */
interface SentFilter extends FilterInput {
  readonly id?: string;
}

/**
 * No two filters have the same expression (docs/internals/service.md 7.8). Those of a seed may, and may keep theirs.
 *
 * @param sent all filters that one request writes
 * @throws Refusal for the first one whose expression another filter has
 */
export function checkExpressions({ filters }: PreviousWaf, sent: readonly SentFilter[]): void {
  const sentIds = new Set(sent.map(({ id }) => id));
  const stays = [...filters.values()].filter(({ id }) => !sentIds.has(id));
  sent.forEach((filter, index) => {
    if (filter.id !== undefined && filters.get(filter.id)?.expression === filter.expression) return;
    const isSame = (other: FilterInput): boolean => other.expression === filter.expression;
    const existing = stays.find(isSame);
    if (existing !== undefined || sent.slice(0, index).some(isSame)) throw sameFilterExists(existing);
  });
}

/** The firewall rules that have the filter. */
function rulesWith({ firewallRules }: PreviousWaf, filterId: string): readonly string[] {
  return [...firewallRules.values()].filter((rule) => rule.filterId === filterId).map(({ id }) => id);
}

/** @throws Refusal if a firewall rule has the filter */
export function checkUnused(waf: PreviousWaf, filterId: string): void {
  const ruleIds = rulesWith(waf, filterId);
  if (ruleIds.length > 0) throw filterInUse(filterId, ruleIds);
}

/** Deletes the filter unless a firewall rule has it; returns whether it did. */
export function deleteIfUnused(waf: PreviousWaf, filterId: string): boolean {
  return rulesWith(waf, filterId).length === 0 && waf.filters.delete(filterId);
}

/** The documented answers have neither a description nor a ref if none was given (docs/internals/service.md 7.8). */
export function filterView({ description, ref, ...filter }: Filter): Record<string, unknown> {
  return { ...filter, ...(description !== '' && { description }), ...(ref !== '' && { ref }) };
}
