import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { valueType } from '../../../provider-shim/sdk/framework/schema-type';
import { decodeMsgpack, encodeMsgpack, types, type Value } from '../../../provider-shim/sdk/values';
import { coreRuleSetSettingsFunction } from '../../../schema';
import { connect } from '../sdk/framework/connected';

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

describe('core_rule_set_settings returns the settings of a sensitivity:', () => {
  test.each<readonly [string, number, number, readonly number[]]>([['high', 2, 40, [3, 4]]])(
    '%s',
    async (sensitivity, level, threshold, levelsAbove) => {
      expect(await called(sensitivity)).toEqual({
        paranoia_level: level,
        score_threshold: threshold,
        disabled_categories: levelsAbove.map((above) => `paranoia-level-${above}`),
      });
    },
  );
});

describe('core_rule_set_settings reports an error on the argument for', () => {
  const none = (word: string): string =>
    `${JSON.stringify(word)} is not a sensitivity of the previous core rule set.`;

  test.each<readonly [Value, string]>([
    ['High', `${none('High')} Write "high"`],
    ['', `${none('')} Allowed: "high", "medium", "low", "default"`],
  ])('%j', async (argument, text) => {
    expect(await called(argument)).toEqual({ argument: 0, text });
  });
});
