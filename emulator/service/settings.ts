import { present } from '../checks/json';
import type { Reader } from '../checks/reader';

/**
 * The models of the service: as in the specification of 2022, and as it is today (docs/internals/service.md 1.2). A model is a
 * value for each setting.
 */
export const MODELS = ['specification', 'today'] as const;

/** A model of the service. */
export type Model = (typeof MODELS)[number];

/** The model of states that name none. */
export const DEFAULT_MODEL: Model = 'specification';

/** Seconds of a window of the rate limit (docs/internals/service.md 2.4). */
export const DEFAULT_WINDOW_SECONDS = 300;

/** A row of the table: a setting, and its value in each model. */
interface Row<Option extends string, Value> {
  /** Its name in the `options` of a seed. */
  readonly option: Option;
  readonly read: (reader: Reader) => Value | undefined;
  readonly specification: Value;
  readonly today: Value;
}

/** Each behaviour in which the models differ, or in which the production service varies. */
export const SETTINGS = {
  /**
   * Lists of custom log fields. `specification`: three lists, 40 names in all of them together (docs/internals/service.md 4.1,
   * 8). `today`: five lists, 100 names in each, and `preserve_duplicates` on response headers (docs/internals/service.md 1.2, 4.2).
   */
  limits: row({
    option: 'limits',
    read: word('specification', 'today'),
    specification: 'specification',
    today: 'today',
  }),
  /** Whether only Enterprise zones may write the phase `http_log_custom_fields` (docs/internals/service.md 4.2). */
  enterpriseOnlyCustomFields: row({
    option: 'enterprise_only_custom_fields',
    read: boolean,
    specification: false,
    today: true,
  }),
  /** How answers show a ruleset without rules: `rules: []`, or without the member (docs/internals/service.md 3.1). */
  emptyRules: row({
    option: 'empty_rules',
    read: word('array', 'absent'),
    specification: 'array',
    today: 'array',
  }),
  /**
   * Whether an update of a ruleset may leave out `rules`, which then stay, and whether `rules: null` means none
   * (docs/internals/service.md 3.3).
   */
  optionalRules: row({ option: 'optional_rules', read: boolean, specification: false, today: true }),
  /**
   * Refuses managed rulesets, rules and categories that the emulator does not have. The production service has far
   * more of them than the emulator's samples (docs/internals/service.md 6.3).
   */
  refuseUnknownManagedRules: row({
    option: 'refuse_unknown_managed_rules',
    read: boolean,
    specification: false,
    today: false,
  }),
  /** The plans whose zones have log push: Enterprise, or all of them (docs/internals/service.md 1.2). */
  logpushPlans: row({
    option: 'logpush_plans',
    read: word('enterprise', 'all'),
    specification: 'enterprise',
    today: 'all',
  }),
  /** Log push jobs that a zone may have (docs/internals/service.md 5.2). 0 is no limit. */
  logpushJobs: row({ option: 'logpush_jobs', read: count, specification: 0, today: 4 }),
  /** Members of `output_options`: `today` also has `stringify_object` (docs/internals/service.md 5.4). */
  outputOptions: row({
    option: 'output_options',
    read: word('specification', 'today'),
    specification: 'specification',
    today: 'today',
  }),
  /** Characters of a job's name: `today` also allows `_` (docs/internals/service.md 5.2). */
  jobNames: row({
    option: 'job_names',
    read: word('specification', 'today'),
    specification: 'specification',
    today: 'today',
  }),
  /**
   * How answers show the members of a log push job that are not set: null, or not at all, with `time_created` and the
   * `frequency` that applies (docs/internals/service.md 5.2).
   */
  unsetJobMembers: row({
    option: 'unset_job_members',
    read: word('null', 'absent'),
    specification: 'null',
    today: 'absent',
  }),
  /**
   * Which destinations each creation and update of a log push job tests with a file: receivers on the web and tables
   * of BigQuery, or all (docs/internals/service.md 5.2).
   */
  testedDestinations: row({
    option: 'tested_destinations',
    read: word('receivers', 'all'),
    specification: 'receivers',
    today: 'all',
  }),
  /** The operations for URI-based overrides: until the zone has migrated, or never; then 410 (docs/internals/service.md 7.7). */
  uriOverrides: row({
    option: 'uri_overrides',
    read: word('available', 'retired'),
    specification: 'available',
    today: 'retired',
  }),
  /** Status of the previous managed rules' operations on a zone whose migration is finished (docs/internals/service.md 7.7). */
  retiredStatus: row({
    option: 'retired_status',
    read: oneOfNumbers(403, 410),
    specification: 410,
    today: 410,
  }),
  /**
   * The values of `migration_state`. `specification`: `start`, `validation`, `pending`, `finished` (docs/internals/service.md 7.1;
   * all but `start` are not shown). `today`: `start`, `validation`, `pending`, `complete`, and the status is `default`
   * for a zone that never began (docs/internals/service.md 7.5).
   */
  migrationWords: row({
    option: 'migration_words',
    read: word('specification', 'today'),
    specification: 'specification',
    today: 'today',
  }),
  /** Whether the compatibility check returns `migration_state`; a recorded answer lacks it (docs/internals/service.md 7.4). */
  checkReportsState: row({
    option: 'check_reports_state',
    read: boolean,
    specification: true,
    today: true,
  }),
  /** Seconds of the emulator's clock from the update that finishes a migration to its end (docs/internals/service.md 7.5). */
  finishSeconds: row({ option: 'finish_seconds', read: count, specification: 60, today: 60 }),
  /** The status, code and text of errors for which the models differ (`model-errors.ts`). */
  errors: row({
    option: 'errors',
    read: word('specification', 'today'),
    specification: 'specification',
    today: 'today',
  }),
  /** The code for a missing entry point. Answers have 10003; some clients expect 10001 (docs/internals/service.md 3.4). */
  missingEntryPointCode: row({
    option: 'missing_entry_point_code',
    read: oneOfNumbers(10003, 10001),
    specification: 10003,
    today: 10003,
  }),
  /** With `errors: today`, the code for a phase that the plan does not include; 20113 is a guess (docs/internals/service.md 3.4). */
  notEntitledCode: row({
    option: 'not_entitled_code',
    read: oneOfNumbers(50002, 20113),
    specification: 50002,
    today: 50002,
  }),
  /**
   * Members of a body that the service does not know. `listed`: refused, with a pointer, together with all other
   * problems of the body. `invalid_json`: refused before anything else is looked at (docs/internals/service.md 2.3). `ignored`:
   * accepted and not stored.
   */
  unknownMembers: row({
    option: 'unknown_members',
    read: word('listed', 'invalid_json', 'ignored'),
    specification: 'listed',
    today: 'invalid_json',
  }),
  /**
   * What `dry_run` does with a write: `supported` checks it and writes nothing, `ignored` writes, as a service that does
   * not know the parameter (docs/internals/service.md 3.3).
   */
  dryRun: row({
    option: 'dry_run',
    read: word('supported', 'ignored'),
    specification: 'supported',
    today: 'supported',
  }),
  /**
   * Requests that each user has in a window, with all tokens and the key together (docs/internals/service.md 2.4: 1200). Whoever
   * goes over is refused for a whole window. 0 counts nothing.
   */
  rateLimit: row({ option: 'rate_limit', read: count, specification: 0, today: 1200 }),
  /** Seconds that a window lasts (docs/internals/service.md 2.4). */
  rateWindowSeconds: row({
    option: 'rate_window_seconds',
    read: atLeastOne,
    specification: DEFAULT_WINDOW_SECONDS,
    today: DEFAULT_WINDOW_SECONDS,
  }),
  /**
   * Requests that each client address has in a second (docs/internals/service.md 2.4: 200). Whoever goes over is refused for a
   * second. 0 counts nothing.
   */
  rateLimitPerAddress: row({ option: 'rate_limit_per_address', read: count, specification: 0, today: 200 }),
  /**
   * The clock of both limits. `emulator`: windows end when the emulator's clock says so, so a virtual clock must be
   * moved. `machine`: they pass in real time, whatever the emulator's clock does.
   */
  rateClock: row({
    option: 'rate_clock',
    read: word('emulator', 'machine'),
    specification: 'emulator',
    today: 'machine',
  }),
  /**
   * How many times as fast windows pass. Clients are told the seconds that are left for them: with 60, a window of 300
   * seconds is one of 5.
   */
  rateClockScale: row({ option: 'rate_clock_scale', read: atLeastOne, specification: 1, today: 1 }),
  /**
   * How answers tell what is left of a rate limit. `older`: `x-ratelimit-limit`, `-remaining` and `-reset`. `today`:
   * `ratelimit` and `ratelimit-policy`. `none`: not at all (docs/internals/service.md 2.4). A 429 has `retry-after` in each case.
   */
  rateHeaders: row({
    option: 'rate_headers',
    read: word('older', 'today', 'none'),
    specification: 'older',
    today: 'today',
  }),
};

type Rows = typeof SETTINGS;

/** The name of a setting. */
export type Setting = keyof Rows;

/** The names of the settings in a program. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly Setting[];

/** A value of each setting. */
export type SettingValues = { readonly [S in Setting]: Rows[S]['specification'] };

/** How the service behaves. */
export interface ServiceSettings extends SettingValues {
  /** The model that has every value which was not set individually. @default 'specification' */
  readonly model: Model;
}

/** The settings of a model, with these values instead of its own. */
export function settingsOf(model: Model, values: Partial<SettingValues> = {}): ServiceSettings {
  const ofModel = SETTING_NAMES.map((name) => [name, SETTINGS[name][model]]);
  return { ...(Object.fromEntries(ofModel) as unknown as SettingValues), ...present(values), model };
}

export const DEFAULT_SETTINGS: ServiceSettings = settingsOf(DEFAULT_MODEL);

type OptionValues = { readonly [S in Setting as Rows[S]['option']]?: Rows[S]['specification'] };

/** The `options` of a seed: a model, and settings that differ from it. */
export interface SeedOptions extends OptionValues {
  /**
   * Which service is emulated: today's, or that of the specification.
   * @default - the emulator's `defaultModel`
   */
  readonly model?: Model;
}

/** A row; its reader determines the values that it can have. */
function row<Option extends string, Value extends string | number | boolean>(values: {
  readonly option: Option;
  readonly read: (reader: Reader) => Value | undefined;
  readonly specification: NoInfer<Value>;
  readonly today: NoInfer<Value>;
}): Row<Option, Value> {
  return values;
}

function word<const Word extends string>(...words: readonly Word[]): (reader: Reader) => Word | undefined {
  return (reader) => reader.oneOf(words);
}

function oneOfNumbers<const N extends number>(...numbers: readonly N[]): (reader: Reader) => N | undefined {
  return (reader) => {
    const found = numbers.find((each) => each === reader.value);
    return found ?? reader.refuse(`it must be ${numbers.join(' or ')}`);
  };
}

function boolean(reader: Reader): boolean | undefined {
  return reader.boolean();
}

function count(reader: Reader): number | undefined {
  return reader.count();
}

function atLeastOne(reader: Reader): number | undefined {
  const read = reader.count();
  return read === 0 ? reader.refuse('it must be at least 1') : read;
}
