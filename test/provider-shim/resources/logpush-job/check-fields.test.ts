import { namedFields } from '../../../../provider-shim/resources/logpush-job/plan';
import { unknown } from '../../../../schema';

const NOTHING = { logpull_options: null, output_options: null, filter: null };

const OPTIONS = { timestamps: 'unixnano', sample: 1, defuse_lookups: false, other: null };

type Named = ReturnType<typeof namedFields>;

test.each<readonly [string, Parameters<typeof namedFields>[0], Named]>([
  ['nothing', NOTHING, []],
  ['what is not known', { logpull_options: unknown, output_options: unknown, filter: unknown }, []],
  [
    'a set in which one is not known',
    { ...NOTHING, logpull_options: { ...OPTIONS, fields: ['A', unknown] } },
    [{ name: 'A', path: ['logpull_options', 'fields'] }],
  ],
  [
    'an output',
    { ...NOTHING, output_options: { field_names: [unknown, 'A'] } as never },
    [{ name: 'A', path: ['output_options', 'field_names', 1] }],
  ],
  [
    'a filter',
    { ...NOTHING, filter: '{"where":{"or":[{"key":"A","operator":"eq","value":{"a":1}},{"key":"B.x"}]}}' },
    [
      { name: 'A', path: ['filter'] },
      { name: 'B', path: ['filter'] },
    ],
  ],
])('the log fields of a job are found in %s', (_case, config, named) => {
  expect(namedFields(config)).toEqual(named);
});
