import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { sourcesBelow } from './support/imports';

const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

test('fast-check draws the same in each run, and a property that fails names the seed', () => {
  const drawn = (): readonly number[] => fc.sample(fc.integer(), 3);
  expect(drawn()).toEqual(fc.sample(fc.integer(), { numRuns: 3, seed: SEED }));
  const failing = fc.property(fc.integer(), () => false);
  expect(() => fc.assert(failing)).toThrow(`{ seed: ${SEED}, path: "0`);
});

test('no test takes its dice from the clock', () => {
  const dice = /Math\.random\(|seed.*Date\.now\(|Date\.now\(\) %/i;
  const ours = sourcesBelow(__dirname).filter((file) => !file.includes('node_modules'));
  const throwing = ours.filter((file) => dice.test(readFileSync(file, 'utf8')));
  expect(throwing.map((file) => relative(__dirname, file))).toEqual([]);
});
