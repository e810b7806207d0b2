import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { valueType } from '../../../provider-shim/framework/schema-type';
import { decodeMsgpack, encodeMsgpack, types, type Value } from '../../../provider-shim/values';
import { coreRuleSetSettingsFunction } from '../../../schema';
import { connect } from '../framework/connected';

/** Never configured. */
const connected = connect(
  createZoneProvider({ environment: {}, folder: '/', version: '0.0.0', redact: () => undefined }),
);

async function called(...args: readonly Value[]): Promise<unknown> {
  const { name, returns } = coreRuleSetSettingsFunction;
  const { error, result } = await connected.call('CallFunction', {
    name,
    arguments: args.map((value) => ({ msgpack: encodeMsgpack(types.string, value) })),
  });
  if (error) return { argument: error.functionArgument, text: error.text };
  const value = decodeMsgpack(valueType(returns), result?.msgpack ?? new Uint8Array());
  return JSON.parse(JSON.stringify(value));
}

test('core_rule_set_settings needs no provider configuration', async () => {
  const { functions } = await connected.call('GetMetadata', {});
  expect(functions.map(({ name }) => name)).toContain('core_rule_set_settings');
});

describe('core_rule_set_settings returns the settings of a sensitivity:', () => {
  test.each<readonly [string, number, number, readonly number[]]>([
    ['high', 2, 40, [3, 4]],
    ['medium', 1, 25, [2, 3, 4]],
    ['low', 1, 40, [2, 3, 4]],
    ['default', 2, 40, [3, 4]],
  ])('%s', async (sensitivity, level, threshold, levelsAbove) => {
    expect(await called(sensitivity)).toEqual({
      paranoia_level: level,
      score_threshold: threshold,
      disabled_categories: levelsAbove.map((above) => `paranoia-level-${above}`),
    });
  });
});

describe('core_rule_set_settings reports an error on the argument for', () => {
  const none = (word: string): string =>
    `${JSON.stringify(word)} is not a sensitivity of the previous core rule set.`;

  test.each<readonly [Value, string]>([
    ['High', `${none('High')} Write "high"`],
    ['off', `${none('off')} A core rule set that is off has no settings: the new version does not deploy it`],
    ['', `${none('')} Allowed: "high", "medium", "low", "default"`],
    ['toString', `${none('toString')} Allowed: "high", "medium", "low", "default"`],
    [null, 'It is null. Give a value'],
  ])('%j', async (argument, text) => {
    expect(await called(argument)).toEqual({ argument: 0, text });
  });

  test('a missing argument', async () => {
    expect(await called()).toEqual({
      argument: undefined,
      text: 'core_rule_set_settings was called with 0 arguments. It takes 1',
    });
  });
});
