import { ControlError } from '../../../emulator/control/control-error';
import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import { KEPT_RECORDS, putBack } from '../../../emulator/logs/push-job';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator/seed/default-seed';
import type { LogZone } from './log-zone';
import { jobOf, logZone, START } from './log-zone';

const requests = (count: number) => Array.from({ length: count }, () => ({}));

const lines = (text: string) => text.split('\n').length - 1;

const counts = (zone: LogZone) => zone.texts().map(lines);

/** Sends without pushing. */
const leave = (zone: LogZone, count: number) =>
  zone.traffic.send(DEFAULT_ZONE_ID, requests(count), { push: false });

const REFUSED = { ok: false, message: 'access denied' } as const;

describe('sending traffic', () => {
  it('creates records for each enabled job for http_requests, and pushes them at once', async () => {
    const zone = logZone([{}, { enabled: false }, { dataset: 'dns_logs' }, { destination_conf: 'r2://b' }]);
    expect(await zone.traffic.send(DEFAULT_ZONE_ID, requests(3))).toEqual({
      records: [
        { job: 1, count: 3 },
        { job: 4, count: 3 },
      ],
      pushes: [
        { job: 1, records: 3 },
        { job: 4, records: 3 },
      ],
    });
    expect(zone.uploads.map((upload) => upload.destination)).toEqual(['s3://logs/zone?region=x', 'r2://b']);
    expect([1, 2, 3, 4].map((id) => zone.waiting(id))).toEqual([0, 0, 0, 0]);
  });

  it('pushes nothing if there are no records', async () => {
    const zone = logZone([{ logpull_options: 'fields=RayID&sample=0' }]);
    expect(await zone.traffic.send(DEFAULT_ZONE_ID, requests(3))).toEqual({
      records: [{ job: 1, count: 0 }],
      pushes: [],
    });
    expect(zone.job()?.last_complete).toBeNull();
  });

  it('does not affect another zone', async () => {
    const zone = logZone([{}]);
    expect(await zone.traffic.send(PROFESSIONAL_ZONE_ID, requests(1))).toEqual({
      records: [],
      pushes: [],
      note: 'the zone has no enabled job for the dataset http_requests, so there are no log entries',
    });
  });

  it('sends nothing if a request is broken or the zone does not exist', async () => {
    const zone = logZone([{}]);
    const broken = [{}, { path: 'no slash' }];
    await expect(zone.traffic.send(DEFAULT_ZONE_ID, broken)).rejects.toThrow(ControlError);
    await expect(zone.traffic.send('nowhere', requests(1))).rejects.toThrow("There is no zone 'nowhere'");
    expect([zone.uploads, zone.waiting(), zone.service.identifiers.issued()]).toEqual([[], 0, 0]);
  });
});

describe('waiting records', () => {
  it('are pushed together with new ones', async () => {
    const zone = logZone([{}]);
    expect(await leave(zone, 2)).toEqual({ records: [{ job: 1, count: 2 }], pushes: [] });
    expect([zone.waiting(), zone.uploads]).toEqual([2, []]);
    await zone.traffic.send(DEFAULT_ZONE_ID, requests(1));
    expect(counts(zone)).toEqual([3]);
    expect(await zone.traffic.push()).toEqual({ records: [], pushes: [] });
  });

  it('are pushed with their zone, and with no other', async () => {
    const zone = logZone([{}]);
    await leave(zone, 2);
    expect(await zone.traffic.push(PROFESSIONAL_ZONE_ID)).toEqual({ records: [], pushes: [] });
    expect(await zone.traffic.push(DEFAULT_ZONE_ID)).toEqual({
      records: [],
      pushes: [{ job: 1, records: 2 }],
    });
    await expect(zone.traffic.push('nowhere')).rejects.toThrow("There is no zone 'nowhere'");
  });

  it.each<[string, Partial<LogpushJob>, number]>([
    ['30 seconds, unless the job says so', {}, 30],
    ['30 seconds for 0', { max_upload_interval_seconds: 0 }, 30],
    ['the interval of the job', { max_upload_interval_seconds: 120 }, 120],
  ])('are due after %s', async (_name, job, seconds) => {
    const zone = logZone([job]);
    await leave(zone, 1);
    zone.service.clock.advance(seconds * 1000 - 1);
    await leave(zone, 1);
    expect([await zone.traffic.pushDue(), zone.waiting()]).toEqual([{ records: [], pushes: [] }, 2]);
    zone.service.clock.advance(1);
    expect(await zone.traffic.pushDue()).toEqual({ records: [], pushes: [{ job: 1, records: 2 }] });
    expect(await zone.traffic.pushDue()).toEqual({ records: [], pushes: [] });
  });

  it('are due with traffic after the interval, if nothing pushed them before', async () => {
    const zone = logZone([{}]);
    await leave(zone, 1);
    zone.service.clock.advance(30_000);
    expect((await leave(zone, 1)).pushes).toEqual([{ job: 1, records: 2 }]);
  });

  it('are pushed in full files at a limit; the rest continues to wait', async () => {
    const zone = logZone([{ max_upload_records: 1000 }]);
    await leave(zone, 999);
    expect([zone.uploads.length, zone.waiting()]).toEqual([0, 999]);
    expect((await leave(zone, 1500)).pushes).toEqual([
      { job: 1, records: 1000 },
      { job: 1, records: 1000 },
    ]);
    expect([counts(zone), zone.waiting()]).toEqual([[1000, 1000], 499]);
    await zone.traffic.push();
    expect(counts(zone)).toEqual([1000, 1000, 499]);
  });

  it('stay while their job is disabled', async () => {
    const zone = logZone([{}]);
    await leave(zone, 2);
    zone.zone.logpush.jobs.set(1, jobOf({ enabled: false }));
    expect([await zone.traffic.push(), zone.waiting()]).toEqual([{ records: [], pushes: [] }, 2]);
    zone.zone.logpush.jobs.set(1, jobOf());
    expect((await zone.traffic.push()).pushes).toEqual([{ job: 1, records: 2 }]);
  });
});

describe('docs/internals/service.md 5.2: the health of a job', () => {
  it('shows when the last push succeeded', async () => {
    const zone = logZone([{}]);
    zone.service.clock.advance(1234);
    await zone.traffic.send(DEFAULT_ZONE_ID, requests(1));
    expect(zone.job()).toEqual(jobOf({ last_complete: '2025-01-01T00:00:01.234000Z' }));
  });

  it('shows a failure, keeps the records, and clears the failure at the next success', async () => {
    const zone = logZone([{}]);
    await zone.traffic.send(DEFAULT_ZONE_ID, requests(1));
    zone.service.clock.advance(1000);
    zone.answer(() => Promise.resolve(REFUSED));
    const failed = await zone.traffic.send(DEFAULT_ZONE_ID, requests(2));
    expect(failed.pushes).toEqual([{ job: 1, records: 2, error: 'access denied' }]);
    expect(zone.waiting()).toBe(2);
    expect(zone.job()).toEqual(
      jobOf({
        last_complete: '2025-01-01T00:00:00.000000Z',
        last_error: '2025-01-01T00:00:01.000000Z',
        error_message: 'access denied',
      }),
    );
    zone.answer(() => Promise.resolve({ ok: true }));
    zone.service.clock.advance(1000);
    await zone.traffic.push();
    expect(counts(zone)).toEqual([1, 2, 2]);
    expect(zone.texts()[2]).toBe(zone.texts()[1]);
    expect(zone.job()).toEqual(jobOf({ last_complete: '2025-01-01T00:00:02.000000Z' }));
  });

  it('is separate for each job', async () => {
    const zone = logZone([{}, { destination_conf: 'r2://b' }]);
    zone.answer(() =>
      Promise.resolve(zone.uploads.at(-1)?.destination === 'r2://b' ? { ok: true } : REFUSED),
    );
    await zone.traffic.send(DEFAULT_ZONE_ID, requests(1));
    expect([zone.job(1)?.error_message, zone.job(2)?.error_message]).toEqual(['access denied', null]);
    expect([zone.waiting(1), zone.waiting(2)]).toEqual([1, 0]);
  });

  it('shows the first failed file, after which nothing is sent again or out of order', async () => {
    const zone = logZone([{ max_upload_records: 1000 }]);
    zone.answer(() => Promise.resolve(zone.uploads.length === 2 ? REFUSED : { ok: true }));
    const { pushes } = await zone.traffic.send(DEFAULT_ZONE_ID, requests(2500));
    expect(pushes).toEqual([
      { job: 1, records: 1000 },
      { job: 1, records: 1000, error: 'access denied' },
    ]);
    expect(zone.waiting()).toBe(1500);
    await zone.traffic.push();
    const [first, refused, second, third] = zone.texts();
    expect([first, second, third].map((text) => lines(text ?? ''))).toEqual([1000, 1000, 500]);
    expect(second).toBe(refused);
  });
});

it('records whose destination refuses them are kept up to a limit, the newest ones', () => {
  const { zone } = logZone([{}]);
  const record = (at: number) => ({ at, text: String(at) });
  const old = Array.from({ length: KEPT_RECORDS }, (_, index) => record(index));
  zone.logpush.pending.set(1, [record(KEPT_RECORDS), record(KEPT_RECORDS + 1)]);
  putBack(zone, 1, old);
  const kept = zone.logpush.pending.get(1) ?? [];
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([KEPT_RECORDS, record(2), record(KEPT_RECORDS + 1)]);
});

describe('records that no job logs', () => {
  const record = (at: number) => ({ at, text: String(at) });
  const records = (count: number) => Array.from({ length: count }, (_, index) => record(index));

  it.each<[string, Partial<LogpushJob>, number]>([
    ['leave in a full file at the limit of a job that has none', {}, 5],
    ['wait until a file is full that may hold more', { max_upload_records: 1_000_000 }, KEPT_RECORDS + 5],
  ])('%s', async (_name, job, expected) => {
    const { zone, traffic } = logZone([{ max_upload_interval_seconds: 300, ...job }]);
    const now = Date.parse('2025-01-01T00:00:00Z');
    zone.logpush.pending.set(
      1,
      records(KEPT_RECORDS + 4).map((each) => ({ ...each, at: now })),
    );
    await traffic.send(zone.id, [{}], { push: false });
    expect(zone.logpush.pending.get(1)?.length).toBe(expected);
  });
});

describe('while an upload is under way', () => {
  /** Sends, and holds the upload until `finish` is called. */
  function slowPush(jobs: readonly Partial<LogpushJob>[] = [{}]) {
    const zone = logZone(jobs);
    let finish: (outcome: Awaited<ReturnType<Parameters<LogZone['answer']>[0]>>) => void = () => {};
    zone.answer(() => new Promise((resolve) => (finish = resolve)));
    const sent = zone.traffic.send(DEFAULT_ZONE_ID, requests(2));
    return { ...zone, sent, finish: (outcome: Parameters<typeof finish>[0]) => finish(outcome) };
  }

  it('another push sends no record twice', async () => {
    const zone = slowPush();
    expect(zone.uploads).toHaveLength(1);
    expect(await zone.traffic.push()).toEqual({ records: [], pushes: [] });
    zone.finish({ ok: true });
    await zone.sent;
    await zone.traffic.push();
    expect(counts(zone)).toEqual([2]);
  });

  it('new records wait after those that are put back', async () => {
    const zone = slowPush();
    await leave(zone, 1);
    const [newest] = zone.zone.logpush.pending.get(1) ?? [];
    zone.finish(REFUSED);
    await zone.sent;
    expect(zone.waiting()).toBe(3);
    expect(zone.zone.logpush.pending.get(1)?.at(-1)).toBe(newest);
  });

  it('a change of the job stays, and its health is added', async () => {
    const zone = slowPush();
    zone.zone.logpush.jobs.set(1, jobOf({ name: 'changed', enabled: false }));
    zone.finish({ ok: true });
    await zone.sent;
    expect(zone.job()).toEqual(
      jobOf({ name: 'changed', enabled: false, last_complete: '2025-01-01T00:00:00.000000Z' }),
    );
  });

  it.each([{ ok: true } as const, REFUSED])(
    'a job that is deleted does not come back: %j',
    async (outcome) => {
      const zone = slowPush([{ max_upload_records: 1 }]);
      zone.zone.logpush.jobs.delete(1);
      zone.finish(outcome);
      expect((await zone.sent).pushes).toHaveLength(1);
      expect([zone.job(), zone.waiting(), zone.uploads.length]).toEqual([undefined, 0, 1]);
    },
  );

  it.each([{ ok: true } as const, REFUSED])('a reset leaves no trace of the push: %j', async (outcome) => {
    const zone = slowPush([{ max_upload_records: 1 }]);
    const fresh = logZone([{}]);
    zone.service.state = fresh.service.state;
    zone.finish(outcome);
    await zone.sent;
    expect([fresh.job(), fresh.waiting(), zone.uploads.length]).toEqual([jobOf(), 0, 1]);
  });

  it('the other files wait if the job is disabled, and go to its destination at that time', async () => {
    const zone = slowPush([{ max_upload_records: 1 }]);
    zone.zone.logpush.jobs.set(1, jobOf({ enabled: false }));
    zone.finish({ ok: true });
    expect((await zone.sent).pushes).toEqual([{ job: 1, records: 1 }]);
    expect(zone.waiting()).toBe(1);
    zone.zone.logpush.jobs.set(1, jobOf({ destination_conf: 'r2://moved' }));
    zone.answer(() => Promise.resolve({ ok: true }));
    await zone.traffic.push();
    expect(zone.uploads.map((upload) => upload.destination)).toEqual([
      's3://logs/zone?region=x',
      'r2://moved',
    ]);
  });

  it('the time of the success is that of its end', async () => {
    const zone = slowPush();
    zone.service.clock.advance(5000);
    zone.finish({ ok: true });
    await zone.sent;
    expect(Date.parse(zone.job()?.last_complete ?? '')).toBe(START + 5000);
  });
});
