import { DEFAULT_ZONE_ID } from '../../emulator';
import { editJobs, held, imports, jobs, rest, service, useJobZone, workspace, type Job } from './job-zone';
import { writes } from './one-service';

/** Log options as others wrote them, and as they are declared here (docs/internals/service.md 5.3). */
const FORMS: Readonly<Record<string, readonly [text: string, declared: Options]>> = {
  specification: [
    'fields=RayID,RequestHeaders,ResponseHeaders,Cookies&timestamps=rfc3339',
    { fields: ['RayID', 'RequestHeaders', 'ResponseHeaders', 'Cookies'], timestamps: 'rfc3339' },
  ],
  plain: [
    'fields=ClientRequestHost,EdgeStartTimestamp',
    { fields: ['EdgeStartTimestamp', 'ClientRequestHost'] },
  ],
  spelled: [
    'timestamps=unixnano&fields=RayID%2C+ClientRequestHost&sample=1.0',
    { fields: ['RayID', 'ClientRequestHost'] },
  ],
  sampled: [
    'fields=RayID&timestamps=unix&sample=.10&CVE-2021-44228=true',
    { fields: ['RayID'], timestamps: 'unix', sample: 0.1, defuse_lookups: true },
  ],
  url: [
    'https://api.example.com/client/v4/zones/z/logs/received?fields=RayID&timestamps=rfc3339',
    { fields: ['RayID'], timestamps: 'rfc3339' },
  ],
  unknown: ['x_new=1&fields=RayID&x_new=2', { fields: ['RayID'], other: 'x_new=1&x_new=2' }],
  encoded: ['fields=RayID&x_flag=%25zz', { fields: ['RayID'], other: 'x_flag=%25zz' }],
};
interface Options extends Readonly<Record<string, unknown>> {
  readonly fields: readonly string[];
}
const NAMES = Object.keys(FORMS);
const JOB = { dataset: 'http_requests', enabled: true, destination_conf: 'https://logs.example.com/' };

useJobZone({ startedBy: 'workspace' });

/** Declares the jobs, each with these fields more. */
function declareWith(...more: readonly string[]): void {
  const blocks = Object.entries(FORMS).map(([name, [, options]]) => {
    const logpull_options = { ...options, fields: [...options.fields, ...more] };
    return [name, { ...JOB, name, logpull_options }];
  });
  jobs(Object.fromEntries(blocks));
}

/** The lines of a plan that show a change inside a resource. */
const changedLines = (stdout: string): readonly string[] =>
  stdout
    .split('\n')
    .filter((line) => /^\s+[-+~] (?!resource|update|logpull_options|fields)/.test(line))
    .map((line) => line.trim());

test('every text that others wrote is imported as one object, and a changed field is one line', async () => {
  editJobs(() =>
    Object.entries(FORMS).map(([name, [text]]) => ({ ...JOB, name, logpull_options: text }) as Job),
  );
  declareWith();
  imports(Object.fromEntries(held().map(({ id, name }) => [String(name), `${DEFAULT_ZONE_ID}/${id}`])));
  expect((await workspace.plan()).stdout).toContain(
    `Plan: ${NAMES.length} to import, 0 to add, 0 to change, 0 to destroy.`,
  );
  await workspace.applied();
  await rest();
  expect(writes()).toEqual([]);

  declareWith('ClientIP');
  expect(changedLines((await workspace.plan()).stdout)).toEqual(NAMES.map(() => '+ "ClientIP",'));
  await workspace.applied();
  const sent = service.emulator.control.journal().filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => body)).toEqual(
    NAMES.map(() => ({ logpull_options: expect.stringMatching(/^fields=[^&]*ClientIP/) as unknown })),
  );
  for (const text of ['x_new=1&x_new=2', 'x_flag=%25zz', 'timestamps=unix&sample=0.1&CVE-2021-44228=true'])
    expect(JSON.stringify(sent)).toContain(text);
  await rest();
});
