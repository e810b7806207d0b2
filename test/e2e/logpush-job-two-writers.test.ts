import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type JournalEntry } from '../../emulator';
import {
  byHand,
  calls,
  heldAs,
  held,
  jobs,
  printed,
  rest,
  service,
  settle,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

/** What somebody changes between a plan and its apply, or while it is applied, is neither overwritten nor hidden. */
let answering: (entry: JournalEntry) => void = () => undefined;

useJobZone({ startedBy: 'workspace', onRequest: (entry) => answering(entry) });
beforeEach(() => (answering = () => undefined));

const ZONE = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;
const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-one';
const ELSEWHERE = 'https://logs.example.com/collect?header_Authorization=planted-two';
const OPEN = { name: 'job', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };
const SECRET = {
  name: 'job',
  destination_conf_wo: DESTINATION,
  destination_conf_wo_version: 1,
  logpull_options: { fields: ['RayID'] },
};

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

describe.each([
  ['a stored', OPEN],
  ['a write-only', SECRET],
])('an update of a job with %s destination', (_form, before) => {
  test('is refused when somebody changed any setting after the plan', async () => {
    const names = Object.keys(EDITS);
    const blocks = (change: object): Blocks =>
      Object.fromEntries(names.map((name) => [name, { ...before, name, ...change }]));
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

  test('that somebody has already made sends nothing', async () => {
    await planned({ job: before }, { job: { ...before, enabled: true, max_upload_records: 2000 } });
    byHand('job', { enabled: true, max_upload_records: 2000 });
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    expect(writes()).toEqual([]);
    await rest();
  });

  test('sends only what still differs', async () => {
    await planned({ job: before }, { job: { ...before, enabled: true, max_upload_records: 2000 } });
    byHand('job', { enabled: true });
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    const [put] = service.emulator.control.journal().filter(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ max_upload_records: 2000 });
    await rest();
  });

  test('reports what somebody changed during it', async () => {
    await planned({ job: before }, { job: { ...before, max_upload_records: 2000 } });
    answering = ({ operation }) => {
      if (operation !== 'logpush.jobs.get') return;
      answering = () => undefined;
      // The look before the write is answered as it was.
      setImmediate(() => byHand('job', { enabled: true, destination_conf: ELSEWHERE }));
    };
    const apply = await workspace.apply({ planFile: 'plan' });
    expect(apply.exitCode).toBe(0);
    expect(printed(apply)).toContain(
      `Somebody changed the log push job 1 of zone ${ZONE} while it was being updated`,
    );
    expect(printed(apply)).toContain('enabled: expected false, found true');
    expect(printed(apply)).toContain('destination_conf: expected "(secret)", found "(another secret)"');
    expect(printed(apply)).not.toContain('planted');
    expect(heldAs('job')).toMatchObject({ enabled: true, max_upload_records: 2000 });
    expect((await workspace.plan()).exitCode).toBe(2);
  });
});

test('a destination that somebody has already set as planned is not sent again', async () => {
  await planned(
    { job: SECRET },
    { job: { ...SECRET, destination_conf_wo: ELSEWHERE, destination_conf_wo_version: 2 } },
  );
  byHand('job', { destination_conf: ELSEWHERE });
  expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
  expect(writes()).toEqual([]);
  await rest();
});
