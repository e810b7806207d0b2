import { describe } from './attribute';
import { challengeToken } from './logpush/challenge-token';
import { destinationForm } from './logpush/destination-check';
import { filterForm } from './logpush/filter-check';
import { jobName } from './logpush/job-name';
import { logFieldName, logFieldNames } from './logpush/log-field-names';
import { LOG_TIMESTAMPS } from './logpush/log-options';
import { logOptionsText } from './logpush/parse-log-options';
import { offOrBetween } from './logpush/off-or-between';
import { oneChallenge, oneDestination, oneFormOfOptions, versionOfDestination } from './logpush/one-form';
import { OUTPUT_TIMESTAMPS, OUTPUT_TYPES } from './logpush/output-options';
import { sampleRate } from './logpush/sample-rate';
import { oneOf } from './checks/one-of';
import { zoneId } from './checks/zone-id';

/** A log push job (docs/service.md 5.2, 5.1, 5). */
export const logpushJobSchema = describe({
  type: 'zone_logpush_job',
  version: 0,
  description:
    'A log push job: it delivers log entries of one dataset of a zone to a destination. With the dataset ' +
    '`http_requests` and the fields `RequestHeaders`, `ResponseHeaders` and `Cookies`, it delivers the custom fields ' +
    'of the zone (`zone_log_custom_fields`).',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      replaceOnChange: true,
      description: 'The zone, 32 hexadecimal digits. Changing it replaces the job.',
      checks: [zoneId],
    },
    dataset: {
      type: 'string',
      optional: true,
      default: 'http_requests',
      replaceOnChange: true,
      description: 'What is logged. Changing it replaces the job, because the service cannot change it.',
    },
    name: {
      type: 'string',
      optional: true,
      default: '',
      description:
        'Letters, digits, `-` and `.`. The service accepts one name for several jobs; give each its own.',
      checks: [jobName],
    },
    destination_conf: {
      type: 'string',
      optional: true,
      sensitive: true,
      description:
        'Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. If it ' +
        'holds secrets, use `destination_conf_wo` instead.',
      checks: [destinationForm],
    },
    destination_conf_wo: {
      type: 'string',
      optional: true,
      writeOnly: true,
      description: 'The same as `destination_conf`, never stored. Needs `destination_conf_wo_version`.',
      checks: [destinationForm],
    },
    destination_conf_wo_version: {
      type: 'int',
      optional: true,
      description:
        'Increase it to send a changed `destination_conf_wo`. It is null in the state while the service delivers ' +
        'somewhere else than last sent.',
    },
    destination: {
      type: 'string',
      computed: true,
      description:
        'The part of the destination that holds no secret: the scheme, the host and, for object stores, the path.',
    },
    ownership_challenge: {
      type: 'string',
      optional: true,
      secret: true,
      creationOnly: true,
      computed: true,
      description:
        'The token that proves ownership of the destination. Destinations of the schemes `s3` (without keys), `gs`, ' +
        '`azure` and `sumo` need it. It is used when the job is created and when its destination changes. Changing ' +
        'only this value changes nothing. A plan shows it: pass it through a `sensitive` variable, or use ' +
        '`ownership_challenge_wo`.',
      checks: [challengeToken],
    },
    ownership_challenge_wo: {
      type: 'string',
      optional: true,
      writeOnly: true,
      description:
        'The same as `ownership_challenge`, never stored. Accepts the token of an ephemeral `zone_logpush_ownership_challenge`.',
      checks: [challengeToken],
    },
    enabled: {
      type: 'bool',
      optional: true,
      default: false,
      description: 'Whether log entries are delivered.',
    },
    kind: {
      type: 'string',
      optional: true,
      default: '',
      replaceOnChange: true,
      description: '`""`, or `edge` for delivery from the edge. Changing it replaces the job.',
      checks: [oneOf('', 'edge')],
    },
    filter: {
      type: 'string',
      optional: true,
      description:
        'Which log entries are delivered: JSON text `{"where": …}`, best written with `jsonencode`. Compared as JSON.',
      checks: [filterForm],
    },
    frequency: {
      type: 'string',
      optional: true,
      // What the service does without it (docs/service.md 5.2).
      default: 'high',
      deprecated: 'Use max_upload_interval_seconds, max_upload_bytes and max_upload_records.',
      description: '`high` or `low`.',
      checks: [oneOf('high', 'low')],
    },
    logpull_options: {
      type: 'string',
      optional: true,
      computed: true,
      description:
        'What is logged, as query-string text: `fields=RayID,ClientIP&timestamps=rfc3339`. Compared by meaning, not by order or encoding. ' +
        'Conflicts with `options`; when that is set, computed from it. Null when only `output_options` is declared.',
      checks: [logOptionsText],
    },
    options: {
      nested: 'single',
      optional: true,
      computed: true,
      description:
        'What is logged. Conflicts with `logpull_options`; when that is set, computed from it. Null when only ' +
        '`output_options` is declared.',
      attributes: {
        fields: {
          type: { set: 'string' },
          required: true,
          description:
            'Names of log fields of the dataset. When computed from `logpull_options`, it also holds options that have no ' +
            'attribute here, such as `CVE-2021-44228=true`.',
          checks: [logFieldNames],
          elementChecks: [logFieldName],
        },
        timestamps: {
          type: 'string',
          optional: true,
          default: 'unixnano',
          description: '`unixnano`, `unix` or `rfc3339`.',
          checks: [oneOf(...LOG_TIMESTAMPS)],
        },
        sample: {
          type: 'number',
          optional: true,
          default: 1,
          description: 'The fraction of the log entries to keep: above 0, at most 1.',
          checks: [sampleRate],
        },
      },
    },
    output_options: {
      nested: 'single',
      optional: true,
      description:
        'What is logged and in which form; always sent as a whole. The service then ignores `logpull_options`, so set ' +
        'only one of them.',
      attributes: {
        field_names: {
          type: { list: 'string' },
          required: true,
          description: 'Names of log fields of the dataset, in the order of the columns.',
          checks: [logFieldNames],
          elementChecks: [logFieldName],
        },
        output_type: {
          type: 'string',
          optional: true,
          default: 'ndjson',
          description: '`ndjson` or `csv`.',
          checks: [oneOf(...OUTPUT_TYPES)],
        },
        timestamp_format: {
          type: 'string',
          optional: true,
          default: 'unixnano',
          description: '`unixnano`, `unix`, `rfc3339`, `rfc3339ms` or `rfc3339ns`.',
          checks: [oneOf(...OUTPUT_TIMESTAMPS)],
        },
        sample_rate: {
          type: 'number',
          optional: true,
          default: 1,
          description: 'The fraction of the log entries to keep: above 0, at most 1.',
          checks: [sampleRate],
        },
        batch_prefix: { type: 'string', optional: true, default: '', description: 'Text before each batch.' },
        batch_suffix: { type: 'string', optional: true, default: '', description: 'Text after each batch.' },
        record_prefix: {
          type: 'string',
          optional: true,
          computed: true,
          description: 'Text before each record. Default: `{` for ndjson, nothing for csv.',
        },
        record_suffix: {
          type: 'string',
          optional: true,
          computed: true,
          description: 'Text after each record. Default: `}` and a newline for ndjson, a newline for csv.',
        },
        record_delimiter: {
          type: 'string',
          optional: true,
          default: '',
          description: 'Text between records.',
        },
        record_template: {
          type: 'string',
          optional: true,
          default: '',
          description: 'A template for the whole record instead of its fields in order.',
        },
        field_delimiter: {
          type: 'string',
          optional: true,
          default: ',',
          description: 'Text between the fields of a record.',
        },
        defuse_lookups: {
          type: 'bool',
          optional: true,
          default: false,
          description: 'Whether `${` in log entries is defused (the key `CVE-2021-44228` of the service).',
        },
        merge_subrequests: {
          type: 'bool',
          optional: true,
          default: false,
          description: 'Whether subrequests are merged into their request; `http_requests` only.',
        },
      },
    },
    max_upload_bytes: {
      type: 'int',
      optional: true,
      default: 0,
      description: 'The largest batch: 5000000 to 1000000000 bytes, or 0 for no limit.',
      checks: [offOrBetween(5_000_000, 1_000_000_000, 'bytes')],
    },
    max_upload_interval_seconds: {
      type: 'int',
      optional: true,
      default: 0,
      description: 'The longest wait for a batch: 30 to 300 seconds, or 0 for no limit.',
      checks: [offOrBetween(30, 300, 'seconds')],
    },
    max_upload_records: {
      type: 'int',
      optional: true,
      default: 0,
      description: 'The most records in a batch: 1000 to 1000000, or 0 for no limit.',
      checks: [offOrBetween(1000, 1_000_000, 'records')],
    },
    job_id: {
      type: 'int',
      computed: true,
      keepsPrior: true,
      description: "The job's number at the service.",
    },
    taken_over: {
      type: 'bool',
      computed: true,
      keepsPrior: true,
      description:
        'Whether the job existed before and was imported; false when this resource created it. Null in states of older ' +
        'releases.',
    },
  },
  checks: [oneDestination, versionOfDestination, oneChallenge, oneFormOfOptions],
});
