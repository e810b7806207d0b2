import {
  adjustmentKeys,
  unknown,
  acknowledgement,
  acknowledgementMissing,
  duration,
  durationMs,
} from '../../../schema';

const SET = 'a'.repeat(32);
const RULE = 'b'.repeat(32);
const OFF = { action: null, enabled: false };

test.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['of a ruleset that is not known', { [SET]: unknown }],
  ['of a rule that is not known', { [SET]: { rules: { [RULE]: unknown } } }],
  ['with a switch', { [SET]: { rules: { [RULE]: OFF } } }],
  ['with an action', { [SET]: { rules: { [RULE]: { action: 'log' } } } }],
])('adjustments have ids as keys, and each sets something: %s', (_case, adjustments) => {
  expect(adjustmentKeys(adjustments)).toEqual([]);
});

const HINT =
  'The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.';

test.each(['', 'managed', 'A'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), `${SET}\n`, 'g'.repeat(32), '*'])(
  'the id %j is refused for a ruleset and for a rule in adjustments',
  (id) => {
    expect(adjustmentKeys({ [id]: { rules: { [RULE]: OFF } }, [SET]: { rules: { [id]: OFF } } })).toEqual([
      {
        code: 'adjustment_id_malformed',
        path: [id],
        message: `${JSON.stringify(id)} is not the id of a managed ruleset.`,
        hint: HINT,
      },
      {
        code: 'adjustment_id_malformed',
        path: [SET, 'rules', id],
        message: `${JSON.stringify(id)} is not the id of a rule.`,
        hint: HINT,
      },
    ]);
  },
);

test.each([[{}], [{ action: null, enabled: null }], [{ action: undefined }]])(
  'the adjustment %j, which sets nothing, is refused',
  (adjustment) => {
    expect(adjustmentKeys({ [SET]: { rules: { [RULE]: adjustment } } })).toEqual([
      {
        code: 'adjustment_empty',
        path: [SET, 'rules', RULE],
        message: `The adjustment of rule ${RULE} sets neither action nor enabled.`,
        hint: 'Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
      },
    ]);
  },
);

const ZONE = '1'.repeat(32);
const OTHER = '2'.repeat(32);

test.each<readonly [string, unknown, unknown]>([
  ['the zone', ZONE, ZONE],
  ['left out', null, ZONE],
  ['not known yet', unknown, ZONE],
])('the acknowledgement may be %s', (_case, word, zone) => {
  expect(acknowledgement({ acknowledge_irreversible: word, zone_id: zone })).toEqual([]);
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

const MINUTE = 60_000;

test.each([
  ['1s', 1000],
  ['45s', 45_000],
  ['90m', 90 * MINUTE],
  ['1h30m', 90 * MINUTE],
  ['1h0m5s', 60 * MINUTE + 5000],
  ['99999h99999m99999s', (99_999 * 3600 + 99_999 * 60 + 99_999) * 1000],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect([durationMs(text), duration(text)]).toEqual([milliseconds, []]);
});

test.each(['', '90', '1d', '1.5h', '-1h', '1h 30m', '30m1h', '1H', '1m\n', '123456s', '١h'])(
  '%j is refused as a duration',
  (text) => {
    expect([durationMs(text), duration(text)]).toEqual([undefined, [malformed(text)]]);
  },
);

test.each(['0s', '0h0m0s', '00m'])('%j is refused as a duration of zero', (text) => {
  expect([durationMs(text), duration(text)]).toEqual([0, [malformed(text)]]);
});

function malformed(text: string): object {
  return {
    code: 'duration_malformed',
    path: [],
    message: `${JSON.stringify(text)} is not a time limit.`,
    hint: 'Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
  };
}
