import { ZONE } from '../lib/logpush-stack';
import { AT_PLAN } from '../refusals/at-plan';
import { REFUSED } from '../refusals/table';
import { createWorkspace, rootModule, startService, type Resources } from '../support/workspace';
import { finishedZone } from './managed-zone';
import { zoneIdOf } from './migrating-zones';
import { flat, printed } from './one-service';

/** What `validate` prints in JSON, as far as it is read here. */
interface Validated {
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly summary: string;
    readonly address?: string;
  }[];
}

test('terraform validate says all that is refused, each on its resource, and asks no service', async () => {
  const named = Object.entries(REFUSED).map(([type, rows]) => {
    const all = Object.values(rows).map(([given, ...errors], at) => ({ name: `row_${at}`, given, errors }));
    return [type, all] as const;
  });
  const resource = Object.fromEntries(
    named.map(([type, rows]) => [
      type,
      Object.fromEntries(rows.map(({ name, given }) => [name, { zone_id: ZONE, ...given }])),
    ]),
  );
  const required_providers = { zone: { source: 'zonewright/zone' } };
  const workspace = await createWorkspace({
    startedBy: 'workspace',
    files: { 'main.tf.json': JSON.stringify({ terraform: { required_providers }, resource }, null, 2) },
  });
  await workspace.ready();
  const { stdout } = await workspace.run(['validate', '-json']);
  const { diagnostics } = JSON.parse(stdout) as Validated;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const [type, rows] of named)
    for (const { name, errors: expected } of rows) {
      const said = errors.filter(({ address }) => address === `${type}.${name}`);
      expect([name, said.length]).toEqual([name, expected.length]);
      // The engine sorts them; what several resources say alike is said in full by one of them.
      const texts = expected.map((one) => `${one} ${one.replace(/^[^:]*: /, '')}`);
      for (const { summary } of said)
        expect(texts).toContainEqual(expect.stringContaining(summary.replace(/^\S+: /, '')));
    }
});

test('terraform plan says all that it finds when it has asked the service, once, each on its resource, and writes nothing', async () => {
  const rows = Object.entries(AT_PLAN).flatMap(([type, all]) =>
    Object.entries(all).map(([what, [{ state = 'finished', ...given }, ...says]], at) => {
      const name = `row_${at}`;
      // A zone has many jobs, and one list of rules.
      const zone = type === 'zone_logpush_job' ? type : `${type}.${name}`;
      const block = { zone_id: zoneIdOf(zone), ...given };
      return { type, name, what, state, zone, block, says };
    }),
  );
  const zones = new Map(
    rows.map(({ zone, state }) => [zone, finishedZone(zone, undefined, { migration: { state } })]),
  );
  const { env, emulator } = await startService({ seed: { zones: [...zones.values()] } });
  const resource: Record<string, Record<string, object>> = {};
  for (const { type, name, block } of rows) (resource[type] ??= {})[name] = block;
  const workspace = await createWorkspace({
    ...{ env, startedBy: 'workspace' },
    files: { 'main.tf.json': rootModule(resource as Resources) },
  });
  await workspace.ready();
  emulator.control.clearJournal();
  const plan = await workspace.plan();
  expect(plan.exitCode).toBe(1);
  const said = `${plan.stdout}\n${plan.stderr}`.split(/^(?=(?:Error|Warning): )/m).map(flat);
  const about = ({ type, name }: { readonly type: string; readonly name: string }): readonly string[] =>
    said.filter((one) => one.includes(`${type}.${name},`));
  for (const row of rows)
    for (const text of row.says) {
      const part = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
      expect([row.what, about(row).join('\n')]).toEqual([row.what, part]);
    }
  // What is only warned of is not refused.
  const warned = rows.filter(({ says: [first] }) => first instanceof RegExp);
  expect(warned.flatMap(about).filter((one) => one.startsWith('Error'))).toEqual([]);
  expect(rows.filter(({ what }) => what === 'a zone that is not there').flatMap(about)).toHaveLength(1);
  expect(printed(plan)).not.toContain('planted');
  expect(printed(plan).match(/declare exactly the same log push job/g)).toHaveLength(1);
  const asked = emulator.control.journal().map(({ method, path }) => `${method} ${path}`);
  const ofJobs = asked.filter((one) => one.includes(`${zoneIdOf('zone_logpush_job')}/`));
  expect(ofJobs.map((one) => one.replace(/\/.*\/zones\/\w+/, '')).sort()).toEqual([
    'GET /logpush/datasets/http_request/fields',
    'GET /logpush/datasets/http_requests/fields',
    'GET /logpush/jobs',
  ]);
  expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
});
