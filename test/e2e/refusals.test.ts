import { ZONE } from '../lib/logpush-stack';
import { REFUSED } from '../refusals/table';
import { createWorkspace } from '../support/workspace';

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
      // What several resources say alike is said in full by one of them.
      for (const [at, { summary }] of said.entries())
        expect(`${expected[at]} ${expected[at]?.replace(/^[^:]*: /, '')}`).toContain(
          summary.replace(/^\S+: /, ''),
        );
    }
});
