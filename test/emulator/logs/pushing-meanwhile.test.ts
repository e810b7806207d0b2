import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import { DEFAULT_ZONE_ID } from '../../../emulator/seed/default-seed';
import type { LogZone } from './log-zone';
import { jobOf, logZone, START } from './log-zone';

const requests = (count: number) => Array.from({ length: count }, () => ({}));

const lines = (text: string) => text.split('\n').length - 1;

const counts = (zone: LogZone) => zone.texts().map(lines);

/** Sends without pushing. */
const leave = (zone: LogZone, count: number) =>
  zone.traffic.send(DEFAULT_ZONE_ID, requests(count), { push: false });

const REFUSED = { ok: false, message: 'access denied' } as const;

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
