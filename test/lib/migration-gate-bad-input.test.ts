import { MigrationGate, type MigrationGateProps } from '../../lib';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { testStack, validationErrors } from './synth';

const UNSET =
  'A value is required here. Give one. A value from the environment is undefined when its ' +
  'variable is not set.';

describe('MigrationGate reports at synth what is wrong, what it got and what to do:', () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['nothing given', {}, [`zoneId: ${UNSET}`, `targetState: ${UNSET}`]],
    [
      "a zone's name, a state that nobody can ask for, and a digest that is none",
      { zoneId: 'example.com', targetState: 'start', approvedDigest: 'say "yes"' },
      [
        'zoneId: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. ' +
          `"${ZONE}". It is ` +
          "not the zone's name. Look it up in the zone's overview.",
        'targetState: "start" is not an allowed value. Allowed: "validation", "finished".',
        String.raw`approvedDigest: "say \"yes\"" is not a digest of rules. Copy it from rulesDigest in a plan, or from ` +
          'digest of zone_managed_rules_configuration: "sha256:" and 64 hexadecimal digits.',
      ],
    ],
    [
      'the acknowledgement of another zone',
      { zoneId: ZONE, targetState: 'finished', acknowledgeIrreversible: OTHER_ZONE },
      [
        `acknowledgeIrreversible: acknowledgeIrreversible is "${OTHER_ZONE}", which is not the id of ` +
          `this migration's zone. ` +
          `Finishing cannot be undone, so the acknowledgement names the zone: "${ZONE}". Write it ` +
          'only if you mean this zone. Nothing was changed.',
      ],
    ],
    [
      'a record in an unsupported resource',
      { zoneId: ZONE, targetState: 'validation', recordIn: 'null_data_source' },
      [
        'recordIn: "null_data_source" is not an allowed value. Allowed: "terraform_data", ' +
          '"null_resource".',
      ],
    ],
    [
      'values of other types',
      {
        zoneId: 7,
        targetState: {},
        approvedDigest: [],
        acknowledgeIrreversible: true,
        allowed: 'no',
        deleteUriOverrides: 1,
        recordIn: 7,
      },
      [
        'zoneId: Expected a string, got the number 7. Give a string, or a token that stands for it.',
        'targetState: Expected a string, got a value of type object. Give a string, or a token that stands for it.',
        'acknowledgeIrreversible: Expected a string, got a value of type boolean. Give a string, or ' +
          'a token that stands ' +
          'for it.',
        'approvedDigest: Expected a string, got a list. Give a string, or a token that stands for it.',
        'deleteUriOverrides: Expected true or false, got the number 1. Give true or false, or a ' +
          'token that stands for it.',
        'allowed: Expected true or false, got a value of type string. Give true or false, or a token ' +
          'that stands for it.',
        'recordIn: Expected a string, got the number 7. Give a string, or a token that stands for it.',
      ],
    ],
  ];

  test.each(cases)('%s', (_, props, expected) => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', props as MigrationGateProps);
    expect(validationErrors(stack)).toEqual(expected.map((line) => `[stack/gate] ${line}`));
  });
});

test('MigrationGate in a stack without a ZoneProvider: the error says to add it', () => {
  const stack = testStack();
  new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
  expect(validationErrors(stack)).toEqual([
    "[stack] The stack has no ZoneProvider, but stack/gate needs one. Add one: new ZoneProvider(stack, 'zone'). Each " +
      'stack needs its own.',
  ]);
});
