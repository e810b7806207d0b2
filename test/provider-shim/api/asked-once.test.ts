import type { ServiceClients } from '../../../provider-shim/api';
import { JobRegistry } from '../../../provider-shim/resources/logpush-job/job-registry';
import { ok, refuse, serve, service, silent, type Reply } from './scripted-service';

const ZONE = '0'.repeat(32);

type Ask = (signal: AbortSignal) => Promise<unknown>;
type AskWith = (signal: AbortSignal, clients: ServiceClients, registry: JobRegistry) => Promise<unknown>;

const jobs: AskWith = (signal, { api }, registry) =>
  registry.listed.of(ZONE, signal, () => api.listLogpushJobs(ZONE, { signal }));

/** Everything that is asked for once in a run, with an answer of the service. */
const ASKED: readonly (readonly [string, AskWith, result: unknown])[] = [
  ['a shared read', (signal, { reads }) => reads.getMigrationStatus(ZONE, { signal }), {}],
  ['what a zone is', (signal, { api }) => api.zoneDetails(ZONE, { signal }), { id: ZONE, name: 'a.example' }],
  ['the jobs of a zone as this run first saw them', jobs, []],
];

async function arrived(count: number): Promise<void> {
  while (service.requests.length < count) await new Promise(setImmediate);
}

describe.each(ASKED)('%s', (_what, askWith, result) => {
  const never = new AbortController().signal;

  async function asker(...replies: readonly Reply[]): Promise<Ask> {
    await serve(...replies);
    const [clients, registry] = [service.clients({ maxRetries: 0 }), new JobRegistry()];
    return (signal) => askWith(signal, clients, registry);
  }

  test('is asked for once, at the same time and one after the other', async () => {
    const ask = await asker(ok(result));
    const answers = await Promise.all([ask(never), ask(never)]);
    expect(await ask(never)).toBe(answers[0]);
    expect(answers[1]).toBe(answers[0]);
    expect(service.requests).toHaveLength(1);
  });

  test('is asked for again after a failure', async () => {
    const ask = await asker(refuse(503, []), ok(result));
    await expect(ask(never)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(ask(never)).resolves.toBeDefined();
    expect(service.requests).toHaveLength(2);
  });

  test('is answered to the others when the one who asked first is cancelled', async () => {
    const ask = await asker(silent, ok(result));
    const stop = new AbortController();
    const first = expect(ask(stop.signal)).rejects.toMatchObject({ kind: 'cancelled' });
    const others = Promise.all([ask(never), ask(never)]);
    await arrived(1);
    stop.abort();
    await first;
    const [one, other] = await others;
    expect(other).toBe(one);
    expect(service.requests).toHaveLength(2);
  });

  test('ends at once for one who joined and is cancelled, and for nobody else', async () => {
    let answer: () => void = () => undefined;
    const ask = await asker((response, request) => {
      answer = () => ok(result)(response, request);
    });
    const stop = new AbortController();
    const first = ask(never);
    const joined = expect(ask(stop.signal)).rejects.toMatchObject({
      kind: 'cancelled',
      outcome: 'not-sent',
      request: { method: 'GET', path: expect.stringContaining(ZONE) },
    });
    await arrived(1);
    stop.abort();
    await joined;
    answer();
    await expect(first).resolves.toBeDefined();
    expect(service.requests).toHaveLength(1);
  });
});

test('the jobs of a zone as this run first saw them are without the ones that it has made since', async () => {
  await serve(ok([]), ok({ id: 1, destination_conf: 'r2://b' }), ok([{ id: 1 }]));
  const { api, reads } = service.clients();
  const registry = new JobRegistry();
  const signal = new AbortController().signal;
  const listed = (): Promise<unknown> =>
    registry.listed.of(ZONE, signal, () => reads.listLogpushJobs(ZONE, { signal }));
  expect(await listed()).toEqual([]);
  await api.createLogpushJob(ZONE, {});
  expect(await listed()).toEqual([]);
});
