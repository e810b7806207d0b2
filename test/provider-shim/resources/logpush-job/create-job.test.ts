import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../../../provider-shim/api';
import type { InterruptedCreation } from '../../../../provider-shim/records/creation-records';
import type { Configured } from '../../../../provider-shim/resources/configured';
import { createJob } from '../../../../provider-shim/resources/logpush-job/apply';
import { declaredMeaning, settingsOf } from '../../../../provider-shim/resources/logpush-job/settings';
import { Diagnostics } from '../../../../provider-shim/sdk/framework';
import { RunState } from '../../../../provider-shim/resources/run-state';
import { jobOf } from './job';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
let caller: AbortController;
let call: Parameters<typeof createJob>[3];

const job = (id: number, more: object = {}): LogpushJob =>
  jobOf({ id, name: 'edge', destination_conf: 'https://logs.example.com/?header_X=one', ...more });
const WANTED = job(1);
const DECLARED = { zoneId: ZONE, destination: WANTED.destination_conf, settings: settingsOf(WANTED) };

/** What an earlier configuration declared. */
const EARLIER = job(1, { enabled: true });

const meaningOf = (of: LogpushJob): string =>
  declaredMeaning({ destination: of.destination_conf, settings: settingsOf(of) });

/** What the service has, what it is asked for, and what is recorded. */
let held: LogpushJob[];
let asked: string[];
let recorded: string[];
/** What the service does with a creation. */
let create: () => Promise<LogpushJob>;
/** What happens after each list. */
let afterList: () => void;

beforeEach(() => {
  held = [];
  asked = [];
  recorded = [];
  caller = new AbortController();
  call = { signal: caller.signal, log: () => undefined, diagnostics: new Diagnostics() };
  create = () => Promise.resolve(make());
  afterList = () => undefined;
});

function make(more: object = {}): LogpushJob {
  const made = job(Math.max(0, ...held.map(({ id }) => id)) + 1, more);
  held = [...held, made];
  return made;
}

function lost(outcome: ServiceError['outcome']): ServiceError {
  const request = { method: 'POST', path: '/logpush/jobs' };
  const kind = outcome === 'unknown' ? 'unreachable' : 'invalid';
  return new ServiceError({
    ...{ kind, outcome, request, seen: 'the answer was lost', hint: '', errors: [] },
    ...{ transient: false, attempts: 1 },
  });
}

/** A provider with an interrupted creation for each of these, made as a job of this id, if that is known. */
function client(
  interrupted: readonly { readonly made: number | null; readonly before?: readonly number[] }[] = [],
) {
  const creations = interrupted.map(({ made, before = [] }, index) => ({
    token: `earlier-${index}`,
    record: { made, before, zoneId: ZONE },
    matches: (text: string) => text === meaningOf(WANTED) || text === meaningOf(EARLIER),
  })) as unknown as readonly InterruptedCreation[];
  return {
    runState: new RunState(),
    api: {
      listedDetails: () => Promise.resolve({ name: null }),
      listLogpushJobs: async () => {
        asked.push('list');
        const now = held;
        afterList();
        return now;
      },
      createLogpushJob: () => {
        asked.push('create');
        return create();
      },
      updateLogpushJob: (_zoneId: string, { id }: LogpushJob, body: LogpushJobInput) => {
        asked.push(`update ${id}: ${Object.keys(body).join(', ')}`);
        return Promise.resolve({ ...held.find((one) => one.id === id), ...body });
      },
      deleteLogpushJob: (_zoneId: string, id: number) => {
        asked.push(`delete ${id}`);
        held = held.filter((one) => one.id !== id);
        return Promise.resolve();
      },
    },
    creationRecords: {
      interrupted: () => Promise.resolve(creations),
      take: ({ token }: InterruptedCreation) => token,
      open: () => {
        recorded.push('open');
        return 'token';
      },
      made: (token: string, id: number, as?: string) =>
        recorded.push(`${token} made ${id}${as === meaningOf(WANTED) ? ' as declared' : ''}`),
      remove: (_zoneId: string, token: string) => recorded.push(`${token} removed`),
    },
  } as unknown as Configured;
}

const created = async (from = client(), declared = DECLARED): Promise<number | undefined> =>
  (await createJob(from, declared, {}, call))?.job.id;

/** Beside what equals it, before and after: test/e2e/lifecycle/job.ts. */
test('a creation is recorded before it is sent, and with the id of the job afterwards', async () => {
  create = () => {
    expect(recorded).toEqual(['open']);
    return Promise.resolve(make());
  };
  expect(await created()).toBe(1);
  expect([asked, recorded]).toEqual([
    ['list', 'create'],
    ['open', 'token made 1'],
  ]);
});

describe('a creation that is answered with a job that is another one', () => {
  const refusal = (id: number) =>
    expect.objectContaining({ severity: 'error', summary: expect.stringContaining(`with job ${id}, which`) });

  test.each(['none', 'one'])('is refused where that was there before, also if it made %s', async (made) => {
    held = [job(1, { enabled: true }), job(2)];
    create = () => (made === 'one' && make(), Promise.resolve(job(2)));
    expect(await created()).toBeUndefined();
    expect(call.diagnostics.all).toEqual([refusal(2)]);
    // The record stays.
    expect([asked, recorded]).toEqual([['list', 'create'], ['open']]);
  });

  test('is refused where that was there before, also in an answer that cannot be read', async () => {
    held = [job(2)];
    create = () => Promise.reject(lost('unknown').with({ accepted: { id: 2 } }));
    expect(await created()).toBeUndefined();
    expect(call.diagnostics.all).toEqual([refusal(2)]);
  });

  test('is refused where this run made that in the meantime', async () => {
    const another = { ...DECLARED, settings: { ...DECLARED.settings, name: 'another' } };
    create = () => Promise.resolve(job(1));
    const from = client();
    expect(await Promise.all([created(from), created(from, another)])).toEqual([1, undefined]);
    expect(call.diagnostics.all).toEqual([refusal(1)]);
  });
});

const SECRET = { destination_conf: 'https://logs.example.com/?header_X=oneandmore' };
const ON: object = { enabled: true };
const fails = (): never => {
  throw lost('refused').with({ seen: 'the list failed' });
};

/** Jobs by what differs in them: those that were there before, and those that are there once the answer is lost. */
test.each<
  readonly [string, before: readonly object[], meanwhile: readonly object[], made: number | undefined]
>([
  ['nothing', [], [], undefined],
  ['the job', [], [{}], 1],
  ['the job beside what equals it', [{}], [{}], 2],
  ['only what equals it and was there before', [{}], [], undefined],
  ['what equals it and was there before, and one that differs', [{}], [ON], undefined],
  ['one that differs', [], [ON], undefined],
  ['one with another secret', [], [SECRET], undefined],
  ['one that differs, and the job', [ON], [SECRET, {}], 3],
])('where the answer to a creation is lost, the zone has: %s', async (_what, before, meanwhile, made) => {
  before.forEach(make);
  create = () => (meanwhile.forEach(make), Promise.reject(lost('unknown')));
  const answer = created().catch(({ message }: Error) => message);
  expect(await answer).toEqual(made ?? expect.stringContaining('the answer was lost'));
  // Without it, the record stays, for the next run.
  expect([call.diagnostics.all, asked, recorded]).toEqual([
    ...[[], ['list', 'create', 'list']],
    made ? ['open', `token made ${made}`] : ['open'],
  ]);
});

test.each<readonly [string, () => unknown, readonly string[]]>([
  ['the list fails as well', () => void (afterList = fails), ['list', 'create', 'list']],
  ['the run is being stopped', () => caller.abort(), ['list', 'create']],
])('where %s, nobody knows what a creation made, and its record stays', async (_case, happens, asks) => {
  create = () => (make(), happens(), Promise.reject(lost('unknown')));
  await expect(created()).rejects.toThrow('the answer was lost');
  expect([asked, recorded]).toEqual([asks, ['open']]);
});

test.each<readonly [string, ServiceError, ...(readonly string[])]>([
  ['is refused leaves no record', lost('refused'), 'token removed'],
  ['was not sent leaves no record', lost('not-sent'), 'token removed'],
  [
    'has an answer that only names the job is recorded as made',
    lost('unknown').with({ accepted: { id: 3 } }),
    'token made 3',
  ],
])('a creation that %s', async (_case, error, record) => {
  create = () => Promise.reject(error);
  await expect(created()).rejects.toThrow('the answer was lost');
  expect([asked, recorded]).toEqual([
    ['list', 'create'],
    ['open', record],
  ]);
});

describe('what an interrupted run left over', () => {
  test('is told from an equal job of others by what was there before', async () => {
    held = [job(1), job(2)];
    expect(await created(client([{ made: null, before: [1] }]))).toBe(2);
  });

  test('is taken once, though two are declared alike', async () => {
    held = [job(1)];
    const from = client([{ made: 1 }]);
    expect(await Promise.all([created(from), created(from)])).toEqual([1, 2]);
  });

  test('is looked at again before it is changed, and left alone once somebody changed it', async () => {
    held = [EARLIER];
    afterList = () => (held = [{ ...EARLIER, filter: '{}' }]);
    expect(await created(client([{ made: 1 }]))).not.toBe(1);
    expect(asked).toEqual(['list', 'list', 'create']);
  });

  test('is forgotten where it is gone', async () => {
    expect(await created(client([{ made: 7 }]))).toBe(1);
    expect(recorded).toEqual(['earlier-0 removed', 'open', 'token made 1']);
  });
});
