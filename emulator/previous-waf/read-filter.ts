import type { Members, Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { INVALID_EXPRESSION } from '../service/published';
import type { Filter } from './previous-waf';
import { type Made, readSeedId, readSeedItems } from './seed-items';

/** A filter without its identity. */
export type FilterInput = Omit<Filter, 'id'>;

export const FILTER_MEMBERS = ['expression', 'paused', 'description', 'ref'] as const;

/**
 * In bytes. Four times what a migration accepts (docs/internals/service.md 8), so that a zone can be unable to migrate.
 */
const MAX_EXPRESSION_BYTES = 16_384;

/** Characters of a description and of a ref, of filters and of firewall rules (docs/internals/service.md 7.8). */
const MAX_DESCRIPTION = 500;
const MAX_REF = 50;

export function readFilter(members: Members<(typeof FILTER_MEMBERS)[number]>): FilterInput | undefined {
  const expression = readExpression(members.required('expression'));
  const paused = members.optional('paused')?.boolean() ?? false;
  const texts = readTexts(members);
  return expression === undefined ? undefined : { expression, paused, ...texts };
}

/** The description and the ref; empty if they are absent. */
export function readTexts(members: Members<'description' | 'ref'>): Pick<Filter, 'description' | 'ref'> {
  return {
    description: readText(members.optional('description'), MAX_DESCRIPTION),
    ref: readText(members.optional('ref'), MAX_REF),
  };
}

function readText(reader: Reader | undefined, longest: number): string {
  const text = reader?.string() ?? '';
  if (text.length > longest) reader?.refuse(`it must be at most ${longest} characters`);
  return text;
}

/** Expressions are not parsed, only checked for being blank or too long. */
export function readExpression(reader: Reader | undefined): string | undefined {
  const expression = reader?.string();
  if (expression === undefined) return undefined;
  if (expression.trim() === '') return reader?.refuse('it must not be blank', INVALID_EXPRESSION);
  if (Buffer.byteLength(expression) <= MAX_EXPRESSION_BYTES) return expression;
  return reader?.refuse(`it must be at most ${MAX_EXPRESSION_BYTES} bytes`, INVALID_EXPRESSION);
}

/** The filter of a firewall rule: one that exists already, or a new one. */
export type FilterOfRule<New> = { readonly id: string } | { readonly made: New };

/**
 * Reads the filter of a new firewall rule. With an id it is an existing filter, and its other members are not looked
 * at: client libraries send them, empty or not (docs/internals/service.md 7.8).
 */
export function readFilterOfRule(
  reader: Reader | undefined,
  exists: (id: string) => boolean,
): FilterOfRule<FilterInput> | undefined {
  const members = reader?.members(['id', ...FILTER_MEMBERS]);
  const sentId = members?.optional('id');
  if (sentId !== undefined) {
    const id = sentId.matching(IDENTIFIER, IDENTIFIER_FORM);
    if (id === undefined) return undefined;
    return exists(id) ? { id } : sentId.refuse('no filter of the zone has this id');
  }
  const made = members && readFilter(members);
  return made && { made };
}

/** The filters of a seed: those of its list, and those that its firewall rules bring along. Their ids all differ. */
export class SeedFilters {
  private readonly ids = new Set<string>();

  readList(reader: Reader | undefined): readonly Made<Filter>[] {
    return readSeedItems(reader, (item) => {
      const members = item.members(['id', ...FILTER_MEMBERS]);
      const id = members && this.readNewId(members.optional('id'));
      const filter = members && readFilter(members);
      return filter && ((next) => ({ id: id ?? next(), ...filter }));
    });
  }

  /** The filter of a firewall rule, which only names a filter of the list if it has an id and no expression. */
  readOfRule(reader: Reader): FilterOfRule<Made<Filter>> | undefined {
    const members = reader.members(['id', ...FILTER_MEMBERS]);
    if (members === undefined) return undefined;
    const sentId = members.optional('id');
    if (sentId !== undefined && members.optional('expression') === undefined) {
      const id = readSeedId(sentId);
      if (id === undefined) return undefined;
      return this.ids.has(id) ? { id } : sentId.refuse('no filter above has this id');
    }
    const id = this.readNewId(sentId);
    const filter = readFilter(members);
    return filter && { made: (next) => ({ id: id ?? next(), ...filter }) };
  }

  private readNewId(sent: Reader | undefined): string | undefined {
    const id = readSeedId(sent);
    if (id !== undefined && this.ids.has(id)) return sent?.refuse('another filter has this id');
    if (id !== undefined) this.ids.add(id);
    return id;
  }
}

/** A filter with only an expression, as a seed may give it. */
export function seedFilter(expression: string): FilterOfRule<Made<Filter>> {
  return { made: (next) => ({ id: next(), expression, paused: false, description: '', ref: '' }) };
}
