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
  /**
   * The words of `migration_state`. `specification`: `start`, `validation`, `pending`, `finished` (spec 3; all
   * but `start` are not shown). `living`: `start`, `validation`, `pending`, `complete`, and the status says
   * `default` for a zone that never began (facts 4.2).
   *
   * @default 'specification'
   */
  readonly migrationWords: 'specification' | 'living';
  /**
   * Whether the compatibility check answers `migration_state`; a recorded answer lacks it (facts 4.1).
   *
   * @default true
   */
  readonly checkReportsState: boolean;
  /**
   * Seconds of the emulator's clock from the update that finishes a migration to its end (facts 4.2).
   *
   * @default 60
   */
  readonly finishSeconds: number;
  /**
   * Status of the previous managed rules' operations on a zone whose migration is finished (facts 4.4).
   *
   * @default 410
   */
  readonly retiredStatus: 403 | 410;
}

export const DEFAULT_SETTINGS: ServiceSettings = {
  limits: 'specification',
  enterpriseOnlyCustomFields: false,
  emptyRules: 'array',
  migrationWords: 'specification',
  checkReportsState: true,
  finishSeconds: 60,
  retiredStatus: 410,
};
