import { fieldProblems, namedFields } from '../../../../provider-shim/resources/logpush-job/plan';
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

test('an unknown log field is reported with the nearest name, or with all', () => {
  const found = { kind: 'fields', names: ['RayID', 'Cookies'] } as const;
  const named = [
    { name: 'RayID', path: ['logpull_options'] },
    { name: 'Cookie', path: ['logpull_options', 'fields'] },
    { name: 'Elsewhere', path: ['filter'] },
  ];
  expect(fieldProblems('http_requests', named, found)).toEqual([
    {
      code: 'log_field_unknown',
      path: ['logpull_options', 'fields'],
      message: 'The dataset http_requests has no log field "Cookie".',
      hint: 'Did you mean "Cookies"? Names are case-sensitive.',
    },
    {
      code: 'log_field_unknown',
      path: ['filter'],
      message: 'The dataset http_requests has no log field "Elsewhere".',
      hint: 'Its fields: Cookies, RayID.',
    },
  ]);
});
