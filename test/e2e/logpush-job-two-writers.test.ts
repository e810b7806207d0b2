import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type JournalEntry } from '../../emulator';
import {
  attributesOf,
  byHand,
  calls,
  editJobs,
  heldAs,
  held,
  jobs,
  printed,
  rest,
  service,
  settle,
  useJobZone,
  workspace,
} from './job-zone';

/** What somebody changes between a plan and its apply, or while it is applied, is neither overwritten nor hidden. */
let answering: (entry: JournalEntry) => void = () => undefined;

useJobZone({ startedBy: 'workspace', onRequest: (entry) => answering(entry) });
beforeEach(() => (answering = () => undefined));

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-one';
const ELSEWHERE = 'https://logs.example.com/collect?header_Authorization=planted-two';
const OPEN = { name: 'job', destination_conf: DESTINATION, options: { fields: ['RayID'] } };
const SECRET = {
  name: 'job',
  destination_conf_wo: DESTINATION,
  destination_conf_wo_version: 1,
  options: { fields: ['RayID'] },
};

const writes = (): readonly string[] => calls().filter((call) => !call.startsWith('GET '));

/** Saves the plan of a change, then clears the journal. */
async function planned(before: object, after: object): Promise<void> {
  await settle({ job: before as typeof OPEN });
  jobs({ job: after as typeof OPEN });
  expect((await workspace.plan({ out: 'plan' })).exitCode).toBe(2);
  service.emulator.control.clearJournal();
}

describe.each([
  ['a stored', OPEN],
  ['a write-only', SECRET],
])('an update of a job with %s destination', (_form, before) => {
  test.each<readonly [string, object, object, readonly string[]]>([
    [
      'another setting',
      { max_upload_records: 2000 },
      { enabled: true },
      ['after this plan was made: enabled.', 'enabled: expected false, found true'],
    ],
    [
      'the same setting',
      { max_upload_records: 2000 },
      { max_upload_records: 3000 },
      ['max_upload_records: expected 0, found 3000'],
    ],
    [
      'what is logged',
      { max_upload_records: 2000 },
      { logpull_options: 'fields=ClientIP' },
      ['logpull_options: expected "fields=RayID", found "fields=ClientIP"'],
    ],
    [
      'where it delivers to',
      { max_upload_records: 2000 },
      { destination_conf: 'https://elsewhere.example.com/?header_Authorization=planted-two' },
      ['destination_conf: expected "https://logs.example.com", found "https://elsewhere.example.com"'],
    ],
    [
      'the secret of its destination',
      { max_upload_records: 2000 },
      { destination_conf: ELSEWHERE },
      ['destination_conf: expected "(secret)", found "(another secret)"'],
    ],
  ])('is refused when somebody changed %s after the plan', async (_what, change, edit, says) => {
    await planned(before, { ...before, ...change });
    byHand('job', edit);
    const edited = held();
    const apply = await workspace.apply({ planFile: 'plan' });
    expect(apply.exitCode).toBe(1);
    expect(printed(apply)).toContain('Somebody changed the log push job 1 after this plan was made');
    for (const text of says) expect(printed(apply)).toContain(text);
    expect(printed(apply)).not.toContain('planted');
    expect(writes()).toEqual([]);
    expect(held()).toEqual(edited);
    // The next plan shows it, and applies.
    await workspace.applied();
    await rest();
    expect(heldAs('job')).toMatchObject({
      max_upload_records: 2000,
      enabled: false,
      destination_conf: DESTINATION,
    });
  });

  test('that somebody has already made sends nothing', async () => {
    await planned(before, { ...before, enabled: true, max_upload_records: 2000 });
    byHand('job', { enabled: true, max_upload_records: 2000 });
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    expect(writes()).toEqual([]);
    await rest();
  });

  test('sends only what still differs', async () => {
    await planned(before, { ...before, enabled: true, max_upload_records: 2000 });
    byHand('job', { enabled: true });
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    const [put] = service.emulator.control.journal().filter(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ max_upload_records: 2000 });
    await rest();
  });

  test('that was deleted is refused, and the next plan creates it', async () => {
    await planned(before, { ...before, enabled: true });
    editJobs(() => []);
    const apply = await workspace.apply({ planFile: 'plan' });
    expect([apply.exitCode, printed(apply)]).toEqual([
      1,
      expect.stringContaining(
        `Zone ${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID}) no longer has the log push job 1`,
      ),
    ]);
    await workspace.applied();
    await rest();
    expect((await attributesOf('job'))['job_id']).toBe(2);
  });

  test('reports what somebody changed during it', async () => {
    await planned(before, { ...before, max_upload_records: 2000 });
    answering = ({ operation }) => {
      if (operation !== 'logpush.jobs.get') return;
      answering = () => undefined;
      // The look before the write is answered as it was.
      setImmediate(() => byHand('job', { enabled: true, destination_conf: ELSEWHERE }));
    };
    const apply = await workspace.apply({ planFile: 'plan' });
    expect(apply.exitCode).toBe(0);
    expect(printed(apply)).toContain('Somebody changed the log push job 1 while it was being updated');
    expect(printed(apply)).toContain('enabled: expected false, found true');
    expect(printed(apply)).toContain('destination_conf: expected "(secret)", found "(another secret)"');
    expect(printed(apply)).not.toContain('planted');
    expect(heldAs('job')).toMatchObject({ enabled: true, max_upload_records: 2000 });
    expect((await workspace.plan()).exitCode).toBe(2);
  });
});

test('a destination that somebody has already set as planned is not sent again', async () => {
  await planned(SECRET, { ...SECRET, destination_conf_wo: ELSEWHERE, destination_conf_wo_version: 2 });
  byHand('job', { destination_conf: ELSEWHERE });
  expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
  expect(writes()).toEqual([]);
  await rest();
});

test('destroying a job that is already gone succeeds', async () => {
  await settle({ job: OPEN });
  jobs({});
  await workspace.plan({ out: 'plan' });
  editJobs(() => []);
  expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
});
