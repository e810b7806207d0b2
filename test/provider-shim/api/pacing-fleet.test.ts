import fc from 'fast-check';
import { mulberry32 } from '../../support/mulberry32';
import { simulate, type Counting, type Simulation } from './pacing-simulation';

const QUOTA = 1200;
const WINDOW_MS = 300_000;

function chance(seed: number): () => number {
  const next = mulberry32(seed);
  return () => next() / 2 ** 32;
}

const fleet = (more: Partial<Simulation> & Pick<Simulation, 'clients' | 'requests'>): Simulation => ({
  counting: 'from-first',
  rounding: 'up',
  latency: [40, 160],
  quota: QUOTA,
  windowMs: WINDOW_MS,
  random: chance(1),
  ...more,
});

/** The shortest time in which the limit lets so many requests through. */
const shortest = ({ clients, requests }: Simulation): number =>
  Math.floor((clients * requests - 1) / QUOTA) * WINDOW_MS;

describe('clients that share a limit and do not talk', () => {
  test.each<[string, Partial<Simulation> & Pick<Simulation, 'clients' | 'requests'>]>([
    ['five with 1,500 requests', { clients: 5, requests: 300 }],
    ['five that begin one after the other', { clients: 5, requests: 300, apart: 3_000 }],
    ['twenty with 3,000 requests', { clients: 20, requests: 150 }],
    ['two with 4,000 requests', { clients: 2, requests: 2000 }],
    ['five in windows at fixed times', { clients: 5, requests: 300, counting: 'aligned' }],
    ['five where seconds are rounded down', { clients: 5, requests: 300, rounding: 'down' }],
    ['five over a slow network', { clients: 5, requests: 300, latency: [300, 900] }],
  ])('%s: under 1%% is refused, in 1.15 times the shortest time', async (_case, given) => {
    const simulation = fleet(given);
    const { sent, refused, tookMs } = await simulate(simulation);
    const all = simulation.clients * simulation.requests;
    expect(sent - refused).toBe(all);
    expect(refused).toBeLessThan(all / 100);
    expect(tookMs / shortest(simulation)).toBeLessThan(1.15);
  });

  test('one alone uses a free budget at full speed', async () => {
    const { tookMs, waits } = await simulate(fleet({ clients: 1, requests: 1000, latency: [100, 100] }));
    expect(waits).toEqual([]);
    // A hundred rounds of ten at a time, and the first request alone.
    expect(tookMs).toBeLessThanOrEqual(102 * 100);
  });

  test('whatever they are, few are refused, and all requests are sent', async () => {
    const counting = fc.constantFrom<Counting>('from-first', 'aligned', 'sliding');
    const given = fc.record({
      clients: fc.integer({ min: 1, max: 20 }),
      requests: fc.integer({ min: 1, max: 200 }),
      apart: fc.constantFrom(0, 50, 2_000),
      latency: fc.constantFrom<[number, number]>([5, 20], [40, 400], [500, 1500]),
      counting,
      rounding: fc.constantFrom('up' as const, 'down' as const),
      usedBefore: fc.constantFrom(0, 600, 1150, 1190),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ seed, ...more }) => {
        // In a sliding window each short reset lets every client ask once more: with many, that can be too much.
        fc.pre(more.counting !== 'sliding' || more.clients <= 10);
        const simulation = fleet({ ...more, random: chance(seed) });
        const { sent, refused, tookMs } = await simulate(simulation);
        const all = simulation.clients * simulation.requests;
        expect(refused).toBeLessThanOrEqual(2 * simulation.clients + all / 100);
        expect(sent - refused).toBe(all);
        const windows = Math.ceil((all + (more.usedBefore ?? 0)) / QUOTA) + 1;
        expect(tookMs).toBeLessThan(windows * WINDOW_MS + simulation.clients * more.apart + 60_000);
      }),
      { numRuns: 12 },
    );
  });
});
