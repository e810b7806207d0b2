import type { SeedZone } from '../../../emulator';
import { managedRulesCompatibilitySchema } from '../../../schema';
import { emulatedZone, TOKEN, ZONE, type EmulatedZone } from '../api/emulated-zone';
import { ok, refuse, scriptedService, type Reply } from '../api/scripted-service';
import { readData, type ReadData } from './read-data';

let zone: EmulatedZone | undefined;
afterEach(async () => {
  await zone?.close();
  zone = undefined;
});

const ID = 'a'.repeat(32);
const IN_THE_WAY = {
  uri_overrides: [
    { id: ID, urls: ['example.com/*'], rules: { '100015': 'disable' }, description: 'uploads' },
  ],
} as const;

async function emulated(seed: Partial<SeedZone>): Promise<ReadData> {
  zone = await emulatedZone(seed);
  return readData(
    managedRulesCompatibilitySchema,
    { zone_id: ZONE },
    { baseUrl: zone.emulator.baseUrl, token: TOKEN },
  );
}

async function scripted(...replies: readonly Reply[]): Promise<ReadData> {
  const service = await scriptedService(...replies);
  const read = await readData(
    managedRulesCompatibilitySchema,
    { zone_id: ZONE },
    { baseUrl: `${service.url}/client/v4`, token: 'token-0123456789' },
  );
  await service.close();
  return read;
}

const REFUSED = refuse(400, [{ code: 30105, message: 'the migration is over' }]);

test('the compatibility of a zone that can migrate needs no further requests', async () => {
  expect(await emulated({})).toEqual({
    state: { zone_id: ZONE, compatible: true, migration_state: 'start', obstacles: [] },
    diagnostics: [],
  });
  expect(zone?.requests()).toEqual(['GET migration.status', 'GET migration.check']);
});

test.each(['start', 'validation'] as const)(
  'the compatibility of a zone has its obstacles, in the state %s',
  async (state) => {
    expect(await emulated({ previous_waf: IN_THE_WAY, migration: { state } })).toEqual({
      state: {
        zone_id: ZONE,
        compatible: false,
        migration_state: state,
        obstacles: [
          {
            kind: 'uri_override',
            id: ID,
            description: `URI-based override ${ID} for example.com/* (uploads)`,
          },
        ],
      },
      diagnostics: [],
    });
  },
);

test('the compatibility of a zone omits obstacles that cannot be determined', async () => {
  const { state, diagnostics } = await scripted(
    ok({ migration_state: 'default' }),
    ok({ compatible: false }),
    refuse(410, [{ message: 'gone' }]),
  );
  expect([state, diagnostics]).toEqual([
    { zone_id: ZONE, compatible: false, migration_state: 'start', obstacles: [] },
    [],
  ]);
});

test.each([
  ['pending', 'finishing'],
  ['complete', 'finished'],
])(
  'the compatibility of a zone in the state %s is not requested, since the service may refuse',
  async (word, migrationState) => {
    expect(await scripted(ok({ migration_state: word }), REFUSED)).toEqual({
      state: { zone_id: ZONE, compatible: true, migration_state: migrationState, obstacles: [] },
      diagnostics: [],
    });
  },
);

test.each<readonly [string, readonly Reply[], string]>([
  [
    'a check of another form',
    [ok({ migration_state: 'start' }), ok({})],
    'compatible is nothing, not a boolean',
  ],
])('the compatibility of a zone: %s is an error', async (_case, replies, seen) => {
  const { state, diagnostics } = await scripted(...replies);
  expect([state, diagnostics]).toEqual([
    null,
    [{ severity: 'error', summary: expect.stringContaining(seen), detail: expect.any(String) }],
  ]);
});
