/** A list of names in the rule of custom log fields (docs/internals/service.md 4.1, 4.2). */
interface ListOfNames<Name extends string> {
  /** The member of `action_parameters` that holds it. */
  readonly member: string;
  readonly description: string;
  /** Its names may be in `preserve_duplicates`. */
  readonly mayPreserve?: true;
  /** Of a list that the specification does not have: its list of the other form, which cannot have the same name. */
  readonly excludes?: Name;
}

const LISTS = {
  request_headers: { member: 'request_fields', description: 'Names of request headers, in lower case.' },
  transformed_request_headers: {
    member: 'transformed_request_fields',
    description:
      'Names of request headers as they are sent to the origin, in lower case. None of `request_headers`.',
    excludes: 'request_headers',
  },
  response_headers: {
    member: 'response_fields',
    description: 'Names of response headers, in lower case.',
    mayPreserve: true,
  },
  raw_response_headers: {
    member: 'raw_response_fields',
    description:
      'Names of response headers as the origin sent them, in lower case. None of `response_headers`.',
    mayPreserve: true,
    excludes: 'response_headers',
  },
  cookies: {
    member: 'cookie_fields',
    description: 'Names of cookies, case-sensitive as in the HTTP request.',
  },
} as const satisfies Readonly<Record<string, ListOfNames<string>>>;

export type FieldList = keyof typeof LISTS;

/** The lists of `zone_log_custom_fields`: attributes, messages and the service's JSON derive from this table. */
export const FIELD_LIST: Readonly<Record<FieldList, ListOfNames<FieldList>>> = LISTS;
export const FIELD_LISTS = Object.keys(LISTS) as readonly FieldList[];

/** The lists, and the names among theirs of which every instance is logged. */
export type FieldSet = FieldList | 'preserve_duplicates';
export const FIELD_SETS: readonly FieldSet[] = [...FIELD_LISTS, 'preserve_duplicates'];

/** What messages call the names of a set. */
export function titleOf(set: FieldSet): string {
  return set === 'preserve_duplicates' ? 'preserved duplicates' : set.replaceAll('_', ' ');
}

/** An object with a member for each set. */
export function perSet<const T>(of: (set: FieldSet) => T): Readonly<Record<FieldSet, T>> {
  return Object.fromEntries(FIELD_SETS.map((set) => [set, of(set)])) as Record<FieldSet, T>;
}
