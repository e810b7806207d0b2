import { judge, unitOfWork, type Judgement } from './judge';
import { runTarget } from './run-target';
import { promised, type Target } from './target';

/** A decoder that takes an input as it is told to. */
function target(decode: Target['decode'], more: Partial<Target> = {}): Target {
  return { name: 'made up', decoder: '', from: '', seeds: () => [Buffer.from('seed')], decode, ...more };
}

async function found(decode: Target['decode'], input = 'x', more: Partial<Target> = {}): Promise<string> {
  const { finding }: Judgement = await judge(target(decode, more), Buffer.from(input));
  return finding?.what.split('\n', 1)[0] ?? 'nothing';
}

/** Takes so much of the processor, in what the fuzzer measures it by. */
function spin(units: number): void {
  for (let unit = 0; unit < units; unit += 1) unitOfWork();
}

describe('the fuzzer finds what is wrong', () => {
  test('an error that is no refusal is found, and a refusal is not', async () => {
    const fail = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    expect(await found(fail)).toBe('RangeError: Maximum call stack size exceeded');
    expect(await found(fail, 'x', { refusals: [RangeError] })).toBe('nothing');
    expect(await found(async () => fail())).toBe('RangeError: Maximum call stack size exceeded');
  });

  test('a promise that does not hold is found', async () => {
    expect(await found(() => promised(false, 'comes back as another value'))).toContain('another value');
  });

  test('an input that takes too long is found, and one that was merely interrupted is not', async () => {
    expect(await found(() => spin(10))).toMatch(
      /^took \d+ times as long as quadratic work on 8192 bytes, for 1 bytes; the limit is 2 times$/,
    );
    let times = 0;
    expect(await found(() => spin((times += 1) === 1 ? 10 : 0))).toBe('nothing');
  });

  test('an input that gets at what all objects share is found', async () => {
    const shared = Object.prototype as unknown as Record<string, unknown>;
    try {
      expect(await found(() => void (shared['polluted'] = 1))).toBe('Object.prototype has "polluted"');
    } finally {
      delete shared['polluted'];
    }
    expect(await found(() => undefined)).toBe('nothing');
  });
});

test('the same seed makes the same inputs, another seed others', async () => {
  const inputs = async (seed: number): Promise<readonly string[]> => {
    const seen: string[] = [];
    await runTarget(
      target((input) => void seen.push(input.toString('latin1'))),
      { inputs: 200, seed },
    );
    return seen;
  };
  expect(await inputs(1)).toEqual(await inputs(1));
  expect(await inputs(1)).not.toEqual(await inputs(2));
  expect(new Set(await inputs(1)).size).toBeGreaterThan(100);
});
