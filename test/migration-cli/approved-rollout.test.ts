import { HttpBackend, Testing } from 'cdktf';
import { MigrationRollout, RolloutWaves, ZoneInventory } from '../../lib';
import { approving, finished, overridden } from './approving';
import { digestOf, idOf, zone } from './surveyed-zones';

/** The construct takes what the command writes, also when nothing of a wave is left. */
test('a rollout declares the zones that were approved, and lists the others', async () => {
  const { approve, files } = approving(
    { a: 'done', b: 'canary', c: 'canary', d: 'rest' },
    zone('a', finished),
    zone('b', { digest: digestOf('2') }),
    zone('c', overridden('c')),
    zone('d'),
  );
  const order = ['done', 'canary', 'rest'];
  for (const wave of order) await approve(wave, { order });
  const rollout = new MigrationRollout(Testing.app(), 'waf', {
    zones: ZoneInventory.fromFile(files.inventory),
    waves: RolloutWaves.byLabel('wave', order),
    approvals: files.approvals,
    backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example.com/${key}` }),
  });
  const stacks = [...rollout.stacks].map(([wave, stack]) => {
    const { resource, output } = JSON.parse(Testing.synth(stack)) as Synthesized;
    const migrations = Object.values(resource?.zone_managed_rules_migration ?? {});
    return [
      wave,
      migrations.map(({ zone_id: id, approved_digest: digest }) => [id, digest]),
      output?.['left_out']?.value,
    ];
  });
  expect(stacks).toEqual([
    ['done', [], { a: 'finished already' }],
    ['canary', [[idOf('b'), digestOf('2')]], { c: 'cannot migrate: URI-based overrides are in the way' }],
    ['rest', [[idOf('d'), digestOf('1')]], {}],
  ]);
});

interface Synthesized {
  readonly resource?: {
    readonly zone_managed_rules_migration?: Readonly<
      Record<string, { readonly zone_id: string; readonly approved_digest: string }>
    >;
  };
  readonly output?: Readonly<Record<string, { readonly value: unknown }>>;
}
