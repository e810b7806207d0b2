import type { SeedZone, ServiceSettings } from '../../../emulator';
import { managedRulesStatusSchema } from '../../../schema';
import { ZONE } from '../api/emulated-zone';
import { deployed, withEntryPoint } from '../resources/migration/computed-transition';
import { readEmulated } from './read-data';

const DEPLOYED = withEntryPoint(deployed());
const SINCE = '2024-12-31T12:00:00.000Z';

test.each<readonly [string, Partial<SeedZone>, Partial<ServiceSettings>, object]>([
  [
    'while it finishes',
    { ...DEPLOYED, migration: { state: 'finishing', since: SINCE, finishes_at: '2025-01-01T01:00:00Z' } },
    {},
    {
      migration_state: 'finishing',
      reported_state: 'pending',
      old_waf_status: 'enabled',
      new_waf_status: 'enabled',
      source: 'zone',
      created: '2024-12-31T12:00:00.000000Z',
    },
  ],
  [
    'after the end, in the words of the production service',
    { ...DEPLOYED, migration: { state: 'finished', since: SINCE } },
    { model: 'today' },
    {
      migration_state: 'finished',
      reported_state: 'complete',
      old_waf_status: 'disabled',
      new_waf_status: 'enabled',
      source: 'zone',
      created: '2024-12-31T12:00:00.000000Z',
    },
  ],
])('the status of a zone is read %s', async (_case, seed, settings, expected) => {
  expect(await readEmulated(managedRulesStatusSchema, seed, settings)).toEqual({
    state: { zone_id: ZONE, ...expected },
    diagnostics: [],
    requests: ['GET migration.status'],
  });
});
