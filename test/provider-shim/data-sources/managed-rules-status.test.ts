import type { SeedZone, ServiceSettings } from '../../../emulator';
import { managedRulesStatusSchema } from '../../../schema';
import { emulatedZone, TOKEN, ZONE, type EmulatedZone } from '../api/emulated-zone';
import { ok, refuse, scriptedService, type Reply } from '../api/scripted-service';
import { readData, type ReadData } from './read-data';

const DEPLOYED = {
  rulesets: [
    {
      phase: 'http_request_firewall_managed',
      rules: [
        {
          action: 'execute',
          expression: 'true',
          action_parameters: { id: 'efb7b8c949ac4650a09736fc376e9aee' },
        },
      ],
    },
  ],
} as const;

let zone: EmulatedZone;
afterEach(() => zone?.close());

async function emulated(seed: Partial<SeedZone>, settings: Partial<ServiceSettings> = {}): Promise<ReadData> {
  zone = await emulatedZone(seed, settings);
  return readData(
    managedRulesStatusSchema,
    { zone_id: ZONE },
    { baseUrl: zone.emulator.baseUrl, token: TOKEN },
  );
}

async function scripted(...replies: readonly Reply[]): Promise<ReadData> {
  const service = await scriptedService(...replies);
  const read = await readData(
    managedRulesStatusSchema,
    { zone_id: ZONE },
    { baseUrl: `${service.url}/client/v4`, token: 'token-0123456789' },
  );
  await service.close();
  return read;
}

describe('the status of a zone is read', () => {
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
  ])('%s', async (_case, seed, settings, expected) => {
    expect(await emulated(seed, settings)).toEqual({
      state: { zone_id: ZONE, ...expected },
      diagnostics: [],
    });
    expect(zone.requests()).toEqual(['GET migration.status']);
  });
});

const NO_STATUS = refuse(404, [{ code: 1234, message: 'no status' }]);
const UNSAID = { old_waf_status: null, new_waf_status: null, source: null, created: null };

test('the status comes from the check where a zone has none, and unreported values are null', async () => {
  expect(await scripted(NO_STATUS, ok({ compatible: false, migration_state: 'start' }))).toEqual({
    state: { zone_id: ZONE, migration_state: 'start', reported_state: 'start', ...UNSAID },
    diagnostics: [],
  });
});

test.each<readonly [string, readonly Reply[], string]>([
  [
    'an unknown word',
    [ok({ migration_state: 'paused' })],
    `The service reports the state "paused" for the migration of zone ${ZONE}, which this provider does not know.`,
  ],
])('the status of a zone: %s is an error, not a guess', async (_case, replies, summary) => {
  const { state, diagnostics } = await scripted(...replies);
  expect({ state, diagnostics }).toEqual({
    state: null,
    diagnostics: [{ severity: 'error', summary, detail: expect.stringMatching(/\S.*\.$/s) }],
  });
});
