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
        'the typed form stays, whatever is declared',
        ['options'],
        { options: ONE },
        { options: TWO },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'the typed form stays in the other form, too',
        ['options'],
        { options: ONE },
        { logpull_options: 'fields=ClientIP' },
        { logpull_options: 'fields=Cookies' },
        { logpull_options: 'fields=Cookies' },
      ],
      [
        'the text stays in the other form, too',
        ['logpull_options'],
        { logpull_options: TEXT },
        { options: TWO },
        { logpull_options: 'https://a.example/?sample=0.1' },
        { logpull_options: 'https://a.example/?sample=0.1' },
      ],
      [
        'both forms stay',
        ['options', 'logpull_options'],
        { options: ONE },
        { logpull_options: 'fields=ClientIP' },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED },
      ],
      [
        'a text that the typed form cannot say stays, with nothing declared',
        ['options'],
        { options: ONE },
        {},
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED },
      ],
      [
        'the fields stay, and another member does not',
        ['options.fields'],
        { options: ONE },
        { options: TWO },
        { logpull_options: 'fields=Cookies&CVE-2021-44228=true' },
        { logpull_options: 'fields=Cookies&timestamps=rfc3339&CVE-2021-44228=true' },
      ],
      [
        'the options stay behind output options that are declared',
        ['options'],
        { options: ONE },
        { output_options: OUTPUT },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: expect.objectContaining(OUTPUT) as object },
      ],
      [
        'the options stay when output options go that others added',
        ['options', 'logpull_options'],
        { options: ONE },
        {},
        { logpull_options: DEFUSED, output_options: { field_names: ['ClientIP'] } },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'output options stay before the options that are declared',
        ['output_options'],
        { output_options: OUTPUT },
        { options: ONE },
        { output_options: { field_names: ['ClientIP'] } },
        {
          logpull_options: TEXT,
          output_options: expect.objectContaining({ field_names: ['ClientIP'] }) as object,
        },
      ],
      [
        'output options that others added stay before the options that are declared',
        ['output_options'],
        { options: ONE },
        { options: TWO },
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
        { options: ONE },
        { output_options: OUTPUT },
        { logpull_options: DEFUSED },
        { logpull_options: DEFUSED, output_options: null },
      ],
      [
        'nothing stays of what is not ignored',
        ['name'],
        { options: ONE },
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

  test('have no effect beside output options: the plan warns', async () => {
    await course(at({ output_options: OUTPUT }), {}, at({ output_options: OUTPUT }));
    jobs({ main: { name: 'main', ...ignoring(['output_options'], at({ options: ONE })) } });
    const plan = await workspace.plan();
    expect(printed(plan)).toContain(
      'The job has options and output_options, so the service ignores options.',
    );
  });
});

describe('options that the service keeps beside output options', () => {
  const HIDDEN = { logpull_options: 'fields=Cookies', output_options: { field_names: ['ClientIP'] } };

  const FORMS: readonly (readonly [string, JobBlock, string | null])[] = [
    ['typed', { options: ONE }, 'fields=RayID'],
    ['as text', { logpull_options: 'fields=RayID' }, 'fields=RayID'],
    ['in no form', {}, null],
  ];

  test('are replaced by declared ones, in each form, in one apply', async () => {
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
