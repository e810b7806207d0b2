import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemTime } from '../../provider-shim/api';
import { awaitState, MigrationProblem } from '../../provider-shim/resources/migration/status';
import { failureOf, json, scriptedService } from '../provider-shim/api/scripted-service';

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
  // The time that is over is that of a signal which only another signal listens to.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const collecting = setInterval(collect, 100);
  const error = await failureOf(waiting);
  clearInterval(collecting);
  expect(error).toBeInstanceOf(MigrationProblem);
  expect((error as MigrationProblem).toProblem()).toMatchObject({
    code: 'migration_not_in_time',
    hint: expect.stringMatching(
      /the limit of 1200 requests in 300 s .* is used up until 20.*Z\. Nothing is lost/,
    ) as unknown,
  });
  expect(service.requests.length).toBe(1);
});
