import { outputOf, type Output } from '../../../../provider-shim/resources/logpush-job/settings';
import { OUTPUT } from './job';

test('output options with a type changed by others have the defaults of that type', () => {
  const csv = { ...OUTPUT, output_type: 'csv', record_prefix: '', record_suffix: '\n' };
  expect(outputOf({ field_names: [], output_type: 'ndjson' }, csv)).toEqual(OUTPUT);
});

test('an empty text that the service answers as null stays as it was', () => {
  const empty = { ...OUTPUT, record_prefix: '' };
  expect(outputOf({ record_prefix: null }, empty)).toEqual(empty);
});

test.each<readonly [string, Parameters<typeof outputOf>[0], Partial<Output>]>([
  [
    'nothing',
    {},
    {
      ...{ field_names: null, output_type: 'ndjson', timestamp_format: 'unixnano', sample_rate: 1 },
      ...{ batch_prefix: '', batch_suffix: '', record_prefix: '{', record_suffix: '}\n' },
      ...{ record_delimiter: '', record_template: '', field_delimiter: ',' },
      ...{ defuse_lookups: false, merge_subrequests: false, stringify_object: false },
    },
  ],
  ['csv alone', { output_type: 'csv' }, { output_type: 'csv', record_prefix: '', record_suffix: '\n' }],
  ['a type that is new', { output_type: 'xml' }, { output_type: 'xml' }],
  ['empty text where that is no value', { output_type: '', timestamp_format: '' }, {}],
  [
    'empty separators',
    { record_prefix: '', field_delimiter: '' },
    { record_prefix: '', field_delimiter: '' },
  ],
])('output options answered as %s are read with the defaults', (_case, wire, expected) => {
  expect(outputOf(wire, undefined)).toEqual({ ...OUTPUT, ...expected });
});
