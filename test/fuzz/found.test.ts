import { judge } from './judge';
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
  if (target) expect((await judge(target, Buffer.from(input))).finding?.what).toBeUndefined();
});
