import { defineFunction, defineProvider, type AnyFunction } from '../../../../provider-shim/sdk/framework';
import { valueType } from '../../../../provider-shim/sdk/framework/schema-type';
import {
  decodeMsgpack,
  encodeMsgpack,
  types,
  Unknown,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { describe as described, unknown, type Check } from '../../../../schema';
import { connect, type Connected } from './connected';

const noSpaces: Check<string> = (value) =>
  value.includes(' ')
    ? [{ code: 'space', path: [], message: 'There is a space.', hint: 'Leave it out.' }]
    : [];

const seen: unknown[] = [];

const stamp = defineFunction({
  name: 'stamp',
  summary: 'Stamps.',
  description: 'Stamps a text.',
  parameters: [
    { name: 'text', type: 'string', checks: [noSpaces], description: 'What.' },
    { name: 'sizes', type: { list: 'int' }, allowNull: true, description: 'Sizes.' },
  ],
  variadic: { name: 'marks', type: { set: 'string' }, elementChecks: [noSpaces], description: 'Marks.' },
  returns: { object: { text: 'string', count: 'int' } },
  run(args, diagnostics) {
    seen.push(args);
    switch (args.text) {
      case 'refused':
        diagnostics.error({ path: ['marks', 1], message: 'No such mark.', hint: 'Take another.' });
        diagnostics.error({ path: ['text'], message: 'Not shown.', hint: 'It is another argument.' });
        diagnostics.error({ path: ['marks', 1], message: 'Not twice.', hint: 'Take another.' });
        return undefined;
      case 'refused_as_a_whole':
        diagnostics.error({ message: 'No.', hint: 'Never.' });
        return undefined;
      case 'fails':
        throw new Error('no luck');
      case 'explains':
        throw Object.assign(new Error(), { toProblem: () => ({ message: 'No luck.', hint: 'Wait.' }) });
      case 'silent':
        return undefined;
      case 'odd':
        return { text: 1 as unknown as string, count: 1 };
      case 'null':
        return null;
      case 'unknown':
        return unknown;
      default:
        return { text: args.text, count: args.marks.length };
    }
  },
});

const open = defineFunction({
  name: 'open',
  summary: 'Takes anything.',
  description: 'Takes anything.',
  parameters: [{ name: 'value', type: { list: 'string' }, allowUnknown: true, description: 'Anything.' }],
  returns: 'string',
  run: ({ value }) => (typeof value === 'symbol' ? 'unknown' : value.map(String).join()),
});

const nothing = described({ type: 'test', version: 0, description: 'Has no configuration.', attributes: {} });

const served: Connected = connect(
  defineProvider<typeof nothing, object>({
    schema: nothing,
    resources: [],
    dataSources: [],
    functions: [stamp, open],
    configure: () => {
      throw new Error('never configured');
    },
  }),
);

interface Answer {
  readonly result?: Value;
  readonly error?: { readonly text: string; readonly functionArgument: number | undefined };
}

async function called(fn: AnyFunction, ...args: readonly Value[]): Promise<Answer> {
  const { parameters, variadic, name, returns } = fn;
  const { result, error } = await served.call('CallFunction', {
    name,
    arguments: args.map((value, index) => {
      const parameter = parameters[index] ?? variadic;
      return { msgpack: encodeMsgpack(parameter ? valueType(parameter.type) : types.dynamic, value) };
    }),
  });
  return {
    ...(result ? { result: decodeMsgpack(valueType(returns), result.msgpack) } : {}),
    ...(error ? { error } : {}),
  };
}

const refused = (text: string, functionArgument?: number): Answer => ({ error: { text, functionArgument } });

describe('a function gets', () => {
  test('its arguments by name, the variadic ones together', async () => {
    seen.length = 0;
    expect(await called(stamp, 'a', [1, 2], ['x'], ['y', 'z'])).toEqual({ result: { text: 'a', count: 2 } });
    expect(await called(stamp, 'a', null)).toEqual({ result: { text: 'a', count: 0 } });
    expect(seen).toEqual([
      { text: 'a', sizes: [1, 2], marks: [['x'], ['y', 'z']] },
      { text: 'a', sizes: null, marks: [] },
    ]);
  });

  test('unknown arguments, if it accepts them', async () => {
    expect(await called(open, Unknown.plain)).toEqual({ result: 'unknown' });
    expect(await called(open, ['a', Unknown.plain])).toEqual({ result: 'a,Symbol(unknown)' });
  });

  test.each<readonly [string, readonly Value[]]>([
    ['unknown', [Unknown.plain, null]],
    ['a variadic one that is unknown', ['a', null, ['x'], Unknown.plain]],
  ])('no call when an argument is %s and not accepted: the result is unknown, too', async (_case, args) => {
    seen.length = 0;
    expect(await called(stamp, ...args)).toEqual({ result: Unknown.plain });
    expect(seen).toEqual([]);
  });
});

describe('an error of a function points to the argument', () => {
  test.each<readonly [string, readonly Value[], Answer]>([
    ['by a rule', ['a b', null], refused('There is a space. Leave it out', 0)],
    ['of the variadic parameter', ['a', null, ['x'], ['a b']], refused('There is a space. Leave it out', 3)],
    [
      'as the function says, with all that is said of the first one',
      ['refused', null, [], []],
      refused('No such mark. Take another.\nNot twice. Take another', 3),
    ],
    ['or to the call', ['refused_as_a_whole', null], refused('No. Never')],
    ['or to the call when it explains itself', ['explains', null], refused('No luck. Wait')],
  ])('%s', async (_case, args, expected) => {
    expect(await called(stamp, ...args)).toEqual(expected);
  });

  test.each<readonly [string, AnyFunction, readonly Value[], string]>([
    ['too few', stamp, ['a'], 'stamp was called with 1 arguments. It takes at least 2'],
    ['too many', open, [[], Unknown.plain], 'open was called with 2 arguments. It takes 1'],
  ])('or to the call when there are %s', async (_case, fn, args, text) => {
    expect(await called(fn, ...args)).toEqual(refused(text));
  });

  test.each([
    ['silent', 'stamp returned neither a result nor an error'],
    ['odd', 'text: expected a string; saw a number'],
  ])('and a bug is attributed to the provider: %s', async (text, message) => {
    const { error } = await called(stamp, text, null);
    expect(error?.text).toContain(
      `The provider failed unexpectedly: ${message} This is a bug in the provider.`,
    );
    expect(error?.functionArgument).toBeUndefined();
    expect(served.log.at(-1)).toMatchObject({
      level: 'error',
      fields: { stack: expect.stringMatching(/\n/) },
    });
  });
});
