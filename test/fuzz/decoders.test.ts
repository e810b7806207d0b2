import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTarget } from './run-target';
import { judge } from './judge';
import { TARGETS } from './targets';

/** As many as every run of the tests decodes; `npm run fuzz` decodes as many as one likes. */
const INPUTS = 10_000;

/** More than chance keeps alive, less than a leak of a few bytes for each input. */
const MOST_GROWTH = 64 * 2 ** 20;

describe('what others send', () => {
  test.each(TARGETS.map((target) => [target.name, target] as const))(
    `10,000 damaged inputs of %s are decoded or refused in time, and leave nothing behind`,
    async (_name, target) => {
      const { inputs, findings, growth } = await runTarget(target, { inputs: INPUTS, seed: 20_260_101 });
      const told = findings.map(({ what, input }) => `${what}\nbase64: ${input.toString('base64')}`);
      expect(told).toEqual([]);
      expect(inputs).toBe(INPUTS);
      expect(growth).toBeLessThan(MOST_GROWTH);
    },
  );

  test.each(TARGETS.map((target) => [target.name, target] as const))(
    'real messages of %s are decoded, not refused',
    async (_name, target) => {
      const seeds = await target.seeds();
      expect(seeds.length).toBeGreaterThan(0);
      const decoded: Buffer[] = [];
      for (const seed of seeds) if (!(await judge(target, seed)).refused) decoded.push(seed);
      expect(decoded).not.toEqual([]);
    },
  );

  test('every decoder that a target names is there', () => {
    for (const { decoder } of TARGETS)
      for (const file of decoder.split(', '))
        expect(readFileSync(join(__dirname, '..', '..', file), 'utf8')).not.toBe('');
  });
});
