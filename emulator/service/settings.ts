import { present } from '../checks/json';
import { type Checked, type Reader, check } from '../checks/reader';
import * as is from '../checks/shape';

/** The models of the service: as in the specification of 2022, and as it is today (docs/internals/service.md 1.2). */
export const MODELS = ['specification', 'today'] as const;

/** A model of the service. */
export type Model = (typeof MODELS)[number];

/** The model of states that name none. */
export const DEFAULT_MODEL: Model = 'specification';

/** Seconds of a window of the rate limit (docs/internals/service.md 2.4). */
export const DEFAULT_WINDOW_SECONDS = 300;

/** What a model alone decides. Tables of texts and lists that differ by the model are with what reads them. */
interface ModelRow {
  /** Only Enterprise zones may write the phase `http_log_custom_fields` (docs/internals/service.md 4.2). */
  readonly enterpriseOnlyCustomFields: boolean;
  /**
   * An update of a ruleset may leave out `rules`, which then stay, and `rules: null` means none
   * (docs/internals/service.md 3.3).
   */
  readonly optionalRules: boolean;
  /**
   * Members of a body that the service does not know are refused. `listed`: with a pointer, together with all other
   * problems of the body. `invalid_json`: before anything else is looked at (docs/internals/service.md 2.3).
   */
  readonly unknownMembers: 'listed' | 'invalid_json';
  /**
   * Which destinations each creation and update of a log push job tests with a file: receivers on the web and tables
   * of BigQuery, or all (docs/internals/service.md 5.2).
   */
  readonly testedDestinations: 'receivers' | 'all';
  /**
   * Requests that each client address has in a second, unless `rate_limit` is 0 (docs/internals/service.md 2.4). Whoever
   * goes over is refused for a second. 0 counts nothing.
   */
  readonly requestsPerAddress: number;
  /**
   * The clock of the rate limits. `emulator`: windows end when the emulator's clock says so, so a virtual clock must be
   * moved. `machine`: they pass in real time, whatever the emulator's clock does.
   */
  readonly rateClock: 'emulator' | 'machine';
}

/** The two models. */
export const MODEL: Readonly<Record<Model, ModelRow>> = {
  specification: {
    enterpriseOnlyCustomFields: false,
    optionalRules: false,
    unknownMembers: 'listed',
    testedDestinations: 'receivers',
    requestsPerAddress: 0,
    rateClock: 'emulator',
  },
  today: {
    enterpriseOnlyCustomFields: true,
    optionalRules: true,
    unknownMembers: 'invalid_json',
    testedDestinations: 'all',
    requestsPerAddress: 200,
    rateClock: 'machine',
  },
};

/** A setting: its name in the `options` of a seed, and its value in each model. */
interface Row<Option extends string, Value> {
  readonly option: Option;
  readonly read: is.Shape<Value>;
  readonly specification: Value;
  readonly today: Value;
}

/** A row; its shape determines the values that it can have. @param today @default - as in the specification */
function row<const Option extends string, Value extends string | number>(
  option: Option,
  read: is.Shape<Value>,
  specification: NoInfer<Value>,
  today: NoInfer<Value> = specification,
): Row<Option, Value> {
  return { option, read, specification, today };
}

const WINDOW = is.refusedIf(is.count, (seconds) => (seconds === 0 ? 'it must be at least 1' : undefined));

/** What can be set besides the model. */
const SETTINGS = {
  /** Seconds of the emulator's clock from the update that finishes a migration to its end (docs/internals/service.md 7.5). */
  finishSeconds: row('finish_seconds', is.count, 60),
  /**
   * What `dry_run` does with a write: `supported` checks it and writes nothing, `ignored` writes, as a service that does
   * not know the parameter (docs/internals/service.md 3.3).
   */
  dryRun: row('dry_run', is.oneOf(['supported', 'ignored']), 'supported'),
  /** The plans whose zones have log push: Enterprise, or all of them (docs/internals/service.md 1.2). */
  logpushPlans: row('logpush_plans', is.oneOf(['enterprise', 'all']), 'enterprise', 'all'),
  /** Log push jobs that a zone may have (docs/internals/service.md 5.2). 0 is no limit. */
  logpushJobs: row('logpush_jobs', is.count, 0, 4),
  /** The operations for URI-based overrides: until the zone has migrated, or never; then 410 (docs/internals/service.md 7.7). */
  uriOverrides: row('uri_overrides', is.oneOf(['available', 'retired']), 'available', 'retired'),
  /**
   * Requests that each user has in a window, with all tokens and the key together (docs/internals/service.md 2.4: 1200). Whoever
   * goes over is refused for a whole window. 0 counts nothing, for users and for addresses.
   */
  rateLimit: row('rate_limit', is.count, 0, 1200),
  /** Seconds that a window lasts (docs/internals/service.md 2.4). */
  rateWindowSeconds: row('rate_window_seconds', WINDOW, DEFAULT_WINDOW_SECONDS),
};

type Rows = typeof SETTINGS;

const SETTING_NAMES = Object.keys(SETTINGS) as readonly (keyof Rows)[];

/** A value of each setting. */
type SettingValues = { readonly [S in keyof Rows]: Rows[S]['specification'] };

/** How the service behaves. */
export interface ServiceSettings extends SettingValues {
  /** The model, which decides everything that was not set individually. @default 'specification' */
  readonly model: Model;
}

/** The settings of a model, with these values instead of its own. */
export function settingsOf(model: Model, values: Partial<SettingValues> = {}): ServiceSettings {
  const ofModel = SETTING_NAMES.map((name) => [name, SETTINGS[name][model]]);
  return { ...(Object.fromEntries(ofModel) as unknown as SettingValues), ...present(values), model };
}

type OptionValues = { readonly [S in keyof Rows as Rows[S]['option']]?: Rows[S]['specification'] };

/** The `options` of a seed: a model, and settings that differ from it. */
export interface SeedOptions extends OptionValues {
  /**
   * Which service is emulated: today's, or that of the specification.
   * @default - the emulator's `defaultModel`
   */
  readonly model?: Model;
}

/** What an emulator is started with. */
export interface StartSettings {
  /** Take precedence over the options of every state. */
  readonly settings: Partial<ServiceSettings>;
  /** The model of states that name none. */
  readonly defaultModel: Model;
}

/** Reads the `options` of a state: a model, and values that it has instead of the model's. */
export function readSettings(reader: Reader | undefined, start: StartSettings): ServiceSettings {
  const named = reader && settingsBy((name) => SETTINGS[name].option, is.optional)(reader);
  const values = { ...named, ...present(start.settings) };
  return settingsOf(values.model ?? start.defaultModel, values);
}

/** The model and values of settings. @param nameOf the member of a setting @param member a member that may be absent */
function settingsBy(
  nameOf: (name: keyof Rows) => string,
  member: (shape: is.Shape<unknown>) => is.Optional<unknown, undefined>,
): is.Shape<Partial<ServiceSettings>> {
  const rows = [
    ['model', 'model', is.oneOf(MODELS)] as const,
    ...SETTING_NAMES.map((name) => [name, nameOf(name), SETTINGS[name].read] as const),
  ];
  const shape = is.object(Object.fromEntries(rows.map(([, sentAs, read]) => [sentAs, member(read)])));
  return is.mapped(shape, (sent) => {
    const values = rows.map(([name, sentAs]) => [name, sent[sentAs]]);
    return present(Object.fromEntries(values) as Partial<ServiceSettings>);
  });
}

/** The settings as the `options` of a seed: the model, and the values that differ from it. */
export function settingsDocument(settings: ServiceSettings): SeedOptions {
  const { model } = settings;
  const differing = SETTING_NAMES.filter((name) => settings[name] !== SETTINGS[name][model]);
  return {
    model,
    ...Object.fromEntries(differing.map((name) => [SETTINGS[name].option, settings[name]])),
  };
}

/** Checks settings that a program starts an emulator with. They may come from JSON, or from untyped code. */
export function readStartSettings(settings: object): Checked<Partial<ServiceSettings>> {
  const shape = settingsBy((name) => name, is.given);
  return check(settings, shape);
}
