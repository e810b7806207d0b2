import { refusedDocument } from '../control/control-error';
import { zoneById } from '../control/zone-by-id';
import { jobsInOrder } from '../logpush/logpush-state';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { logEntries } from './log-entry';
import { recordsFor, takesRequests } from './make-records';
import { addRecords } from './pending-records';
import type { PushScope } from './push-job';
import { pushJob } from './push-job';
import { readTraffic } from './read-traffic';
import type { TrafficControl, TrafficReport } from './traffic';

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

const NO_JOB = 'the zone has no enabled job of the dataset http_requests, so no log entry was made';

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

/** One job after the other, so that files and identifiers come in the same order in every run. */
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
