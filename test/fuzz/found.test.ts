import { judge, unitOfWork } from './judge';
import { promised, type Target } from './target';
import { TARGETS } from './targets';

/** Inputs that were found once, by what was wrong with them. */
const FOUND: readonly (readonly [string, string, string])[] = [
  ['words that open no block took quadratic time', 'hcl-blocks', 'a '.repeat(16_000)],
  ['spaces after a word took cubic time', 'hcl-blocks', `a${' '.repeat(32_000)}`],
  ['unterminated comments took quadratic time', 'hcl-blocks', '/*'.repeat(16_000)],
  ['unterminated heredocs took quadratic time', 'hcl-blocks', '<<A\n'.repeat(8000)],
  ['quotes after backslashes took quadratic time', 'hcl-blocks', '"\\'.repeat(16_000)],
  ['slashes inside a base URL took quadratic time', 'addresses', `https://a.example/${'/'.repeat(32_000)}a`],
  [
    'slashes inside a destination took quadratic time',
    'emulator-destination',
    `s3://a/${'/'.repeat(32_000)}a?region=b`,
  ],
  ['a deep filter overflowed the call stack', 'filter', '{"and":['.repeat(4000) + '1' + ']}'.repeat(4000)],
  [
    'deep private state overflowed the call stack',
    'private-state',
    '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  ],
  ['a damaged state of an earlier schema had no error of its own', 'json-tree', '{"a":1,"a":2}'],
];

test.each(FOUND)('%s', async (_what, name, input) => {
  const target = TARGETS.find((each) => each.name === name);
  expect(target).toBeDefined();
  if (target) expect((await judge(target, Buffer.from(input))).what).toBeUndefined();
});

const shared = Object.prototype as unknown as Record<string, unknown>;
afterEach(() => void delete shared['polluted']);

/** Takes as much of the processor as is too much for one byte. */
const spin = (): void => {
  for (let unit = 0; unit < 10; unit += 1) unitOfWork();
};

test.each<readonly [string, Target['decode'], string]>([
  ['an error that is no refusal', () => ''.repeat(-1), 'RangeError: Invalid count value'],
  ['a promise that does not hold', () => promised(false, 'comes back as another'), 'another'],
  ['an input that takes too long', spin, 'times as long as quadratic work on 8192 bytes, for 1 bytes'],
  ['what all objects share', () => void (shared['polluted'] = 1), 'Object.prototype has "polluted"'],
])('the fuzzer would find %s', async (_what, decode, found) => {
  const target = { name: '', decoder: '', from: '', seeds: () => [], decode };
  expect((await judge(target, Buffer.from('x'))).what).toContain(found);
  expect((await judge({ ...target, decode: () => undefined }, Buffer.from('x'))).what).toEqual(
    shared['polluted'] && found,
  );
});
