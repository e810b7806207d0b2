import type { NestedAttribute, ValueAttribute } from '../description/attribute';
import { defaulted, oneOf, optional } from '../zone/values';
import type { JsonObject } from '../description/value';
import { filterForm, filterMeaning } from './filter-check';
import {
  jobName,
  logFieldName,
  logFieldNames,
  offOrBetween,
  objectNumber,
  sampleRate,
} from './setting-checks';
import {
  LOG_TIMESTAMPS,
  formatLogOptions,
  logOptionsMeaning,
  optionsFit,
  readLogOptions,
} from './log-options';
import { OUTPUT_NAMES_REFUSED, OUTPUT_SETTINGS } from './output-settings';

/** What the table says about a setting besides its attribute. It has the same name in the service's JSON. */
interface WireForm {
  /** Sent to a new job even when it has its default. */
  readonly alwaysSent?: true;
  /** Converts the text of an answer. @default - the text itself */
  readonly read?: (text: string) => unknown;
  /** Converts an object to the service's text. */
  readonly write?: (value: never) => string;
  /** A canonical text for all values that mean the same, null for unset. What means the same as before stays as written. */
  readonly meaning?: (value: never) => string | null;
}

/** The datasets of zones that are publicly known (docs/internals/service.md 5.2). */
export const DATASETS = [
  ...(['http_requests', 'firewall_events', 'dns_logs', 'spectrum_events', 'nel_reports'] as const),
  ...([
    'account_abuse_protection_events',
    'page_shield_events',
    'websocket_analytics',
    'zaraz_events',
  ] as const),
] as const;

/** The datasets that know attacks (docs/internals/service.md 5.2). */
export const DATASETS_WITH_ATTACKS = new Set(['http_requests', 'firewall_events', 'network_analytics_logs']);

interface PlainAttribute extends Omit<ValueAttribute, 'type'> {
  readonly type: 'string' | 'bool' | 'int' | 'number';
}

/** One setting of a job. A setting with `replaceOnChange` is sent only to a new job. */
export type JobSetting = WireForm & (PlainAttribute | NestedAttribute);

/**
 * The settings of a job (docs/internals/service.md 5.2) other than its destination. The attributes and the code that reads,
 * compares and sends settings derive from this table. The attribute's default is the service's; the service treats
 * null, "" and 0 alike.
 */
export const JOB_SETTINGS = {
  dataset: {
    ...defaulted('string', 'http_requests', 'What is logged. Changing it replaces the job.'),
    replaceOnChange: true,
    alwaysSent: true,
  },
  kind: {
    ...defaulted('string', '', '`""`, or `edge` for delivery from the edge. Changing it replaces the job.'),
    replaceOnChange: true,
    checks: [oneOf('', 'edge')],
    // Old jobs may have other kinds (docs/internals/service.md 5.2).
    read: (kind: string): string => (kind === 'edge' ? kind : ''),
  },
  enabled: {
    ...defaulted('bool', false, 'Whether log entries are delivered.'),
    alwaysSent: true,
  },
  name: {
    type: 'string',
    optional: true,
    default: '',
    description:
      'Letters, digits, `-`, `.` and `_`. The service accepts one name for several jobs; give each its own.',
    checks: [jobName],
  },
  filter: {
    type: 'string',
    optional: true,
    description:
      'Which log entries are delivered: JSON text `{"where": …}`, best written with `jsonencode`. Compared as JSON; ' +
      '`""` counts as unset.',
    checks: [filterForm],
    meaning: filterMeaning,
  },
  frequency: {
    ...defaulted('string', 'high', '`high` or `low`.'),
    deprecated: 'Use max_upload_interval_seconds, max_upload_bytes and max_upload_records.',
    checks: [oneOf('high', 'low')],
  },
  logpull_options: {
    nested: 'single',
    optional: true,
    description:
      'What is logged. The service has it as query-string text; a text that means the same is never sent. Conflicts ' +
      'with `output_options`.',
    attributes: {
      fields: {
        type: { set: 'string' },
        optional: true,
        description: 'Names of log fields of the dataset. Without it, the service logs its default ones.',
        checks: [logFieldNames],
        elementChecks: [logFieldName],
      },
      timestamps: {
        ...defaulted('string', 'unixnano', '`unixnano`, `unix` or `rfc3339`.'),
        checks: [oneOf(...LOG_TIMESTAMPS)],
      },
      sample: {
        ...defaulted('number', 1, 'The fraction of the log entries to keep: above 0, at most 1.'),
        checks: [sampleRate],
      },
      defuse_lookups: defaulted(
        'bool',
        false,
        'Whether `${` in log entries is defused (the key `CVE-2021-44228` of the service).',
      ),
      other: optional(
        'string',
        'Query text of what the other members cannot say, such as an option that is newer than this release: ' +
          '`x_new=1`. Sent as it stands. What another member can say is refused here.',
      ),
    },
    // The other names of output_options come with this one, and each takes 1% of the CPU of a plan of many jobs.
    refused: { field_names: 'Write fields, a list of names.' },
    checks: [optionsFit],
    read: readLogOptions,
    write: formatLogOptions,
    meaning: logOptionsMeaning,
  },
  output_options: {
    nested: 'single',
    optional: true,
    description:
      'What is logged and in which form; always sent as a whole. The service then ignores `logpull_options`, so set ' +
      'only one of them.',
    attributes: OUTPUT_SETTINGS,
    refused: OUTPUT_NAMES_REFUSED,
  },
  max_upload_bytes: {
    type: 'int',
    optional: true,
    default: 0,
    // Checked with the destination.
    description:
      'The largest batch: 5000000 (for the scheme `ibmcl`, 2000000) to 1000000000 bytes, or 0 for no limit.',
  },
  max_upload_interval_seconds: {
    ...defaulted('int', 0, 'The longest wait for a batch: 30 to 300 seconds, or 0 for no limit.'),
    checks: [offOrBetween(30, 300, 'seconds')],
  },
  max_upload_records: {
    ...defaulted('int', 0, 'The most records in a batch: 1000 to 1000000, or 0 for no limit.'),
    checks: [offOrBetween(1000, 1_000_000, 'records')],
  },
  filter_attack_traffic: defaulted(
    'bool',
    false,
    'Whether requests of DDoS attacks are left out; only for the datasets `http_requests`, `firewall_events` and ' +
      '`network_analytics_logs`.',
  ),
  transformer_id: {
    type: 'int',
    optional: true,
    description:
      'The number of a transformer of the account, which changes each record, in JSON, before it is delivered.',
    checks: [objectNumber],
  },
} as const satisfies Readonly<Record<string, JobSetting>>;

type Settings = typeof JOB_SETTINGS;

/** A job's settings as the service returns them, with its defaults written out; text without one is "". */
export type AnsweredSettings = {
  readonly [K in keyof Settings]: AnsweredValue<Settings[K]>;
};

type AnsweredValue<A> = A extends { readonly type: 'string' } | { readonly write: unknown }
  ? string
  : A extends { readonly nested: 'single' }
    ? JsonObject | null
    : | (A extends { readonly type: 'bool' } ? boolean : number)
      | (A extends { readonly default: NonNullable<unknown> } ? never : null);

/** The settings, each with its row. */
export const SETTING_ROWS = Object.entries(JOB_SETTINGS) as unknown as readonly (readonly [
  keyof Settings,
  JobSetting,
])[];
