import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  attributesOf,
  beginAnew,
  byHand,
  heldAs,
  imports,
  jobs,
  printed,
  rest,
  service,
  useJobZone,
  workspace,
  type Job,
  type JobBlock,
} from './job-zone';

useJobZone({ startedBy: 'workspace' });

const SECRET = 'https://logs.example.com/a?header_Authorization=first';
const ROTATED = 'https://logs.example.com/a?header_Authorization=rotated';
const ELSEWHERE = 'https://elsewhere.example.com/b?header_Authorization=rotated';
const ONE = { fields: ['RayID'] };
const TWO = { fields: ['ClientIP'], timestamps: 'rfc3339' };
const OUTPUT = { field_names: ['RayID'], output_type: 'csv' };

type Change = Readonly<Record<string, unknown>>;

const ignoring = (ignored: readonly string[] | string, block: JobBlock): JobBlock => ({
  ...block,
  lifecycle: { ignore_changes: ignored },
});

/** A job, what others change of it, and what is declared then. */
interface Course {
  readonly before: JobBlock;
  readonly edit: Change;
  readonly after: JobBlock;
}

/** Makes each job, has others change it, and applies what is declared then; nothing is left to do after that. */
async function courses(all: Readonly<Record<string, Course>>): Promise<void> {
  const declared = (of: (course: Course) => JobBlock): void =>
    jobs(Object.fromEntries(Object.entries(all).map(([name, course]) => [name, { name, ...of(course) }])));
  declared(({ before }) => before);
  await workspace.applied();
  for (const [name, { edit }] of Object.entries(all)) byHand(name, edit);
  declared(({ after }) => after);
  await workspace.applied();
  await settled();
}

const course = (before: JobBlock, edit: Change, after: JobBlock): Promise<void> =>
  courses({ main: { before, edit, after } });

/** The courses of the rows of a table, each with a job of its own, at one time. */
async function coursesOf(all: readonly Course[]): Promise<void> {
  beginAnew();
  await courses(Object.fromEntries(all.map((one, row) => [jobOf(row), one])));
}

const jobOf = (row: number): string => `job-${row}`;

/** The rows of a table, each with its number. */
const numbered = <T extends readonly [string, ...unknown[]]>(
  rows: readonly T[],
): readonly (readonly [string, number, T])[] => rows.map((row, index) => [row[0], index, row]);

/** Nothing is left to do, and a refresh finds nothing new. */
async function settled(): Promise<void> {
  await rest();
  await workspace.applied({ args: ['-refresh-only'] });
  await rest();
}

/** The bodies of the updates that were sent of a job. */
function updates(name = 'main'): readonly Change[] {
  return service.emulator.control
    .journal()
    .filter(({ method, path }) => method === 'PUT' && path.endsWith(`/jobs/${heldAs(name)?.id}`))
    .map(({ body }) => body as Change);
}

describe('a destination in ignore_changes', () => {
  const STORED = { destination_conf: SECRET, options: ONE };
  const WRITE_ONLY = { destination_conf_wo: SECRET, destination_conf_wo_version: 1, options: ONE };

  const ROWS: readonly (readonly [string, JobBlock, readonly string[] | string, JobBlock])[] = [
    ['stored, with another name', STORED, ['destination_conf'], { ...STORED, enabled: true }],
    [
      'stored, with another text',
      STORED,
      ['destination_conf'],
      { ...STORED, destination_conf: SECRET + '2' },
    ],
    ['stored, with all', STORED, 'all', { ...STORED, destination_conf: SECRET + '2', enabled: true }],
    [
      'stored before, write-only and ignored now',
      STORED,
      ['destination_conf_wo'],
      { ...WRITE_ONLY, enabled: true },
    ],
    [
      'write-only, with another version',
      WRITE_ONLY,
      ['destination_conf_wo'],
      { ...WRITE_ONLY, destination_conf_wo: SECRET + '2', destination_conf_wo_version: 2, enabled: true },
    ],
    ['write-only, with its version alone', WRITE_ONLY, ['destination_conf_wo'], WRITE_ONLY],
    [
      'write-only, the version ignored',
      WRITE_ONLY,
      ['destination_conf_wo_version'],
      { ...WRITE_ONLY, destination_conf_wo: SECRET + '2', destination_conf_wo_version: 2, enabled: true },
    ],
    [
      'write-only, both ignored',
      WRITE_ONLY,
      ['destination_conf_wo', 'destination_conf_wo_version'],
      { ...WRITE_ONLY, destination_conf_wo_version: 2, enabled: true },
    ],
    [
      'write-only before, stored and ignored now',
      WRITE_ONLY,
      ['destination_conf'],
      { ...STORED, enabled: true },
    ],
    ['write-only, with all', WRITE_ONLY, 'all', { ...WRITE_ONLY, destination_conf_wo_version: 2 }],
  ];

  describe('is never sent', () => {
    const seen: { readonly job?: Job; readonly sent: readonly Change[]; later?: Job }[] = [];
    beforeAll(async () => {
      await coursesOf(
        ROWS.map(([, before, ignored, after]) => ({
          ...{ before, edit: { destination_conf: ELSEWHERE }, after: ignoring(ignored, after) },
        })),
      );
      ROWS.forEach((_, row) => seen.push({ job: heldAs(jobOf(row)), sent: updates(jobOf(row)) }));
      // The same once more, with others at work again.
      ROWS.forEach((_, row) => byHand(jobOf(row), { destination_conf: ROTATED }));
      await workspace.applied();
      await settled();
      seen.forEach((one, row) => (one.later = heldAs(jobOf(row))));
    });

    test.each(numbered(ROWS))('%s', (_case, row, [, , ignored, after]) => {
      const { job, sent, later } = seen[row] ?? { sent: [] };
      expect(job?.destination_conf).toBe(ELSEWHERE);
      expect(sent.filter((body) => 'destination_conf' in body)).toEqual([]);
      // What is not ignored arrives.
      expect(job?.enabled).toBe(ignored !== 'all' && after['enabled'] === true);
      expect(later?.destination_conf).toBe(ROTATED);
    });
  });

  test.each<readonly [string, JobBlock, JobBlock]>([
    ['stored', STORED, STORED],
    ['write-only', WRITE_ONLY, { ...WRITE_ONLY, destination_conf_wo_version: 2 }],
  ])('is sent again once it is no longer ignored: %s', async (_case, block, after) => {
    const ignored = ['destination_conf', 'destination_conf_wo'];
    await course(block, { destination_conf: ROTATED }, ignoring(ignored, { ...block, enabled: true }));
    jobs({ main: { name: 'main', ...after } });
    await workspace.applied();
    await settled();
    expect(heldAs('main')?.destination_conf).toBe(SECRET);
  });

  test('may not keep a stored secret beside a write-only one: the plan names the conflicting entry', async () => {
    await course(STORED, {}, STORED);
    jobs({ main: { name: 'main', ...ignoring(['destination_conf'], WRITE_ONLY) } });
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(printed(plan)).toContain(
      'destination_conf_wo is given, and ignore_changes lists destination_conf',
    );
    expect(printed(plan)).toContain('Remove destination_conf from ignore_changes');
  });

  test('is read as it is, even after others revert their change', async () => {
    jobs({ main: { name: 'main', ...ignoring(['destination_conf'], STORED) } });
    await workspace.applied();
    for (const destination_conf of [ROTATED, SECRET]) {
      byHand('main', { destination_conf });
      await workspace.applied({ args: ['-refresh-only'] });
      expect(await attributesOf('main')).toMatchObject({ destination_conf });
      await rest();
    }
  });

  test('is set when the job is re-created, since only changes are ignored', async () => {
    await course(STORED, { destination_conf: ROTATED }, ignoring(['destination_conf'], STORED));
    await workspace.applied({ args: ['-replace=zone_logpush_job.main'] });
    expect(heldAs('main')?.destination_conf).toBe(SECRET);
    await settled();
  });
});

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

test('all other attributes in ignore_changes stay, and their drift is not a change', async () => {
  const block = {
    destination_conf: SECRET,
    filter: '{"where":{"key":"ClientIP","operator":"eq","value":"a"}}',
    frequency: 'low',
    max_upload_bytes: 5_000_000,
    max_upload_interval_seconds: 30,
    max_upload_records: 1000,
    output_options: OUTPUT,
  };
  const edit = {
    filter: '{"where":{"key":"ClientIP","operator":"eq","value":"b"}}',
    frequency: 'high',
    max_upload_bytes: 6_000_000,
    max_upload_interval_seconds: 60,
    max_upload_records: 2000,
    kind: 'edge',
    enabled: true,
  };
  const declared = {
    destination_conf: SECRET + '2',
    output_options: { ...OUTPUT, output_type: 'ndjson' },
  };
  await course(block, edit, ignoring(Object.keys(edit), declared));
  expect(heldAs('main')).toMatchObject({ ...edit, destination_conf: declared.destination_conf });
  expect(updates().map(Object.keys)).toEqual([['output_options', 'destination_conf']]);
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
