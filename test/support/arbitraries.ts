import fc from 'fast-check';

/** Random configurations of `zone_log_custom_fields`, as a user may write them: lists left out, empty or full. */
export interface FieldsConfig {
  readonly request_headers?: readonly string[];
  readonly response_headers?: readonly string[];
  readonly cookies?: readonly string[];
  readonly description?: string;
  readonly enabled?: boolean;
}

const HEADER_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_.!#$%&'*+^`|~";
const COOKIE_CHARACTERS = `${HEADER_CHARACTERS}ABCDEFGHIJKLMNOPQRSTUVWXYZ[]{}()/:<>?@`;

const headers = names(HEADER_CHARACTERS);
const cookies = names(COOKIE_CHARACTERS);

export const fieldsConfig: fc.Arbitrary<FieldsConfig> = fc
  .record(
    {
      request_headers: headers,
      response_headers: headers,
      cookies,
      description: fc.string({ unit: 'grapheme', maxLength: 40 }),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((config) => (isEmpty(config) ? { ...config, cookies: ['fallback'] } : config));

function names(characters: string): fc.Arbitrary<readonly string[]> {
  return fc.uniqueArray(fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 }), {
    maxLength: 13,
  });
}

function isEmpty({ request_headers: a, response_headers: b, cookies: c }: FieldsConfig): boolean {
  return [a, b, c].every((list) => (list ?? []).length === 0);
}
