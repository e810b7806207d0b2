import type { LogpushJob } from '../../../../provider-shim/api';
import type { Output } from '../../../../provider-shim/resources/logpush-job/output';
import type { Settings } from '../../../../provider-shim/resources/logpush-job/settings';

/** A job of which nothing is set but what has to be. */
export const JOB: LogpushJob = {
  id: 1,
  destination_conf: 'https://logs.example.com/',
  dataset: 'http_requests',
  name: '',
  enabled: false,
  kind: '',
  filter: '',
  frequency: '',
  logpull_options: '',
  output_options: null,
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  last_complete: '',
  last_error: '',
  error_message: '',
};

/** The settings of that job. */
export const SETTINGS: Settings = {
  dataset: 'http_requests',
  kind: '',
  name: '',
  enabled: false,
  filter: null,
  frequency: 'high',
  logpull_options: '',
  options: { fields: [], timestamps: 'unixnano', sample: 1 },
  output_options: null,
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
};

/** Output options without any field, and every default. */
export const OUTPUT: Output = {
  field_names: [],
  output_type: 'ndjson',
  timestamp_format: 'unixnano',
  sample_rate: 1,
  batch_prefix: '',
  batch_suffix: '',
  record_prefix: '{',
  record_suffix: '}\n',
  record_delimiter: '',
  record_template: '',
  field_delimiter: ',',
  defuse_lookups: false,
  merge_subrequests: false,
};
