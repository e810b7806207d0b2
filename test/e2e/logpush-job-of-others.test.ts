import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME } from '../../emulator';
import { byEngine } from '../support/engine';
import { diagnosticsIn } from './engine-events';
import {
  attributesOf,
  byHand,
  calls,
  held,
  heldAs,
  imports,
  jobs,
  printed,
  rest,
  service,
  settle,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

/** Log push jobs and what others do, beyond the table of life cycles (`lifecycle/job.ts`). */

const ZONE = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;

useJobZone({ startedBy: 'workspace' });

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-one';
const ELSEWHERE = 'https://logs.example.com/collect?header_Authorization=planted-two';

const OPEN = { name: 'open', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };
const SECRET = {
  name: 'secret',
  destination_conf_wo: DESTINATION,
  destination_conf_wo_version: 1,
  logpull_options: { fields: ['RayID'] },
};

test('a hand edit shows as a diff of just that edit, and apply sends only that', async () => {
  await settle({ open: OPEN, secret: SECRET });
  byHand('open', {
    logpull_options: 'fields=RayID,ClientIP',
    destination_conf: 'https://elsewhere.example.com/',
  });
  byHand('secret', { max_upload_records: 5000, destination_conf: 'https://elsewhere.example.com/' });
  const plan = await workspace.plan();
  const changed = plan.stdout
    .split('\n')
    .filter((line) => /^\s+[~+-] (?!update)/.test(line))
    // OpenTofu marks every write-only attribute of an object that changes.
    .filter((line) => !line.endsWith('(write-only attribute)'));
  expect(changed.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    '~ resource "zone_logpush_job" "open" {',
    '~ destination = "https://elsewhere.example.com" -> "https://logs.example.com"',
    '~ destination_conf = (sensitive value)',
    '~ logpull_options = {',
    '~ fields = [',
    '- "ClientIP",',
    '~ resource "zone_logpush_job" "secret" {',
    '~ destination = "https://elsewhere.example.com" -> "https://logs.example.com"',
    '+ destination_conf_wo_version = 1',
    '~ max_upload_records = 5000 -> 0',
  ]);
  service.emulator.control.clearJournal();
  await workspace.applied();
  await rest();
  const bodies = service.emulator.control
    .journal()
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => Object.keys(body as object).sort());
  expect(bodies.sort()).toEqual([
    ['destination_conf', 'logpull_options'],
    ['destination_conf', 'max_upload_records'],
  ]);
  expect(held().map((job) => job.destination_conf)).toEqual([DESTINATION, DESTINATION]);
});

test.each([
  ['open', 'list destination_conf in ignore_changes'],
  ['secret', 'list destination_conf_wo and destination_conf_wo_version in ignore_changes'],
])('a plan that replaces a destination set by others says so: %s', async (name, wayOut) => {
  const block = name === 'open' ? OPEN : SECRET;
  await settle({ [name]: block });
  byHand(name, { destination_conf: 'https://logs.example.com/collect?header_Authorization=rotated' });
  const text = printed(await workspace.plan());
  expect(text).toContain(
    `Changed outside since the last apply: log push job ${heldAs(name)?.id} of zone ${DEFAULT_ZONE_NAME} ` +
      `(${DEFAULT_ZONE_ID}): destination.`,
  );
  expect(text).toMatch(
    /of zone \S+ \([0-9a-f]{32}\) was changed outside this configuration, and apply replaces it\./,
  );
  expect(text).toContain('The job delivers to https://logs.example.com now;');
  expect(text).toContain(wayOut);
  expect(text).not.toContain('rotated');
  jobs({ [name]: { ...block, lifecycle: { ignore_changes: wayOut.match(/destination_conf\w*/g) } } });
  expect(printed(await workspace.plan())).not.toContain('apply replaces it');
});

test('a plan that changes the destination itself does not mention others', async () => {
  await settle({ open: OPEN, secret: SECRET });
  const destination = 'https://elsewhere.example.com/';
  jobs({
    open: { ...OPEN, destination_conf: destination },
    secret: { ...SECRET, destination_conf_wo: destination, destination_conf_wo_version: 2 },
  });
  expect(printed(await workspace.plan())).not.toContain('outside this configuration');
});

test('a job of others that is equal is named with the way to import it', async () => {
  await settle({ after: OPEN });
  workspace.write('terraform.tfstate', '');
  const { stdout } = await workspace.plan({ args: ['-json'] });
  const [there] = held();
  const block = `import {\n  to = zone_logpush_job.after\n  id = "${DEFAULT_ZONE_ID}/${there?.id}"\n}\n`;
  expect(diagnosticsIn(stdout)).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      address: 'zone_logpush_job.after',
      summary: expect.stringContaining(`a log push job that is exactly like this one: ${there?.id}.`),
      // The code is a promise of docs/guides/ownership.md.
      detail: expect.stringMatching(new RegExp(`${block}[^]*\nCode: equal_job_there$`)),
    }),
  );
  // One that differs is not mentioned.
  jobs({ other: { ...OPEN, name: 'other' } });
  expect(printed(await workspace.plan())).not.toContain('exactly like this one');
});

const JOB = { ...SECRET, name: 'job' };
const writes = (): readonly string[] => calls().filter((call) => !call.startsWith('GET '));

type Blocks = Readonly<Record<string, JobBlock>>;

/** Saves the plan of a change, then clears the journal. */
async function planned(before: Blocks, after: Blocks): Promise<void> {
  await settle(before);
  jobs(after);
  expect((await workspace.plan({ out: 'plan' })).exitCode).toBe(2);
  service.emulator.control.clearJournal();
}

/** What somebody changes after a plan of `max_upload_records`, and what the refusal says of it. */
const EDITS: Readonly<Record<string, { readonly edit: object; readonly says: string }>> = {
  'another-setting': { edit: { enabled: true }, says: 'enabled: expected false, found true' },
  'the-same-setting': {
    edit: { max_upload_records: 3000 },
    says: 'max_upload_records: expected 0, found 3000',
  },
  'what-is-logged': {
    edit: { logpull_options: 'fields=ClientIP' },
    says: 'logpull_options: expected {"fields":["RayID"],',
  },
  'where-it-delivers-to': {
    edit: { destination_conf: 'https://elsewhere.example.com/?header_Authorization=planted-two' },
    says: 'destination_conf: expected "https://logs.example.com", found "https://elsewhere.example.com"',
  },
  'the-secret-of-its-destination': {
    edit: { destination_conf: ELSEWHERE },
    says: 'destination_conf: expected "(secret)", found "(another secret)"',
  },
};

/** What each error says, by the name of the job that it is about. */
function errorsByJob(stderr: string): Readonly<Record<string, string>> {
  const errors = stderr.split(/^(?:│ )?Error: /m).slice(1);
  return Object.fromEntries(
    errors.map((error) => [
      /zone_logpush_job\.([\w-]+)/.exec(error)?.[1] ?? '',
      printed({ stdout: '', stderr: error }),
    ]),
  );
}

describe('an update of a job', () => {
  test('is refused when somebody changed any setting after the plan', async () => {
    const names = Object.keys(EDITS);
    const blocks = (change: object): Blocks =>
      Object.fromEntries(names.map((name) => [name, { ...SECRET, name, ...change }]));
    await planned(blocks({}), blocks({ max_upload_records: 2000 }));
    for (const [name, { edit }] of Object.entries(EDITS)) byHand(name, edit);
    const edited = held();
    const apply = await workspace.apply({ planFile: 'plan' });
    expect(apply.exitCode).toBe(1);
    expect(errorsByJob(apply.stderr)).toEqual(
      Object.fromEntries(
        Object.entries(EDITS).map(([name, { says }]) => [name, expect.stringContaining(says) as string]),
      ),
    );
    expect(printed(apply)).toContain('after this plan was made: enabled.');
    for (const [name, error] of Object.entries(errorsByJob(apply.stderr)))
      expect(error).toContain(
        `Somebody changed the log push job ${heldAs(name)?.id} of zone ${ZONE} after this plan was made`,
      );
    expect(printed(apply)).not.toContain('planted');
    expect(writes()).toEqual([]);
    expect(held()).toEqual(edited);
    // The next plan shows it, and applies.
    await workspace.applied();
    await rest();
    const declared = { max_upload_records: 2000, enabled: false, destination_conf: DESTINATION };
    expect(names.map((name) => heldAs(name))).toMatchObject(names.map((name) => ({ ...declared, name })));
  });

  test('sends only what still differs', async () => {
    await planned({ job: JOB }, { job: { ...JOB, enabled: true, max_upload_records: 2000 } });
    byHand('job', { enabled: true });
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    const [put] = service.emulator.control.journal().filter(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ max_upload_records: 2000 });
    await rest();
  });
});

test('a destination that somebody has already set as planned is not sent again', async () => {
  await planned(
    { job: JOB },
    { job: { ...JOB, destination_conf_wo: ELSEWHERE, destination_conf_wo_version: 2 } },
  );
  byHand('job', { destination_conf: ELSEWHERE });
  expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
  expect(writes()).toEqual([]);
  await rest();
});

const numbers = (): readonly unknown[] => held().map(({ id }) => id);

test('taken_over distinguishes a created job from an imported one', async () => {
  await settle({ made: OPEN });
  expect(await attributesOf('made')).toMatchObject({ taken_over: false, job_id: 1 });
  imports({ made: `${DEFAULT_ZONE_ID}/1` });
  await workspace.applied();
  expect(await attributesOf('made')).toMatchObject({ taken_over: true, job_id: 1 });
  workspace.write('import.tf', '');
  jobs({ made: { ...OPEN, name: 'changed' } });
  // A token that nobody gave is none to remove.
  expect((await workspace.plan()).stdout).not.toMatch(/\bownership_challenge\b/);
  await settle({ made: { ...OPEN, name: 'changed' } });
  expect(await attributesOf('made')).toMatchObject({ taken_over: true });
  await workspace.applied({ args: ['-replace=zone_logpush_job.made'] });
  expect(await attributesOf('made')).toMatchObject({ taken_over: false, job_id: 2 });
});

describe('one job imported at two addresses', () => {
  const REFUSED = `Two resources have the same log push job: job 1 of zone ${ZONE}.`;
  const id = `${DEFAULT_ZONE_ID}/1`;
  beforeEach(() => settle({ one: OPEN }));

  test('is refused by two import blocks in one plan, with the ways out', async () => {
    jobs({ one: OPEN, two: OPEN });
    imports({ one: id, two: id });
    const plan = await workspace.plan();
    expect([plan.exitCode, printed(plan)]).toEqual([1, expect.stringContaining(REFUSED)]);
    const ways = [
      'a moved block',
      'remove one of the two import blocks',
      'destroy = false',
      'terraform state rm',
    ];
    for (const way of ways) expect(printed(plan)).toContain(way);
  });

  test('is refused by two terraform import commands, whichever address is removed; a removed block resolves it', async () => {
    jobs({ one: OPEN, two: OPEN });
    expect((await workspace.run(['import', 'zone_logpush_job.two', id])).exitCode).toBe(0);
    for (const gone of ['one', 'two']) {
      jobs({ [gone === 'one' ? 'two' : 'one']: OPEN });
      expect(printed(await workspace.apply())).toContain(REFUSED);
      expect(numbers()).toEqual([1]);
    }
    workspace.write(
      'import.tf',
      'removed {\n  from = zone_logpush_job.two\n  lifecycle {\n    destroy = false\n  }\n}\n',
    );
    jobs({ one: OPEN });
    // OpenTofu refreshes what it is about to forget, so the provider sees both (docs/guides/engines.md).
    const plain = await workspace.apply();
    expect(plain.exitCode).toBe(byEngine({ terraform: 0, tofu: 1 }));
    if (plain.exitCode !== 0) expect(printed(plain)).toContain('and apply, on OpenTofu with -refresh=false:');
    await workspace.applied({ args: ['-refresh=false'] });
    await rest();
    expect(numbers()).toEqual([1]);
    workspace.write('import.tf', '');
    await rest();
  });
});
