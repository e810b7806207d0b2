import { checkConfig, destinationGiven, logpushJobSchema, unknown } from '../../../schema';

const ZONE = { zone_id: '023e105f4ecef8ad9ca31a8372d0c353' };
const DESTINATION = 'https://logs.example.com/';
const OPTIONS = { fields: ['RayID'] };

type Case = readonly [what: string, config: Readonly<Record<string, unknown>>, codes: readonly string[]];

test.each<Case>([
  ['a stored destination', { destination_conf: DESTINATION }, []],
  ['a write-only one', { destination_conf_wo: DESTINATION, destination_conf_wo_version: 1 }, []],
  ['one of two that may be null', { destination_conf: DESTINATION, destination_conf_wo: unknown }, []],
  ['none, as an existing job may have it', {}, []],
  [
    'a version alone',
    { destination_conf: DESTINATION, destination_conf_wo_version: 1 },
    ['destination_version_unused'],
  ],
])('%s', (_case, config, codes) => {
  expect(checkConfig(logpushJobSchema, { ...ZONE, ...config }).map(({ code }) => code)).toEqual(codes);
});

const job = { ...ZONE, destination_conf: DESTINATION };

test.each<Case>([
  ['no options', {}, []],
  ['log options', { logpull_options: OPTIONS }, []],
  [
    'log options that set nothing, beside output options',
    { logpull_options: { fields: null, other: null }, output_options: { field_names: ['RayID'] } },
    [],
  ],
  [
    'log options that may set nothing, beside output options',
    { logpull_options: { fields: unknown }, output_options: { field_names: ['RayID'] } },
    [],
  ],
  ['a token, and an empty one', { ownership_challenge: 'a', ownership_challenge_wo: '' }, []],
  ['a field twice', { output_options: { field_names: ['A', 'A'] } }, ['log_field_repeated']],
])('%s', (_case, config, codes) => {
  expect(checkConfig(logpushJobSchema, { ...job, ...config }).map(({ code }) => code)).toEqual(codes);
});

test.each<Case>([
  ['a stored destination', { destination_conf: DESTINATION }, []],
  ['a write-only one that is not known', { destination_conf_wo: unknown }, []],
  ['none', { destination_conf: null, destination_conf_wo: null }, ['destination_missing']],
])('a new job with %s', (_case, config, codes) => {
  expect(destinationGiven(config).map(({ code }) => code)).toEqual(codes);
});
