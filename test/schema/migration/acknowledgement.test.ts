import { acknowledgement, acknowledgementMissing, unknown } from '../../../schema';

const ZONE = '1'.repeat(32);
const OTHER = '2'.repeat(32);

describe('the acknowledgement may be', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['the zone', ZONE, ZONE],
    ['left out', null, ZONE],
    ['not there at all', undefined, ZONE],
    ['not known yet', unknown, ZONE],
    ['for a zone that is not known yet', ZONE, unknown],
  ])('%s', (_case, word, zone) => {
    expect(acknowledgement({ acknowledge_irreversible: word, zone_id: zone })).toEqual([]);
  });
});

test.each(['', 'yes', 'true', OTHER, ` ${ZONE}`, ZONE.toUpperCase() + 'A', ZONE.slice(1)])(
  'the acknowledgement %j is refused, and the error says what to write',
  (word) => {
    expect(acknowledgement({ acknowledge_irreversible: word, zone_id: ZONE })).toEqual([
      {
        code: 'acknowledgement_wrong',
        path: ['acknowledge_irreversible'],
        message:
          `acknowledge_irreversible is ${JSON.stringify(word)}, which is not the id of this ` +
          `migration's zone.`,
        hint:
          `Finishing cannot be undone, so the acknowledgement names the zone: "${ZONE}". Write it ` +
          'only if you mean this zone. Nothing was changed.',
      },
    ]);
  },
);

test('a missing acknowledgement is refused with the status of the zone and what to write', () => {
  expect(acknowledgementMissing(ZONE, 'The zone is validating.')).toEqual({
    code: 'acknowledgement_missing',
    path: ['acknowledge_irreversible'],
    message: 'Finishing the migration cannot be undone, and acknowledge_irreversible is not set.',
    hint: `The zone is validating. To finish, set acknowledge_irreversible = "${ZONE}". Nothing was changed.`,
  });
});
