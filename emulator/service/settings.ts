/** Choices of behaviour where the specification and the living service part, or where the latter varies. */
export interface ServiceSettings {
  /**
   * `specification`: three lists, 40 names over all of them (spec 2.4, 8). `living`: five lists, 100 names
   * in each, `preserve_duplicates` on response headers (facts 0, 3).
   *
   * @default 'specification'
   */
  readonly limits: 'specification' | 'living';
  /**
   * Refuses writes to the phase `http_log_custom_fields` on zones that are not Enterprise (facts 3).
   *
   * @default false
   */
  readonly enterpriseOnlyCustomFields: boolean;
  /**
   * How a ruleset without rules is answered: `rules: []`, or without the member (facts 2.2).
   *
   * @default 'array'
   */
  readonly emptyRules: 'array' | 'absent';
}

export const DEFAULT_SETTINGS: ServiceSettings = {
  limits: 'specification',
  enterpriseOnlyCustomFields: false,
  emptyRules: 'array',
};
