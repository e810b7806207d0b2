import fc from 'fast-check';
import { seededIdentifiers } from '../../../emulator/service/identifiers';
import { isSampled } from '../../../emulator/logs/make-records';
import { logZone } from './log-zone';

const COUNT = 4000;

const rayIds = (seed: string): readonly string[] => {
  const identifiers = seededIdentifiers(seed);
  return Array.from({ length: COUNT }, () => identifiers.next().slice(0, 16));
};

describe('a sample', () => {
  it('has about the rate that the job sets', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, fc.string(), (rate, seed) => {
        const count = rayIds(seed).filter((rayId) => isSampled(rayId, rate)).length;
        // Six standard deviations of a binomial distribution: a fair sample fails once in 500 million.
        const deviation = 6 * Math.sqrt(COUNT * rate * (1 - rate)) + 1;
        expect(Math.abs(count - COUNT * rate)).toBeLessThanOrEqual(deviation);
      }),
      { numRuns: 20 },
    );
  });

  it('has everything at 1, nothing at 0, and grows with the rate', () => {
    const ids = rayIds('a');
    const sample = (rate: number) => ids.filter((rayId) => isSampled(rayId, rate));
    expect([sample(1), sample(0)]).toEqual([ids, []]);
    const larger = new Set(sample(0.5));
    expect(sample(0.1).filter((rayId) => !larger.has(rayId))).toEqual([]);
    expect(sample(0.1)).not.toEqual([]);
  });

  it('is the same in every run, and for every job with the same rate', async () => {
    const run = async () => {
      const options = { logpull_options: 'fields=RayID&sample=0.3' };
      const { traffic, zone, texts } = logZone([options, options, { logpull_options: 'fields=RayID' }]);
      await traffic.send(
        zone.id,
        Array.from({ length: 200 }, () => ({})),
      );
      return texts();
    };
    const [first, second, whole] = await run();
    expect(await run()).toEqual([first, second, whole]);
    expect(second).toBe(first);
    expect([first?.split('\n').length, whole?.split('\n').length]).toEqual([expect.any(Number), 201]);
    expect(first?.length).toBeLessThan(whole?.length ?? 0);
    expect(first?.length).toBeGreaterThan(0);
  });

  it('is taken after the filter', async () => {
    const filter = '{"where":{"key":"EdgeResponseStatus","operator":"eq","value":500}}';
    const { traffic, zone } = logZone([{ filter, logpull_options: 'fields=RayID&sample=0.5' }]);
    const requests = Array.from({ length: 1000 }, (_, index) => ({
      response: { status: index < 500 ? 500 : 200 },
    }));
    const { records } = await traffic.send(zone.id, requests);
    expect(records[0]?.count).toBeGreaterThan(200);
    expect(records[0]?.count).toBeLessThan(300);
  });
});
