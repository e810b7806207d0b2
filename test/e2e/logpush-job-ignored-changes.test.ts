import { beginAnew } from './one-service';
import {
  byHand,
  heldAs,
  jobs,
  rest,
  service,
  useJobZone,
  workspace,
  type Job,
  type JobBlock,
} from './job-zone';

/** What ignore_changes keeps of a destination and of options. */
useJobZone({ startedBy: 'workspace' });

const SECRET = 'https://logs.example.com/a?header_Authorization=first';
const ONE = { fields: ['RayID'] };
const OUTPUT = { field_names: ['RayID'], output_type: 'csv' };

/** What a job has at the service, or a part of it. */
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

/** The courses of the rows of a table, each with a job of its own, at one time. */
async function coursesOf(all: readonly Course[]): Promise<void> {
  beginAnew('import.tf');
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
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
}

/** The bodies of the updates that were sent of a job. */
function updates(name = 'main'): readonly Change[] {
  return service.emulator.control
    .journal()
    .filter(({ method, path }) => method === 'PUT' && path.endsWith(`/jobs/${heldAs(name)?.id}`))
    .map(({ body }) => body as Change);
}

const ROTATED = 'https://logs.example.com/a?header_Authorization=rotated';
const ELSEWHERE = 'https://elsewhere.example.com/b?header_Authorization=rotated';

describe('a destination in ignore_changes', () => {
  const STORED = { destination_conf: SECRET, logpull_options: ONE };
  const WRITE_ONLY = { destination_conf_wo: SECRET, destination_conf_wo_version: 1, logpull_options: ONE };

  const ROWS: readonly (readonly [string, JobBlock, readonly string[], JobBlock])[] = [
    [
      'stored, with another text',
      STORED,
      ['destination_conf'],
      { ...STORED, destination_conf: SECRET + '2' },
    ],
    [
      'write-only, both ignored',
      WRITE_ONLY,
      ['destination_conf_wo', 'destination_conf_wo_version'],
      { ...WRITE_ONLY, destination_conf_wo_version: 2, enabled: true },
    ],
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

    test.each(numbered(ROWS))('%s', (_case, row, [, , , after]) => {
      const { job, sent, later } = seen[row] ?? { sent: [] };
      expect(job?.destination_conf).toBe(ELSEWHERE);
      expect(sent.filter((body) => 'destination_conf' in body)).toEqual([]);
      // What is not ignored arrives.
      expect(job?.enabled).toBe(after['enabled'] === true);
      expect(later?.destination_conf).toBe(ROTATED);
    });
  });
});

const TWO = { fields: ['ClientIP'], timestamps: 'rfc3339' };

describe('options in ignore_changes', () => {
  const at = (form: JobBlock): JobBlock => ({ destination_conf: SECRET, ...form });
  const TEXT = 'fields=RayID';
  const DEFUSED = 'fields=ClientIP&CVE-2021-44228=true';

  const ROWS: readonly (readonly [string, readonly string[] | string, JobBlock, JobBlock, Change, Change])[] =
    [
      [
        'a text that is other options stays, too, with nothing declared',
        ['logpull_options'],
        { logpull_options: ONE },
        {},
        { logpull_options: 'https://a.example/?x_a=1&sample=0.1&x_a=2' },
        { logpull_options: 'https://a.example/?x_a=1&sample=0.1&x_a=2' },
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
        'a member of output options stays, and another does not',
        ['output_options.sample_rate'],
        { output_options: OUTPUT },
        { output_options: { ...OUTPUT, field_names: ['Cookies'], sample_rate: 0.5 } },
        { output_options: { ...OUTPUT, sample_rate: 0.1 } },
        { output_options: expect.objectContaining({ field_names: ['Cookies'], sample_rate: 0.1 }) as object },
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
});
