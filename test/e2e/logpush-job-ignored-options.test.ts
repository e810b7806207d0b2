import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  byHand,
  heldAs,
  imports,
  jobs,
  printed,
  useJobZone,
  workspace,
  type Job,
  type JobBlock,
} from './job-zone';

import {
  course,
  coursesOf,
  ignoring,
  jobOf,
  numbered,
  ONE,
  OUTPUT,
  SECRET,
  settled,
  type Change,
} from './job-courses';

useJobZone({ startedBy: 'workspace' });

const TWO = { fields: ['ClientIP'], timestamps: 'rfc3339' };

describe('options in ignore_changes', () => {
  const at = (form: JobBlock): JobBlock => ({ destination_conf: SECRET, ...form });
  const TEXT = 'fields=RayID';
  const DEFUSED = 'fields=ClientIP&CVE-2021-44228=true';

  const ROWS: readonly (readonly [string, readonly string[] | string, JobBlock, JobBlock, Change, Change])[] =
    [
      [
        'they stay, whatever is declared',
        ['logpull_options'],
        { logpull_options: ONE },
        { logpull_options: TWO },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'a text that is other options stays, too, with nothing declared',
        ['logpull_options'],
        { logpull_options: ONE },
        {},
        { logpull_options: 'https://a.example/?x_a=1&sample=0.1&x_a=2' },
        { logpull_options: 'https://a.example/?x_a=1&sample=0.1&x_a=2' },
      ],
      [
        'the fields stay, and another member does not',
        ['logpull_options.fields'],
        { logpull_options: ONE },
        { logpull_options: TWO },
        { logpull_options: 'fields=Cookies&CVE-2021-44228=true' },
        { logpull_options: 'fields=Cookies&timestamps=rfc3339' },
      ],
      [
        'what no member can say stays, and the fields do not',
        ['logpull_options.other'],
        { logpull_options: ONE },
        { logpull_options: TWO },
        { logpull_options: 'x_a=1&fields=Cookies' },
        {
          logpull_options: 'fields=ClientIP&timestamps=rfc3339&x_a=1',
        },
      ],
      [
        'they stay behind output options that are declared',
        ['logpull_options'],
        { logpull_options: ONE },
        { output_options: OUTPUT },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: expect.objectContaining(OUTPUT) as object },
      ],
      [
        'they stay when output options go that others added',
        ['logpull_options'],
        { logpull_options: ONE },
        {},
        { logpull_options: DEFUSED, output_options: { field_names: ['ClientIP'] } },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'output options stay before the options that are declared',
        ['output_options'],
        { output_options: OUTPUT },
        { logpull_options: ONE },
        { output_options: { field_names: ['ClientIP'] } },
        {
          logpull_options: TEXT,
          output_options: expect.objectContaining({ field_names: ['ClientIP'] }) as object,
        },
      ],
      [
        'output options that others added stay before the options that are declared',
        ['output_options'],
        { logpull_options: ONE },
        { logpull_options: TWO },
        { output_options: { field_names: ['ClientIP'] } },
        {
          logpull_options: 'fields=ClientIP&timestamps=rfc3339',
          output_options: expect.objectContaining({ field_names: ['ClientIP'] }) as object,
        },
      ],
      [
        'a member of output options stays, and another does not',
        ['output_options.sample_rate'],
        { output_options: OUTPUT },
        { output_options: { ...OUTPUT, field_names: ['Cookies'], sample_rate: 0.5 } },
        { output_options: { ...OUTPUT, sample_rate: 0.1 } },
        { output_options: expect.objectContaining({ field_names: ['Cookies'], sample_rate: 0.1 }) as object },
      ],
      [
        'all of them stay',
        'all',
        { logpull_options: ONE },
        { output_options: OUTPUT },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'nothing stays of what is not ignored',
        ['name'],
        { logpull_options: ONE },
        { output_options: OUTPUT },
        { logpull_options: DEFUSED },
        { logpull_options: null, output_options: expect.objectContaining(OUTPUT) as object },
      ],
    ];

  describe('of jobs that others change', () => {
    const seen: (Job | undefined)[] = [];
    beforeAll(async () => {
      await coursesOf(
        ROWS.map(([, ignored, before, after, edit]) => ({
          ...{ before: at(before), edit, after: ignoring(ignored, at({ ...after, enabled: true })) },
        })),
      );
      ROWS.forEach((_, row) => seen.push(heldAs(jobOf(row))));
    });

    test.each(numbered(ROWS))('%s', (_case, row, [, ignored, , , , expected]) => {
      expect(seen[row]).toMatchObject({ ...expected, enabled: ignored !== 'all' });
    });
  });

  test('may not keep what the service would then get twice: the plan says so', async () => {
    await course(at({ logpull_options: ONE }), {}, at({ logpull_options: ONE }));
    const state = workspace.read('terraform.tfstate');
    workspace.write('terraform.tfstate', state.replace('"other": null', '"other": "timestamps=RFC3339"'));
    const declared = at({ logpull_options: { ...ONE, timestamps: 'unix' } });
    jobs({ main: { name: 'main', ...ignoring(['logpull_options.other'], declared) } });
    const plan = await workspace.plan({ args: ['-refresh=false'] });
    expect(printed(plan)).toContain('timestamps is set: the service would get timestamps twice.');
  });

  test('have no effect beside output options: the plan warns', async () => {
    await course(at({ output_options: OUTPUT }), {}, at({ output_options: OUTPUT }));
    jobs({ main: { name: 'main', ...ignoring(['output_options'], at({ logpull_options: ONE })) } });
    const plan = await workspace.plan();
    expect(printed(plan)).toContain(
      'The job has logpull_options and output_options, so the service ignores logpull_options.',
    );
  });
});

describe('options that the service keeps beside output options', () => {
  const HIDDEN = { logpull_options: 'fields=Cookies', output_options: { field_names: ['ClientIP'] } };

  const FORMS: readonly (readonly [string, JobBlock, string | null])[] = [
    ['declared', { logpull_options: ONE }, 'fields=RayID'],
    ['not declared', {}, null],
  ];

  test('are replaced by declared ones, or by none, in one apply', async () => {
    await coursesOf(
      FORMS.map(([, form]) => ({
        before: { destination_conf: SECRET, output_options: OUTPUT },
        edit: HIDDEN,
        after: { destination_conf: SECRET, ...form },
      })),
    );
    expect(FORMS.map((_, row) => heldAs(jobOf(row)))).toEqual(
      FORMS.map(
        ([, , expected]) =>
          expect.objectContaining({ logpull_options: expected, output_options: null }) as unknown,
      ),
    );
  });

  test('are replaced after an import, or stay with output options', async () => {
    const block = { destination_conf: SECRET };
    const rows = [
      ...FORMS,
      ['as output options', { output_options: HIDDEN.output_options }, 'fields=Cookies'] as const,
    ];
    await coursesOf(rows.map(() => ({ before: block, edit: HIDDEN, after: block })));
    rows.forEach((_, row) => byHand(jobOf(row), HIDDEN));
    jobs(
      Object.fromEntries(rows.map(([, form], row) => [jobOf(row), { name: jobOf(row), ...block, ...form }])),
    );
    imports(
      Object.fromEntries(rows.map((_, row) => [jobOf(row), `${DEFAULT_ZONE_ID}/${heldAs(jobOf(row))?.id}`])),
    );
    await workspace.applied();
    workspace.write('import.tf', '');
    await settled();
    expect(rows.map((_, row) => heldAs(jobOf(row))?.logpull_options)).toEqual(
      rows.map(([, , expected]) => expected),
    );
  });
});
