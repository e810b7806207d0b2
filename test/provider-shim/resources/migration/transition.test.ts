import type { Inputs } from '../../../../provider-shim/resources/migration/state';
import { MIGRATION_STATES } from '../../../../schema';
import { emulatedZone, type EmulatedZone } from '../../api/emulated-zone';
import {
  deployed,
  transitionOf,
  uriOverrides,
  HOST_RULE,
  MANAGED,
  computed,
  withEntryPoint,
} from './computed-transition';

let zone: EmulatedZone;
async function emulated(...parts: Parameters<typeof emulatedZone>): Promise<EmulatedZone> {
  zone = await emulatedZone(...parts);
  return zone;
}

const LOG = { [MANAGED]: { rules: { [HOST_RULE]: { action: 'log', enabled: null } } } };

test('the rules of a transition are, once the state has its end, those of the state: the zone is not asked for its rules', async () => {
  const { client } = await emulated({ ...withEntryPoint(deployed()), migration: { state: 'finished' } });
  const { shown } = await transitionOf(client, {}, { irreversible: true, rules: [] });
  expect([shown, zone.requests().filter((request) => request.includes('entrypoint'))]).toEqual([[], []]);
  const early = { irreversible: false, rules: [] };
  expect((await transitionOf(client, {}, early)).shown).toHaveLength(1);
});

const [FINISHES, VALIDATES] = ['saves, adjusted, to finished', 'saves, adjusted, to validation'];
const DELETES = { deleteUriOverrides: true };
const SKIPS = { skipsIncompatible: true };

/** What is declared of a zone × its state: what comes of its rules, for which adjustments are declared. */
test.each<readonly [string, isGenerated: boolean, Partial<Inputs>, start: string, validation: string]>([
  ['generates rules', true, {}, FINISHES, FINISHES],
  ['generates rules, though it would be skipped', true, SKIPS, FINISHES, FINISHES],
  ['generates none', false, {}, 'refused', 'refused'],
  ['generates none, for validation', false, { target: 'validation' }, 'refused', VALIDATES],
  ['generates none, and is skipped', false, SKIPS, 'kept, to start', VALIDATES],
  ['generates none, and has overrides to delete', false, DELETES, 'kept, to start', 'kept, to validation'],
])('a zone that %s', async (_what, isGenerated, declared, ...expected) => {
  const came: string[] = [];
  for (const state of MIGRATION_STATES) {
    const overrides = declared.deleteUriOverrides ? uriOverrides('1'.repeat(32)) : {};
    const { client } = await emulated({ ...withEntryPoint(deployed()), ...overrides, migration: { state } });
    if (!isGenerated)
      zone.emulator.control.faults.put([
        { match: { operation: 'migration.config' }, effect: { kind: 'answer', status: 400 } },
      ]);
    const answer = await computed(client, { adjustments: LOG, ...declared });
    if ('problems' in answer) came.push('refused');
    else {
      const { saves, rules, reached, base } = answer;
      const isAdjusted = JSON.stringify(rules).includes(HOST_RULE);
      expect(saves && base.generated).toBe(saves && isGenerated);
      came.push(`${saves ? 'saves, ' : ''}${isAdjusted ? 'adjusted' : 'kept'}, to ${reached}`);
    }
  }
  expect(came).toEqual([...expected, 'kept, to finished', 'kept, to finished']);
});
