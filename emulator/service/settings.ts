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
   * Whether an update of a ruleset may leave out `rules`, which then stay, and whether `rules: null` means none
   * (docs/service.md 3.3).
   *
   * @default false
   */
  readonly optionalRules: boolean;
  /**
   * Refuses managed rulesets, rules and categories that the emulator does not have. The production service has far
   * more of them than the emulator's samples (docs/service.md 6.3).
   *
   * @default false
   */
  readonly refuseUnknownManagedRules: boolean;
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
   * Requests that each user has in a window, with all tokens and the key together (docs/service.md 2.4: 1200). Whoever
   * goes over is refused for a whole window. 0 counts nothing.
   *
   * @default 0
   */
  readonly rateLimit: number;
  /**
   * Seconds that a window lasts (docs/service.md 2.4).
   *
   * @default 300
   */
  readonly rateWindowSeconds: number;
  /**
   * Requests that each client address has in a second (docs/service.md 2.4: 200). Whoever goes over is refused for a
   * second. 0 counts nothing.
   *
   * @default 0
   */
  readonly rateLimitPerAddress: number;
  /**
   * The clock of both limits. `emulator`: windows end when the emulator's clock says so, so a virtual clock must be
   * moved. `machine`: they pass in real time, whatever the emulator's clock does.
   *
   * @default 'emulator'
   */
  readonly rateClock: 'emulator' | 'machine';
  /**
   * How many times as fast windows pass. Clients are told the seconds that are left for them: with 60, a window of 300
   * seconds is one of 5.
   *
   * @default 1
   */
  readonly rateClockScale: number;
  /**
   * How answers tell what is left of a rate limit. `older`: `x-ratelimit-limit`, `-remaining` and `-reset`. `living`:
   * `ratelimit` and `ratelimit-policy`. `none`: not at all (docs/service.md 2.4). A 429 has `retry-after` in each case.
   *
   * @default 'older'
   */
  readonly rateHeaders: 'older' | 'living' | 'none';
}

export const DEFAULT_SETTINGS: ServiceSettings = {
  limits: 'specification',
  enterpriseOnlyCustomFields: false,
  emptyRules: 'array',
  optionalRules: false,
  refuseUnknownManagedRules: false,
  migrationWords: 'specification',
  checkReportsState: true,
  finishSeconds: 60,
  retiredStatus: 410,
  rateLimit: 0,
  rateWindowSeconds: DEFAULT_WINDOW_SECONDS,
  rateLimitPerAddress: 0,
  rateClock: 'emulator',
  rateClockScale: 1,
  rateHeaders: 'older',
};

/** The `options` of a seed; `ServiceSettings` describes each. */
export interface SeedOptions {
  readonly limits?: 'specification' | 'living';
  readonly enterprise_only_custom_fields?: boolean;
  readonly empty_rules?: 'array' | 'absent';
  readonly optional_rules?: boolean;
  readonly refuse_unknown_managed_rules?: boolean;
  readonly migration_words?: 'specification' | 'living';
  readonly check_reports_state?: boolean;
  readonly finish_seconds?: number;
  readonly retired_status?: 403 | 410;
  readonly rate_limit?: number;
  readonly rate_window_seconds?: number;
  readonly rate_limit_per_address?: number;
  readonly rate_clock?: 'emulator' | 'machine';
  readonly rate_clock_scale?: number;
  readonly rate_headers?: 'older' | 'living' | 'none';
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
  optionalRules: { option: 'optional_rules', read: (reader) => reader.boolean() },
  refuseUnknownManagedRules: {
    option: 'refuse_unknown_managed_rules',
    read: (reader) => reader.boolean(),
  },
  migrationWords: {
    option: 'migration_words',
    read: (reader) => reader.oneOf(['specification', 'living']),
  },
  checkReportsState: { option: 'check_reports_state', read: (reader) => reader.boolean() },
  finishSeconds: { option: 'finish_seconds', read: (reader) => reader.count() },
  retiredStatus: { option: 'retired_status', read: readRetiredStatus },
  rateLimit: { option: 'rate_limit', read: (reader) => reader.count() },
  rateWindowSeconds: { option: 'rate_window_seconds', read: readPositive },
  rateLimitPerAddress: { option: 'rate_limit_per_address', read: (reader) => reader.count() },
  rateClock: { option: 'rate_clock', read: (reader) => reader.oneOf(['emulator', 'machine']) },
  rateClockScale: { option: 'rate_clock_scale', read: readPositive },
  rateHeaders: { option: 'rate_headers', read: (reader) => reader.oneOf(['older', 'living', 'none']) },
};

const SETTINGS = Object.keys(OPTIONS) as readonly Setting[];

function readRetiredStatus(reader: Reader): 403 | 410 | undefined {
  const status = reader.count();
  if (status === undefined || status === 403 || status === 410) return status;
  return reader.refuse('it must be 403 or 410');
}

function readPositive(reader: Reader): number | undefined {
  const count = reader.count();
  return count === 0 ? reader.refuse('it must be at least 1') : count;
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
