import { parseFieldsId } from '../../../../provider-shim/resources/log-custom-fields/move-sources';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const RULESET = '0e5c3a8fd6c04b5c8cf8a1a26f2c5a77';

test.each([
  [ZONE, undefined],
  [` ${ZONE.toUpperCase()} `, undefined],
  [`zones/${ZONE}`, undefined],
  [`zone/${ZONE}/${RULESET}`, RULESET],
  [`${ZONE},${RULESET.toUpperCase()}`, RULESET],
  [`/zones/${ZONE}/rulesets/${RULESET}`, RULESET],
])('%j is the import id of custom log fields', (id, rulesetId) => {
  expect(parseFieldsId(id)).toEqual({ zoneId: ZONE, rulesetId });
});

test.each([
  '',
  'example.com',
  `${ZONE}/`,
  `${ZONE}/17`,
  `${ZONE}/${RULESET}/1`,
  `account/${ZONE}`,
  `${ZONE}0`,
])('%j is not', (id) => {
  expect(parseFieldsId(id)).toBeUndefined();
});
