import type { Clock } from '../service/clock';
import { jobsInOrder } from '../logpush/logpush-state';
import { logEntries, recordsFor, takesRequests } from '../logs/make-records';
import { type PushScope, addRecords, pushJob } from '../logs/push-job';
import { type TrafficControl, type TrafficReport, readTraffic } from '../logs/traffic';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { refusedDocument } from './control-error';
import { zoneById } from './zones';

/** Traffic through the zones of this service. */
export function createTraffic(service: Service): TrafficControl {
  const allZones = (): readonly Zone[] => [...service.state.zones.values()];
  return {
    send: (zoneId, requests, { push } = {}) => sendTraffic(service, zoneId, { requests, push }),
    sendDocument: (zoneId, document) => sendTraffic(service, zoneId, document),
    push: async (zoneId) => {
      const zones = zoneId === undefined ? allZones() : [zoneById(service, zoneId)];
      return { records: [], pushes: await pushZones(service, zones, 'all') };
    },
    pushDue: async () => ({ records: [], pushes: await pushZones(service, allZones(), 'due') }),
  };
}

const NO_JOB = 'the zone has no enabled job for the dataset http_requests, so there are no log entries';

async function sendTraffic(service: Service, zoneId: string, document: unknown): Promise<TrafficReport> {
  const zone = zoneById(service, zoneId);
  const read = readTraffic(document, zone.name);
  if (!read.ok) throw refusedDocument('This traffic cannot be sent:', read.problems);
  const entries = logEntries(service, zone, read.value.exchanges);
  const records = jobsInOrder(zone.logpush)
    .filter(takesRequests)
    .map((job) => {
      const made = recordsFor(job, entries);
      addRecords(zone, job.id, made);
      return { job: job.id, count: made.length };
    });
  const pushes = await pushZones(service, [zone], read.value.push ? 'all' : 'due');
  return { records, pushes, ...(records.length === 0 && { note: NO_JOB }) };
}

/** Pushes one job after the other, so that files and identifiers have the same order in every run. */
async function pushZones(
  service: Service,
  zones: readonly Zone[],
  scope: PushScope,
): Promise<TrafficReport['pushes']> {
  const pushes: TrafficReport['pushes'][number][] = [];
  for (const zone of zones) {
    const waiting = jobsInOrder(zone.logpush).filter((job) => zone.logpush.pending.has(job.id));
    for (const { id } of waiting) pushes.push(...(await pushJob(service, zone, id, scope)));
  }
  return pushes;
}

const INTERVAL_MS = 1000;

/**
 * Pushes due log entries once a second if the clock runs by itself. With a virtual clock, whoever moves it pushes
 * them, so that the same run always pushes the same.
 *
 * @returns a function that ends this
 */
export function pushAsTimePasses(clock: Clock, traffic: Pick<TrafficControl, 'pushDue'>): () => void {
  if (!clock.runs) return () => undefined;
  let pushing = false;
  const timer = setInterval(() => {
    if (pushing) return;
    pushing = true;
    void traffic.pushDue().finally(() => {
      pushing = false;
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
