import { timestamp } from '../service/clock';
import { jobsInOrder, type LogpushJob } from '../logpush/logpush-state';
import { linesFor, logEntries, takesRequests } from '../logs/log-entries';
import { type TrafficControl, type TrafficReport, readTraffic } from '../logs/traffic';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { accepted } from './control-error';
import { zoneById } from './zones';
import { shownDestination, withoutSecrets } from '../destinations/destination';
import { outputOf } from '../logpush/output';

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
  const exchanges = accepted(readTraffic(document, zone.name), 'This traffic cannot be sent:');
  const entries = logEntries(service, zone, exchanges);
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

/** How a log push job fares, without secrets, and its log. Times are ISO 8601. */
export interface JobReport {
  /** Its number. */
  readonly id: number;
  /** Null if it has none. */
  readonly name: string | null;
  /** What is logged, e.g. `http_requests`. */
  readonly dataset: string;
  /** Whether it is on. */
  readonly enabled: boolean;
  /** Where its log goes, without secrets. */
  readonly destination: string;
  /** Names of the fields in each log entry. */
  readonly fields: readonly string[];
  /** Its settings that change nothing here, as `filter`. */
  readonly notSimulated: readonly string[];
  /** ISO 8601; null before the first log entries. */
  readonly lastComplete: string | null;
  /** Null if its destination took the last ones. */
  readonly lastError: string | null;
  /** Why it did not, without secrets; null if it did. */
  readonly errorMessage: string | null;
  /** How many of its log entries are kept. */
  readonly logged: number;
  /** The newest five of them, newest first: a line of JSON each. */
  readonly newest: readonly string[];
}

const NEWEST = 5;

/** The jobs of a zone. @throws NotThereError if there is no such zone */
export function jobReports(service: Service, zoneId: string): readonly JobReport[] {
  const { logpush } = zoneById(service, zoneId);
  return jobsInOrder(logpush).map((job) => {
    const lines = logpush.lines.get(job.id) ?? [];
    const { fieldNames, notSimulated } = outputOf(job);
    return {
      id: job.id,
      name: job.name,
      dataset: job.dataset,
      enabled: job.enabled,
      destination: shownDestination(job.destination_conf),
      fields: fieldNames,
      notSimulated,
      lastComplete: job.last_complete,
      lastError: job.last_error,
      errorMessage: job.error_message === null ? null : withoutSecrets(job.error_message),
      logged: lines.length,
      newest: lines.slice(-NEWEST).reverse(),
    };
  });
}
