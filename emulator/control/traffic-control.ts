import { timestamp } from '../service/clock';
import { jobsInOrder, type LogpushJob } from '../logpush/logpush-state';
import { linesFor, logEntries, takesRequests } from '../logs/log-entries';
import { type TrafficControl, type TrafficReport, readTraffic } from '../logs/traffic';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { refusedDocument } from './control-error';
import { zoneById } from './zones';

/** Traffic through the zones of this service. */
export function createTraffic(service: Service): TrafficControl {
  return {
    send: (zoneId, requests) => sendTraffic(service, zoneId, { requests }),
    sendDocument: (zoneId, document) => sendTraffic(service, zoneId, document),
  };
}

const NO_JOB = 'the zone has no enabled job for the dataset http_requests, so there are no log entries';

/** How many of the newest lines of each job are kept. */
const KEPT_LINES = 1000;

function sendTraffic(service: Service, zoneId: string, document: unknown): TrafficReport {
  const zone = zoneById(service, zoneId);
  const read = readTraffic(document, zone.name);
  if (!read.ok) throw refusedDocument('This traffic cannot be sent:', read.problems);
  const entries = logEntries(service, zone, read.value);
  const logs = jobsInOrder(zone.logpush)
    .filter(takesRequests)
    .map((job) => {
      const lines = linesFor(job, entries);
      if (lines.length > 0) noteLines(service, zone, job, lines);
      return { job: job.id, lines };
    });
  return { logs, ...(logs.length === 0 && { note: NO_JOB }) };
}

/** Keeps the lines, and what the job says of its health then (docs/internals/service.md 5.2). */
function noteLines(service: Service, zone: Zone, job: LogpushJob, lines: readonly string[]): void {
  const { lines: kept, jobs } = zone.logpush;
  kept.set(job.id, [...(kept.get(job.id) ?? []), ...lines].slice(-KEPT_LINES));
  const now = timestamp(service.clock.now());
  const outcome = service.destinations.outcomeAt(job.destination_conf);
  const health = outcome.ok
    ? { last_complete: now, last_error: null, error_message: null }
    : { last_error: now, error_message: outcome.message };
  jobs.set(job.id, { ...job, ...health });
}
