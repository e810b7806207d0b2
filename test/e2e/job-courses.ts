import { beginAnew, byHand, heldAs, jobs, rest, service, workspace, type JobBlock } from './job-zone';

export const SECRET = 'https://logs.example.com/a?header_Authorization=first';
export const ONE = { fields: ['RayID'] };
export const OUTPUT = { field_names: ['RayID'], output_type: 'csv' };

/** What a job has at the service, or a part of it. */
export type Change = Readonly<Record<string, unknown>>;

export const ignoring = (ignored: readonly string[] | string, block: JobBlock): JobBlock => ({
  ...block,
  lifecycle: { ignore_changes: ignored },
});

/** A job, what others change of it, and what is declared then. */
export interface Course {
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

export const course = (before: JobBlock, edit: Change, after: JobBlock): Promise<void> =>
  courses({ main: { before, edit, after } });

/** The courses of the rows of a table, each with a job of its own, at one time. */
export async function coursesOf(all: readonly Course[]): Promise<void> {
  beginAnew();
  await courses(Object.fromEntries(all.map((one, row) => [jobOf(row), one])));
}

export const jobOf = (row: number): string => `job-${row}`;

/** The rows of a table, each with its number. */
export const numbered = <T extends readonly [string, ...unknown[]]>(
  rows: readonly T[],
): readonly (readonly [string, number, T])[] => rows.map((row, index) => [row[0], index, row]);

/** Nothing is left to do, and a refresh finds nothing new. */
export async function settled(): Promise<void> {
  await rest();
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
}

/** The bodies of the updates that were sent of a job. */
export function updates(name = 'main'): readonly Change[] {
  return service.emulator.control
    .journal()
    .filter(({ method, path }) => method === 'PUT' && path.endsWith(`/jobs/${heldAs(name)?.id}`))
    .map(({ body }) => body as Change);
}
