import { checkConfig, logpushJobSchema, unknown } from '../../../schema';

const ZONE = { zone_id: '023e105f4ecef8ad9ca31a8372d0c353' };
const DESTINATION = { destination_conf: 'https://logs.example.com/' };
const OUTPUT = { ...DESTINATION, output_options: { field_names: ['RayID'] } };

/** Two forms are refused by the table of refusals. */
test.each<readonly [what: string, config: Readonly<Record<string, unknown>>]>([
  ['no destination, as an existing job may have it', {}],
  ['one of two destinations that may be null', { ...DESTINATION, destination_conf_wo: unknown }],
  ['log options that set nothing', { ...OUTPUT, logpull_options: { fields: null, other: null } }],
  ['log options that may set nothing', { ...OUTPUT, logpull_options: { fields: unknown } }],
  ['no attacks to leave out', { ...DESTINATION, dataset: 'dns_logs', filter_attack_traffic: false }],
  ['the least for IBM', { destination_conf: 'ibmcl://h/l?ibm_api_key=k', max_upload_bytes: 2_000_000 }],
  ['a token, and an empty one', { ...DESTINATION, ownership_challenge: 'a', ownership_challenge_wo: '' }],
])('one form is enough: %s', (_case, config) => {
  expect(checkConfig(logpushJobSchema, { ...ZONE, ...config })).toEqual([]);
});
