import { describe } from '../description/attribute';
import { MAX_CUSTOM_FIELDS_OF_LIST } from '../zone/service';
import { computed, defaulted, distinct, zoneOfObject } from '../zone/values';
import { lineEndHint, oneProblem, type Problem } from '../description/problem';
import { isKnown, isUnknown, type Unknown } from '../description/value';
import { FIELD_LIST, FIELD_LISTS, perSet, type FieldSet } from './field-lists';

/** The custom log fields of a zone (docs/internals/service.md 4.1, 3.3). */
export const logCustomFieldsSchema = describe({
  type: 'zone_log_custom_fields',
  version: 0,
  description:
    'The custom log fields of a zone: the request headers, response headers and cookies whose values every ' +
    '`http_requests` log push job of the zone can log. A zone has one such list: declare it once.',
  attributes: {
    ...zoneOfObject('The zone, 32 hexadecimal digits. Changing it replaces the object.'),
    ...perSet(setOfNames),
    description: {
      type: 'string',
      optional: true,
      default: '',
      ignoresOuterSpace: true,
      description: 'Free text, kept with the rule at the service. White space at the ends means nothing.',
    },
    enabled: defaulted('bool', true, 'Whether the fields are logged.'),
    kept_settings: computed(
      { set: 'string' },
      'What the rule of the fields has that this resource cannot express, such as further lists. A change ' +
        'keeps it as the service has it right before; what is set for a name goes with the name, and a destroy ' +
        'deletes all. Null when there is none.',
    ),
    ruleset_id: {
      type: 'string',
      computed: true,
      keepsPrior: true,
      description:
        "The zone-level ruleset of the phase `http_log_custom_fields` that holds the fields' rule.",
    },
  },
  checks: [someField, oneFormEach, listedNames],
});

/** The sets as configured: unset, unknown, or names, some of which may be unknown. */
export type FieldLists = {
  readonly [K in FieldSet]?: readonly (string | Unknown)[] | Unknown | null;
};

/** What the schema says of a set of names. */
function setOfNames(set: FieldSet) {
  const description =
    set === 'preserve_duplicates'
      ? 'Names of both lists of response headers of which every instance is logged. Of others, the first is.'
      : FIELD_LIST[set].description;
  return {
    type: { set: 'string' },
    optional: true,
    default: [],
    description,
    elementChecks: [set === 'cookies' ? cookieName : headerName],
    checks: [distinct],
  } as const;
}

/** The names of a set; none of an unknown one. */
function namesOf(names: FieldLists[FieldSet]): readonly (string | Unknown)[] {
  return isKnown(names) ? names : [];
}

/** Checks that at least one of the lists has a name (docs/internals/service.md 4.1). */
export function someField(config: FieldLists): readonly Problem[] {
  if (FIELD_LISTS.some((list) => isUnknown(config[list]) || namesOf(config[list]).length > 0)) return [];
  return oneProblem(
    'no_custom_fields',
    `There are no custom fields: ${FIELD_LISTS.slice(0, -1).join(', ')} and cookies are all empty.`,
    'Add at least one header or cookie. To log none, remove the resource.',
  );
}

/** A problem for each name of a set that others must have, or must not have. */
function misplaced(
  config: FieldLists,
  set: FieldSet,
  isMisplaced: (name: string) => boolean,
  { code, where, hint }: { readonly code: string; readonly where: string; readonly hint: string },
): readonly Problem[] {
  return namesOf(config[set]).flatMap((name, index) =>
    isKnown(name) && isMisplaced(name)
      ? oneProblem(code, `${JSON.stringify(name)} is in ${where}.`, hint, [set, index])
      : [],
  );
}

/** Checks that no header is in two lists of which one excludes the other (docs/internals/service.md 4.2). */
export function oneFormEach(config: FieldLists): readonly Problem[] {
  return FIELD_LISTS.flatMap((list) => {
    const { excludes } = FIELD_LIST[list];
    const others = excludes ? namesOf(config[excludes]) : [];
    return misplaced(config, list, (name) => others.includes(name), {
      code: 'header_in_two_forms',
      where: `${list} and in ${excludes}`,
      hint: 'The service logs a header in one of these forms only. Keep it in one of the lists.',
    });
  });
}

/** Checks that each name of `preserve_duplicates` is in a list that it is for (docs/internals/service.md 4.2). */
export function listedNames(config: FieldLists): readonly Problem[] {
  const lists = FIELD_LISTS.filter((list) => FIELD_LIST[list].mayPreserve);
  const names = lists.flatMap((list) => namesOf(config[list]));
  if (names.some(isUnknown) || lists.some((list) => isUnknown(config[list]))) return [];
  return misplaced(config, 'preserve_duplicates', (name) => !names.includes(name), {
    code: 'duplicates_of_no_header',
    where: `neither ${lists.join(' nor ')}`,
    hint: 'Add it to one of them, or remove it from preserve_duplicates.',
  });
}

/**
 * Checks that the lists together have at most `most` names (docs/internals/service.md 8), and none more than the service
 * allows in one (1.2). Unknown lists count as empty. The problem names the list that exceeds the limit.
 */
export function fieldLimit(most: number): (config: FieldLists) => readonly Problem[] {
  return (config) => {
    const counts = FIELD_LISTS.map((list) => ({ list, count: namesOf(config[list]).length }));
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const code = 'too_many_custom_fields';
    if (total <= most)
      return counts
        .filter(({ count }) => count > MAX_CUSTOM_FIELDS_OF_LIST)
        .flatMap(({ list, count }) => {
          const seen = `There are ${count} names in ${list}; each list may have at most ${MAX_CUSTOM_FIELDS_OF_LIST}.`;
          return oneProblem(code, seen, `Remove ${count - MAX_CUSTOM_FIELDS_OF_LIST}.`, [list]);
        });
    let sum = 0;
    const over = counts.find(({ count }) => (sum += count) > most);
    // Lists that the specification does not have are said where they have names.
    const shown = counts.filter(({ list, count }) => count > 0 || !FIELD_LIST[list].excludes);
    const listed = shown.map(({ list, count }) => `${list} ${count}`).join(', ');
    return oneProblem(
      code,
      `There are ${total} custom fields (${listed}); a zone may have at most ${most}.`,
      `Remove ${total - most}. The limit counts the names of all lists together. ` +
        'If the service grants the zone more, set max_custom_fields on the provider.',
      [over?.list ?? 'request_headers'],
    );
  };
}

/** The characters of an HTTP header name (RFC 9110, 5.6.2), lower case only (docs/internals/service.md 4.1). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** RFC 6265 (4.1.1) allows tokens; names in use also have brackets and slashes, which it allows in values. */
const COOKIE_NAME = /^[!#-+\--:<>-[\]-~]+$/;

/** The name of a request or response header to log: lower case (docs/internals/service.md 4.1). */
export function headerName(value: string): readonly Problem[] {
  if (HEADER_NAME.test(value)) return [];
  if (value === '') return emptyName('header');
  const lower = value.trim().toLowerCase();
  if (HEADER_NAME.test(lower))
    return oneProblem(
      'header_name_not_lower_case',
      `The header name ${JSON.stringify(value)} ${lower === value.trim() ? 'has white space around it' : 'is not in lower case'}.`,
      lineEndHint(value.toLowerCase()) ??
        `The service accepts header names only in lower case, without spaces. Write "${lower}".`,
    );
  return oneProblem(
    'header_name_malformed',
    `${JSON.stringify(value)} is not a header name.`,
    "A header name consists of lower-case letters, digits and - _ . ! # $ % & ' * + ^ ` | ~ only.",
  );
}

/** The name of a cookie to log: case-sensitive, as in the request (docs/internals/service.md 4.1). */
export function cookieName(value: string): readonly Problem[] {
  if (value === '') return emptyName('cookie');
  if (COOKIE_NAME.test(value)) return [];
  return oneProblem(
    'cookie_name_malformed',
    `${JSON.stringify(value)} is not a cookie name.`,
    lineEndHint(value) ??
      'A cookie name is printable ASCII without spaces and without " = ; , and \\. Give only the name, without its value.',
  );
}

function emptyName(what: 'header' | 'cookie'): readonly Problem[] {
  const hint = `A ${what} name has at least one character. Remove the empty one.`;
  return oneProblem(`${what}_name_empty`, `A ${what} name is empty.`, hint);
}
