import { managedRulesCompatibilitySchema as schema } from '../../../schema';
import { ZONE } from '../api/emulated-zone';
import { ok, refuse } from '../api/scripted-service';
import { readEmulated, readScripted } from './read-data';

const ID = 'a'.repeat(32);
const IN_THE_WAY = {
  uri_overrides: [
    { id: ID, urls: ['example.com/*'], rules: { '100015': 'disable' }, description: 'uploads' },
  ],
} as const;

const REFUSED = refuse(400, [{ code: 30105, message: 'the migration is over' }]);

test('the compatibility of a zone that can migrate needs no further requests', async () => {
  expect(await readEmulated(schema, {})).toEqual({
    state: { zone_id: ZONE, compatible: true, migration_state: 'start', obstacles: [] },
    diagnostics: [],
    requests: ['GET migration.status', 'GET migration.check'],
  });
});

test.each(['start', 'validation'] as const)(
  'the compatibility of a zone has its obstacles, in the state %s',
  async (state) => {
    expect(await readEmulated(schema, { previous_waf: IN_THE_WAY, migration: { state } })).toEqual({
      requests: expect.any(Array),
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

test.each([
  ['pending', 'finishing'],
  ['complete', 'finished'],
])(
  'the compatibility of a zone in the state %s is not requested, since the service may refuse',
  async (word, migrationState) => {
    expect(await readScripted(schema, {}, ok({ migration_state: word }), REFUSED)).toEqual({
      state: { zone_id: ZONE, compatible: true, migration_state: migrationState, obstacles: [] },
      diagnostics: [],
    });
  },
);
