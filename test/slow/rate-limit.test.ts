import { systemTime } from '../../provider-shim/api';
import { awaitState } from '../../provider-shim/resources/migration/await-state';
import { MigrationProblem } from '../../provider-shim/resources/migration/status';
import { failureOf, json, scriptedService } from '../provider-shim/api/scripted-service';
import { runFleet, type Fleet } from '../../bench/rate-limit/fleet';

/** The service's own limit, with every clock ten times as fast as real time. */
const LIMITED = { rateLimit: 1200, rateWindowSeconds: 300 };
const TEN: Omit<Fleet, 'settings'> = { processes: 10, tokens: 2, requests: 3000, speed: 10 };

test('a migration that waits for the limit when its time is over names the limit', async () => {
  const headers = { ratelimit: '"default";r=0;t=299', 'ratelimit-policy': '"default";q=1200;w=300' };
  const body = { result: { migration_state: 'validation' }, success: true, errors: [], messages: [] };
  const service = await scriptedService(json(200, body, headers));
  const api = service.client({ time: systemTime });
  // Its answer says that nothing is left.
  await api.request({ method: 'GET', path: ['first'] });
  const waiting = awaitState(
    { api, time: systemTime },
    { zoneId: 'z', reached: 'finished', limitMs: 100 },
    { signal: new AbortController().signal, log: () => undefined },
  );
  const error = await failureOf(waiting);
  await service.close();
  expect(error).toBeInstanceOf(MigrationProblem);
  expect((error as MigrationProblem).toProblem()).toMatchObject({
    code: 'migration_not_in_time',
    hint: expect.stringMatching(
      /the limit of 1200 requests in 300 s .* is used up until 20.*Z\. Nothing is lost/,
    ) as unknown,
  });
  expect(service.requests.length).toBe(1);
});

describe('ten processes on two tokens, with 1,500 requests each where 1,200 are allowed', () => {
  test.each([
    ['answers tell what is left as today', 'today'],
    ['answers tell nothing', 'none'],
  ] as const)('%s: all are answered, under 1%% refused', async (_case, rateHeaders) => {
    const { answered, refused, seconds } = await runFleet({ ...TEN, settings: { ...LIMITED, rateHeaders } });
    expect(answered).toBe(3000);
    expect(refused).toBeLessThanOrEqual(30);
    // In less than a window the limit lets 1,200 of 1,500 through.
    expect(seconds).toBeGreaterThan(290);
  });
});
