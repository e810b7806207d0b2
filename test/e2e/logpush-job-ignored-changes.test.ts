import {
  attributesOf,
  byHand,
  heldAs,
  jobs,
  printed,
  rest,
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
  updates,
  type Change,
} from './job-courses';

useJobZone({ startedBy: 'workspace' });

const ROTATED = 'https://logs.example.com/a?header_Authorization=rotated';
const ELSEWHERE = 'https://elsewhere.example.com/b?header_Authorization=rotated';

describe('a destination in ignore_changes', () => {
  const STORED = { destination_conf: SECRET, logpull_options: ONE };
  const WRITE_ONLY = { destination_conf_wo: SECRET, destination_conf_wo_version: 1, logpull_options: ONE };

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
