import { FIELD_LISTS, type FieldList } from '../../../schema';

/** What a zone logs, as the user writes it. Names without order. */
export interface Fields {
  readonly request_headers: readonly string[];
  readonly response_headers: readonly string[];
  readonly cookies: readonly string[];
  readonly description: string;
  readonly enabled: boolean;
  /** What a rule of the service has besides, as `kept_settings` has it: nobody declares it. */
  readonly further?: readonly string[];
}

/** Whether two zones would log the same, described the same. */
export function sameFields(a: Fields, b: Fields): boolean {
  return (
    a.description === b.description &&
    a.enabled === b.enabled &&
    FIELD_LISTS.every((list) => sorted(a[list]).join('\n') === sorted(b[list]).join('\n'))
  );
}

/** The member of `action_parameters` that holds each list (docs/internals/service.md 4.1). */
export const WIRE_LISTS: Readonly<Record<FieldList, string>> = {
  request_headers: 'request_fields',
  response_headers: 'response_fields',
  cookies: 'cookie_fields',
};

/** How names of `kept_settings` begin that go with an item. */
export function atItem(list: FieldList, name: string): string {
  return `${WIRE_LISTS[list]}[${JSON.stringify(name)}].`;
}

/** Whether what a rule has besides stays when the fields change: what is set for a name goes with the name. */
export function staysWith(after: Fields, before: Fields): (kept: string) => boolean {
  const gone = FIELD_LISTS.flatMap((list) =>
    before[list].flatMap((name) => (after[list].includes(name) ? [] : [atItem(list, name)])),
  );
  return (kept) => !gone.some((beginning) => kept.startsWith(beginning));
}

/** The fields without what nobody declares. */
export function declarable({ further: _further, ...fields }: Fields): Fields {
  return fields;
}

const TITLES: Readonly<Record<FieldList, string>> = {
  request_headers: 'request headers',
  response_headers: 'response headers',
  cookies: 'cookies',
};

/** The fields in one line, for messages: `request headers a, b; cookies c`. */
export function listFields(fields: Fields): string {
  const lists = FIELD_LISTS.filter((list) => fields[list].length > 0).map(
    (list) => `${TITLES[list]} ${sorted(fields[list]).join(', ')}`,
  );
  const description = fields.description === '' ? [] : [`description ${JSON.stringify(fields.description)}`];
  const rest = [...description, ...(fields.enabled ? [] : ['disabled']), ...(fields.further ?? [])];
  return [...lists, ...rest].join('; ') || 'none';
}

/** What differs between two zones' fields, one line each: `- cookies: sid` (goes), `+ cookies: uid` (comes). */
export function listDifferences(before: Fields, after: Fields): readonly string[] {
  const names = FIELD_LISTS.flatMap((list) => [
    ...sorted(before[list]).map(
      (name) => `${after[list].includes(name) ? ' ' : '-'} ${TITLES[list]}: ${name}`,
    ),
    ...sorted(after[list])
      .filter((name) => !before[list].includes(name))
      .map((name) => `+ ${TITLES[list]}: ${name}`),
  ]);
  const description =
    before.description === after.description
      ? []
      : [`~ description: ${JSON.stringify(before.description)} -> ${JSON.stringify(after.description)}`];
  const enabled =
    before.enabled === after.enabled ? [] : [`~ enabled: ${before.enabled} -> ${after.enabled}`];
  return [...names, ...description, ...enabled];
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}
