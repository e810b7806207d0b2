import { FIELD_LIST, FIELD_LISTS, FIELD_SETS, titleOf, type FieldList, type FieldSet } from '../../../schema';

/** What a zone logs, as the user writes it. Names without order. */
export type Fields = Readonly<Record<FieldSet, readonly string[]>> & {
  readonly description: string;
  readonly enabled: boolean;
  /** What a rule of the service has besides: nobody declares it. Absent while the fields are only declared. */
  readonly kept_settings?: readonly string[] | null;
};

/** Whether two zones would log the same, described the same. */
export function sameFields(a: Fields, b: Fields): boolean {
  return (
    a.description.trim() === b.description.trim() &&
    a.enabled === b.enabled &&
    FIELD_SETS.every((set) => sorted(a[set]).join('\n') === sorted(b[set]).join('\n'))
  );
}

/** How names of `kept_settings` begin that go with an item. */
export function atItem(list: FieldList, name: string): string {
  return `${FIELD_LIST[list].member}[${JSON.stringify(name)}].`;
}

/** Whether what a rule has besides stays when the fields change: what is set for a name goes with the name. */
export function staysWith(after: Fields, before: Fields): (kept: string) => boolean {
  const gone = FIELD_LISTS.flatMap((list) =>
    before[list].flatMap((name) => (after[list].includes(name) ? [] : [atItem(list, name)])),
  );
  return (kept) => !gone.some((beginning) => kept.startsWith(beginning));
}

/** The fields in one line, for messages: `request headers a, b; cookies c`. */
export function listFields(fields: Fields): string {
  const sets = FIELD_SETS.filter((set) => fields[set].length > 0).map(
    (set) => `${titleOf(set)} ${sorted(fields[set]).join(', ')}`,
  );
  const description = fields.description === '' ? [] : [`description ${JSON.stringify(fields.description)}`];
  const rest = [...description, ...(fields.enabled ? [] : ['disabled']), ...(fields.kept_settings ?? [])];
  return [...sets, ...rest].join('; ') || 'none';
}

/** What differs between two zones' fields, one line each: `- cookies: sid` (goes), `+ cookies: uid` (comes). */
export function listDifferences(before: Fields, after: Fields): readonly string[] {
  const names = FIELD_SETS.flatMap((set) => [
    ...sorted(before[set]).map((name) => `${after[set].includes(name) ? ' ' : '-'} ${titleOf(set)}: ${name}`),
    ...sorted(after[set])
      .filter((name) => !before[set].includes(name))
      .map((name) => `+ ${titleOf(set)}: ${name}`),
  ]);
  const description =
    before.description.trim() === after.description.trim()
      ? []
      : [`~ description: ${JSON.stringify(before.description)} -> ${JSON.stringify(after.description)}`];
  const enabled =
    before.enabled === after.enabled ? [] : [`~ enabled: ${before.enabled} -> ${after.enabled}`];
  return [...names, ...description, ...enabled];
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}
