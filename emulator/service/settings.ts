import type { Reader } from '../checks/reader';

/** Seconds of a window of the rate limit (docs/service.md 2.4). */
export const DEFAULT_WINDOW_SECONDS = 300;

/** Choices of behaviour where the specification and the production service differ, or where the latter varies. */
export interface ServiceSettings {
  /**
   * `specification`: three lists, 40 names in all of them together (docs/service.md 4.1, 8). `living`: five lists, 100
   * names in each, `preserve_duplicates` on response headers (docs/service.md 1.2, 4.2).
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
   * How answers show a ruleset without rules: `rules: []`, or without the member (docs/service.md 3.1).
   *
   * @default 'array'
   */
  readonly emptyRules: 'array' | 'absent';
  /**
   * The values of `migration_state`. `specification`: `start`, `validation`, `pending`, `finished`
   * (docs/service.md 7.1; all but `start` are not shown). `living`: `start`, `validation`, `pending`,
   * `complete`, and the status is `default` for a zone that never began (docs/service.md 7.5).
   *
   * @default 'specification'
   */
  readonly migrationWords: 'specification' | 'living';
  /**
   * Whether the compatibility check returns `migration_state`; a recorded answer lacks it (docs/service.md 7.4).
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
  /**
   * Requests that each credential has in a window (docs/service.md 2.4: 1200). Whoever goes over is refused for a whole
   * window. 0 counts nothing.
   *
   * @default 0
   */
  readonly rateLimit: number;
  /**
   * Seconds of the emulator's clock that a window lasts (docs/service.md 2.4).
   *
   * @default 300
   */
  readonly rateWindowSeconds: number;
  /**
   * How answers tell what is left of a rate limit. `older`: `x-ratelimit-limit`, `-remaining` and `-reset`. `living`:
   * `ratelimit` and `ratelimit-policy`. `none`: not at all (docs/service.md 2.4). A 429 has `retry-after` in each case.
   *
   * @default 'older'
   */
  readonly rateHeaders: 'older' | 'living' | 'none';
  /**
   * How answers show the members of a log push job that are not set: null, or not at all, with `time_created` and the
   * `frequency` that applies (docs/service.md 5.2).
   *
   * @default 'null'
   */
  readonly unsetJobMembers: 'null' | 'absent';
  /**
   * Which destinations each creation and update of a log push job tests with a file: receivers on the web and tables
   * of BigQuery, or all (docs/service.md 5.2).
   *
   * @default 'receivers'
   */
  readonly testedDestinations: 'receivers' | 'all';
}

export const DEFAULT_SETTINGS: ServiceSettings = {
  limits: 'specification',
  enterpriseOnlyCustomFields: false,
  emptyRules: 'array',
  migrationWords: 'specification',
  checkReportsState: true,
  finishSeconds: 60,
  retiredStatus: 410,
  rateLimit: 0,
  rateWindowSeconds: DEFAULT_WINDOW_SECONDS,
  rateHeaders: 'older',
  unsetJobMembers: 'null',
  testedDestinations: 'receivers',
};

/** The `options` of a seed; `ServiceSettings` describes each. */
export interface SeedOptions {
  readonly limits?: 'specification' | 'living';
  readonly enterprise_only_custom_fields?: boolean;
  readonly empty_rules?: 'array' | 'absent';
  readonly migration_words?: 'specification' | 'living';
  readonly check_reports_state?: boolean;
  readonly finish_seconds?: number;
  readonly retired_status?: 403 | 410;
  readonly rate_limit?: number;
  readonly rate_window_seconds?: number;
  readonly rate_headers?: 'older' | 'living' | 'none';
  readonly unset_job_members?: 'null' | 'absent';
  readonly tested_destinations?: 'receivers' | 'all';
}

type Setting = keyof ServiceSettings;

/** A setting in a seed. */
interface SettingOption<K extends Setting> {
  /** Its member of `options`. */
  readonly option: keyof SeedOptions;
  readonly read: (reader: Reader) => ServiceSettings[K] | undefined;
}

const OPTIONS: { readonly [K in Setting]: SettingOption<K> } = {
  limits: { option: 'limits', read: (reader) => reader.oneOf(['specification', 'living']) },
  enterpriseOnlyCustomFields: {
    option: 'enterprise_only_custom_fields',
    read: (reader) => reader.boolean(),
  },
  emptyRules: { option: 'empty_rules', read: (reader) => reader.oneOf(['array', 'absent']) },
  migrationWords: {
    option: 'migration_words',
    read: (reader) => reader.oneOf(['specification', 'living']),
  },
  checkReportsState: { option: 'check_reports_state', read: (reader) => reader.boolean() },
  finishSeconds: { option: 'finish_seconds', read: (reader) => reader.count() },
  retiredStatus: { option: 'retired_status', read: readRetiredStatus },
  rateLimit: { option: 'rate_limit', read: (reader) => reader.count() },
  rateWindowSeconds: { option: 'rate_window_seconds', read: readWindow },
  rateHeaders: { option: 'rate_headers', read: (reader) => reader.oneOf(['older', 'living', 'none']) },
  unsetJobMembers: { option: 'unset_job_members', read: (reader) => reader.oneOf(['null', 'absent']) },
  testedDestinations: { option: 'tested_destinations', read: (reader) => reader.oneOf(['receivers', 'all']) },
};

const SETTINGS = Object.keys(OPTIONS) as readonly Setting[];

function readRetiredStatus(reader: Reader): 403 | 410 | undefined {
  const status = reader.count();
  if (status === undefined || status === 403 || status === 410) return status;
  return reader.refuse('it must be 403 or 410');
}

function readWindow(reader: Reader): number | undefined {
  const seconds = reader.count();
  return seconds === 0 ? reader.refuse('it must be at least 1') : seconds;
}

/** Reads the `options` of a seed, and fills in the defaults. */
export function readSettings(reader: Reader | undefined): ServiceSettings {
  const members = reader?.members(SETTINGS.map((setting) => OPTIONS[setting].option));
  const entries = SETTINGS.map((setting) => {
    const { option, read } = OPTIONS[setting];
    const sent = members?.optional(option);
    return [setting, (sent && read(sent)) ?? DEFAULT_SETTINGS[setting]];
  });
  return Object.fromEntries(entries) as ServiceSettings;
}

/** The settings as the complete `options` of a seed. */
export function settingsDocument(settings: ServiceSettings): Required<SeedOptions> {
  return Object.fromEntries(
    SETTINGS.map((setting) => [OPTIONS[setting].option, settings[setting]]),
  ) as Required<SeedOptions>;
}
