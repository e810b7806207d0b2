import { byHand, heldAs, jobs, service, settle, useJobZone, workspace, type JobBlock } from './job-zone';

/** What ignore_changes keeps of a destination and of options that others change. */
useJobZone({ fresh: false, startedBy: 'workspace' });

const [OWN, ELSEWHERE, ROTATED] = ['first', 'second', 'third'].map(
  (secret) => `https://logs.example.com/a?header_Authorization=${secret}`,
) as [string, string, string];
const ONE = { fields: ['RayID'] };
const TWO = { fields: ['ClientIP'], timestamps: 'rfc3339' };
const OUTPUT = { field_names: ['RayID'], output_type: 'csv' };
const TEXT = 'https://a.example/?x_a=1&sample=0.1&x_a=2';
const DEFUSED = 'fields=ClientIP&CVE-2021-44228=true';
const WRITE_ONLY = { destination_conf_wo: OWN, destination_conf_wo_version: 1, logpull_options: ONE };
const containing = (members: object): object => expect.objectContaining(members) as object;

/** A job as it is made, what is ignored and declared then, what others set before that, and what comes of it. */
interface Row {
  readonly made: JobBlock;
  readonly ignored: readonly string[];
  readonly declared: JobBlock;
  readonly edit: object;
  /** @default what others set */
  readonly left?: object;
}

const ROWS: Readonly<Record<string, Row>> = {
  'a destination with another text is never sent': {
    made: { destination_conf: OWN, logpull_options: ONE },
    ignored: ['destination_conf'],
    declared: { destination_conf: `${OWN}2`, logpull_options: ONE },
    edit: { destination_conf: ELSEWHERE },
  },
  'a write-only destination with another version is never sent': {
    made: WRITE_ONLY,
    ignored: ['destination_conf_wo', 'destination_conf_wo_version'],
    declared: { ...WRITE_ONLY, destination_conf_wo_version: 2 },
    edit: { destination_conf: ELSEWHERE },
  },
  'a text that is other options stays, too, with nothing declared': {
    made: { logpull_options: ONE },
    ignored: ['logpull_options'],
    declared: {},
    edit: { logpull_options: TEXT },
  },
  'what no member can say stays, and the fields do not': {
    made: { logpull_options: ONE },
    ignored: ['logpull_options.other'],
    declared: { logpull_options: TWO },
    edit: { logpull_options: 'x_a=1&fields=Cookies' },
    left: { logpull_options: 'fields=ClientIP&timestamps=rfc3339&x_a=1' },
  },
  'options stay behind output options that are declared': {
    made: { logpull_options: ONE },
    ignored: ['logpull_options'],
    declared: { output_options: OUTPUT },
    edit: { logpull_options: DEFUSED },
    left: { logpull_options: DEFUSED, output_options: containing(OUTPUT) },
  },
  'output options stay before the options that are declared': {
    made: { output_options: OUTPUT },
    ignored: ['output_options'],
    declared: { logpull_options: ONE },
    edit: { output_options: { field_names: ['ClientIP'] } },
    left: { logpull_options: 'fields=RayID', output_options: containing({ field_names: ['ClientIP'] }) },
  },
  'a member of output options stays, and another does not': {
    made: { output_options: OUTPUT },
    ignored: ['output_options.sample_rate'],
    declared: { output_options: { ...OUTPUT, field_names: ['Cookies'], sample_rate: 0.5 } },
    edit: { output_options: { ...OUTPUT, sample_rate: 0.1 } },
    left: { output_options: containing({ field_names: ['Cookies'], sample_rate: 0.1 }) },
  },
  'nothing stays of what is not ignored': {
    made: { logpull_options: ONE },
    ignored: ['name'],
    declared: { output_options: OUTPUT },
    edit: { logpull_options: DEFUSED },
    left: { logpull_options: null, output_options: containing(OUTPUT) },
  },
};

/** All rows at once, each with a job of its own. */
const declaredAs = (block: (row: Row) => JobBlock): Readonly<Record<string, JobBlock>> =>
  Object.fromEntries(
    Object.values(ROWS).map((row, index) => {
      const own = block(row);
      const destination = 'destination_conf_wo' in own ? {} : { destination_conf: OWN };
      return [`job-${index}`, { name: `job-${index}`, ...destination, ...own }];
    }),
  );
const editEach = (edit: (row: Row) => object): void =>
  Object.values(ROWS).forEach((row, index) => byHand(`job-${index}`, edit(row)));

beforeAll(async () => {
  jobs(declaredAs(({ made }) => made));
  await workspace.applied();
  editEach(({ edit }) => edit);
  service.emulator.control.clearJournal();
  // What is not ignored arrives.
  await settle(
    declaredAs(({ declared, ignored }) => ({
      ...{ ...declared, enabled: true, lifecycle: { ignore_changes: ignored } },
    })),
  );
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
});

test.each(Object.entries(ROWS).map(([name, row], index) => [name, `job-${index}`, row] as const))(
  '%s',
  (_what, job, { edit, left = edit }) => {
    expect(heldAs(job)).toMatchObject({ ...left, enabled: true });
    const sent = service.emulator.control.journal({ operation: 'logpush.jobs.update' });
    const ofJob = sent.filter(({ path }) => path.endsWith(`/${heldAs(job)?.id}`));
    expect(ofJob.map(({ body }) => Object.keys(body as object))).toEqual([
      expect.not.arrayContaining(['destination_conf']),
    ]);
  },
);

test('an ignored destination stays as others set it, also when they set it again', async () => {
  const rotated = ['job-0', 'job-1'];
  for (const name of rotated) byHand(name, { destination_conf: ROTATED });
  await workspace.applied();
  expect(rotated.map((name) => heldAs(name)?.destination_conf)).toEqual([ROTATED, ROTATED]);
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
});
