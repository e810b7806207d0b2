import { MigrationGate, type MigrationGateProps } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

const UNSET =
  'A value is required here. Give one. A value from the environment is undefined when its ' +
  'variable is not set.';

describe('MigrationGate reports at synth what is wrong, what it got and what to do:', () => {
  const cases: readonly [string, object, ...string[]][] = [
    ['nothing given', {}, `zoneId: ${UNSET}`, `targetState: ${UNSET}`],
    [
      'a record in an unsupported resource',
      { zoneId: ZONE, targetState: 'validation', recordIn: 'null_data_source' },
      'recordIn: "null_data_source" is not an allowed value. Allowed: "terraform_data", ' +
        '"null_resource".',
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
  ];

  test.each(cases)('%s', (_, props, ...expected) => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', props as MigrationGateProps);
    expect(validationErrors(stack)).toEqual(expected.map((line) => `[stack/gate] ${line}`));
  });
});
