import type { Reader } from '../checks/reader';
import type { ServiceSettings } from '../service/settings';
import { DEFAULT_SETTINGS } from '../service/settings';

/** What a seed may say in `options`; `ServiceSettings` describes each. */
export interface SeedOptions {
  readonly limits?: 'specification' | 'living';
  readonly enterprise_only_custom_fields?: boolean;
  readonly empty_rules?: 'array' | 'absent';
  readonly migration_words?: 'specification' | 'living';
  readonly check_reports_state?: boolean;
  readonly finish_seconds?: number;
  readonly retired_status?: 403 | 410;
}

type Setting = keyof ServiceSettings;

/** A setting as a seed says it. */
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
};

const SETTINGS = Object.keys(OPTIONS) as readonly Setting[];

function readRetiredStatus(reader: Reader): 403 | 410 | undefined {
  const status = reader.count();
  if (status === undefined || status === 403 || status === 410) return status;
  return reader.refuse('it must be 403 or 410');
}

/** Reads the `options` of a seed; what is left out has its default. */
export function readSettings(reader: Reader | undefined): ServiceSettings {
  const members = reader?.members(SETTINGS.map((setting) => OPTIONS[setting].option));
  const entries = SETTINGS.map((setting) => {
    const { option, read } = OPTIONS[setting];
    const sent = members?.optional(option);
    return [setting, (sent && read(sent)) ?? DEFAULT_SETTINGS[setting]];
  });
  return Object.fromEntries(entries) as ServiceSettings;
}

/** The settings as the `options` of a seed that leaves nothing out. */
export function settingsDocument(settings: ServiceSettings): Required<SeedOptions> {
  return Object.fromEntries(
    SETTINGS.map((setting) => [OPTIONS[setting].option, settings[setting]]),
  ) as Required<SeedOptions>;
}
