import { runFleet, type Fleet } from '../../bench/rate-limit/fleet';

/** The service's own limit, with every clock ten times as fast as real time. */
const LIMITED = { rateLimit: 1200, rateWindowSeconds: 300 };
const TEN: Omit<Fleet, 'settings'> = { processes: 10, tokens: 2, requests: 3000, speed: 10 };

describe('ten processes on two tokens, with 1,500 requests each where 1,200 are allowed', () => {
  test.each([
    ['answers tell what is left as today', 'living'],
    ['answers tell nothing', 'none'],
  ] as const)('%s: all are answered, under 1%% refused', async (_case, rateHeaders) => {
    const { answered, refused, seconds } = await runFleet({ ...TEN, settings: { ...LIMITED, rateHeaders } });
    expect(answered).toBe(3000);
    expect(refused).toBeLessThanOrEqual(30);
    // In less than a window the limit lets 1,200 of 1,500 through.
    expect(seconds).toBeGreaterThan(290);
  });
});
