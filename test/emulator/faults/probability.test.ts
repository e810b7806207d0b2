import type { FaultRule } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { caller } from '../client';

const RULE: FaultRule = { probability: 0.3, effect: { kind: 'answer', status: 503 } };
const REQUESTS = 400;

async function struck(rules: readonly FaultRule[], emulator = createEmulator()): Promise<readonly number[]> {
  emulator.control.faults.put(rules);
  const call = caller(emulator);
  const seen: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) seen.push((await call('GET', '/rulesets')).status);
  return seen;
}

const share = (seen: readonly number[], status: number): number =>
  seen.filter((one) => one === status).length / REQUESTS;

describe('a fault with a probability', () => {
  it('applies about as often as it says, not in sequence', async () => {
    const seen = await struck([RULE]);
    expect(share(seen, 503)).toBeGreaterThan(0.24);
    expect(share(seen, 503)).toBeLessThan(0.36);
    const first = seen.slice(0, 20);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  it('applies to the same requests in every run, and after the rules are put again', async () => {
    const emulator = createEmulator();
    const first = await struck([RULE], emulator);
    expect(await struck([RULE])).toEqual(first);
    expect(await struck([RULE], emulator)).toEqual(first);
  });

  it('has its own sequence of random numbers for each rule', async () => {
    const other: FaultRule = { probability: 0.3, effect: { kind: 'answer', status: 502 } };
    const alone = await struck([RULE]);
    const both = await struck([RULE, other]);
    // The first rule applies as if the second were not there, and the second applies to other requests than it.
    expect(both.map((status) => status === 503)).toEqual(alone.map((status) => status === 503));
    expect(share(both, 502)).toBeGreaterThan(0.1);
  });
});
