import { jobs, printed, useJobZone, workspace, type JobBlock } from './job-zone';

useJobZone({ startedBy: 'workspace' });

const SECRET = 'planted-secret-0123456789';
const DESTINATION = `s3://bucket/logs?region=x&access-key-id=planted-id&secret-access-key=${SECRET}`;
const WARNING = 'The destination holds credentials (access-key-id, secret-access-key)';

const declare = (main: JobBlock, more?: object): void =>
  jobs({ main: { options: { fields: ['RayID'] }, ...main } }, more);
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

test('a write-only destination, or one without a secret, brings no warning', async () => {
  declare({ destination_conf_wo: DESTINATION, destination_conf_wo_version: 1 });
  expect(timesIn(printed(await workspace.plan()))).toBe(0);
  declare({ destination_conf: 'https://logs.example.com/collect' });
  expect(printed(await workspace.plan())).not.toContain('holds credentials');
});
