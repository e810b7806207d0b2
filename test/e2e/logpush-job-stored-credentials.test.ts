import { jobs, printed, service, settle, useJobZone, workspace, type JobBlock } from './job-zone';

useJobZone();

const SECRET = 'planted-secret-0123456789';
const DESTINATION = `s3://bucket/logs?region=x&access-key-id=planted-id&secret-access-key=${SECRET}`;
const WARNING = 'The destination holds credentials (access-key-id, secret-access-key)';

const declare = (main: JobBlock, more?: object): void =>
  jobs({ main: { logpull_options: { fields: ['RayID'] }, ...main } }, more);
const timesIn = (text: string): number => text.split(WARNING).length - 1;

test('a secret in a stored destination brings one warning, which does not show it', async () => {
  declare({ destination_conf: DESTINATION });
  for (const run of [() => workspace.validate(), () => workspace.plan()]) {
    const said = printed(await run());
    expect([timesIn(said), said.includes(SECRET)]).toEqual([1, false]);
    expect(said).toContain('set destination_conf_wo and destination_conf_wo_version instead');
  }
  declare(
    { destination_conf: '${var.place}' },
    { variable: { place: { type: 'string', sensitive: true, default: DESTINATION } } },
  );
  const said = printed(await workspace.plan());
  expect([timesIn(said), said.includes(SECRET)]).toEqual([1, false]);
});

/** The service tries a destination out at every update, and may quote it. So short a secret is none of any attribute. */
const SHORT = 'Sh0rt-Key';
const KEPT = `https://logs.example.com/a?header_Authorization=${SHORT}`;

test.each<readonly [string, JobBlock, JobBlock]>([
  ['stored', { destination_conf: KEPT }, { destination_conf: KEPT }],
  [
    'stored, and kept by ignore_changes',
    { destination_conf: KEPT },
    {
      destination_conf: 'https://logs.example.com/b',
      lifecycle: [{ ignore_changes: ['destination_conf'] }],
    },
  ],
  [
    'write-only',
    { destination_conf_wo: KEPT, destination_conf_wo_version: 1 },
    { destination_conf_wo: KEPT, destination_conf_wo_version: 1 },
  ],
])(
  'a refused update shows no part of a destination that it does not send: %s',
  async (_how, before, after) => {
    const logpull_options = { fields: ['RayID'] };
    await settle({ main: { logpull_options, ...before } });
    const errors = [
      { code: 1002, message: `error writing object: the destination did not take ${SHORT} today` },
    ];
    service.emulator.control.faults.put([
      { match: { method: 'PUT' }, effect: { kind: 'answer', status: 400, body: { success: false, errors } } },
    ]);
    jobs({ main: { logpull_options, enabled: true, ...after } });
    const applied = await workspace.apply();
    service.emulator.control.faults.clear();
    expect(applied.exitCode).toBe(1);
    expect(printed(applied)).toContain('the destination did not take');
    expect(printed(applied)).not.toContain(SHORT);
  },
);
