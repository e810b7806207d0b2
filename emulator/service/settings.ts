/** Choices of behaviour where the specification and the production service part, or where the latter varies. */
export interface ServiceSettings {
  /**
   * `specification`: three lists, 40 names over all of them (docs/service.md 4.1, 8). `living`: five lists, 100 names
   * in each, `preserve_duplicates` on response headers (docs/service.md 1.2, 4.2).
   *
   * @default 'specification'
   */
  readonly limits: 'specification' | 'living';
  /**
   * Refuses writes to the phase `http_log_custom_fields` on zones that are not Enterprise (docs/service.md 4.2).
   *
   * @default false
   */
  readonly enterpriseOnlyCustomFields: boolean;
  /**
   * How a ruleset without rules is answered: `rules: []`, or without the member (docs/service.md 3.1).
   *
   * @default 'array'
   */
  readonly emptyRules: 'array' | 'absent';
  /**
   * The words of `migration_state`. `specification`: `start`, `validation`, `pending`, `finished` (docs/service.md 7.1; all
   * but `start` are not shown). `living`: `start`, `validation`, `pending`, `complete`, and the status says
   * `default` for a zone that never began (docs/service.md 7.5).
   *
   * @default 'specification'
   */
  readonly migrationWords: 'specification' | 'living';
  /**
   * Whether the compatibility check answers `migration_state`; a recorded answer lacks it (docs/service.md 7.4).
   *
   * @default true
   */
  readonly checkReportsState: boolean;
  /**
   * Seconds of the emulator's clock from the update that finishes a migration to its end (docs/service.md 7.5).
   *
   * @default 60
   */
  readonly finishSeconds: number;
  /**
   * Status of the previous managed rules' operations on a zone whose migration is finished (docs/service.md 7.7).
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
