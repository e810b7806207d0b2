import { shownDestination, withoutSecrets } from '../destinations/destination';
import { jobsInOrder } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import { zoneById } from './zones';

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
