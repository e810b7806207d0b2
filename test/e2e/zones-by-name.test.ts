import { DataZones, LogCustomFields, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';
import { createWorkspace, startService } from '../support/workspace';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

test('zones are declared by name, and the plan after the apply is empty', async () => {
  const zones = [
    { id: A, name: 'a.example', plan: 'enterprise' },
    { id: B, name: 'b.example', plan: 'enterprise' },
  ] as const;
  const service = await startService({ seed: { zones } });
  const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const names = zones.map(({ name }) => name);
  const found = new DataZones(stack, 'found', { names });
  for (const name of names)
    new LogCustomFields(stack, name, { zoneId: found.idOf(name), cookies: [name[0] as string] });
  workspace.write('main.tf.json', JSON.stringify(synth(stack)));
  await workspace.ready();
  await workspace.applied();
  const attributes = names.map((name) =>
    workspace.attributes(`zone_log_custom_fields.${name.replace('.', '')}`),
  );
  expect(await Promise.all(attributes)).toMatchObject([
    { zone_id: A, cookies: ['a'] },
    { zone_id: B, cookies: ['b'] },
  ]);
  expect((await workspace.plan()).exitCode).toBe(0);
});
