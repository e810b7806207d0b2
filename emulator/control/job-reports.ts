import { type DeliveredFile, type Destinations } from '../destinations/destinations';
import {
  parseDestination,
  publicDestination,
  shownDestination,
  withoutSecrets,
} from '../destinations/destination';
import { jobsInOrder } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import { zoneById } from './zones';

/** How a log push job fares and what arrived at its destination, without secrets. Times are ISO 8601. */
export interface JobReport {
  /** Its number. */
  readonly id: number;
  /** Null if it has none. */
  readonly name: string | null;
  /** What is logged, e.g. `http_requests`. */
  readonly dataset: string;
  /** Whether log entries are delivered. */
  readonly enabled: boolean;
  /** Where they go, without secrets. */
  readonly destination: string;
  /** Names of the fields in each log entry. */
  readonly fields: readonly string[];
  /** Log entries that wait for the next push. */
  readonly waiting: number;
  /** ISO 8601; null before the first push. */
  readonly lastComplete: string | null;
  /** Null if the last push succeeded. */
  readonly lastError: string | null;
  /** Why the last push failed, without secrets; null if it succeeded. */
  readonly errorMessage: string | null;
  /** How many files arrived at its destination, whoever delivered them. */
  readonly delivered: number;
  /** The newest five of them, newest first, each with at most 16,384 characters of its text. */
  readonly files: readonly DeliveredFile[];
}

const NEWEST_FILES = 5;

const SHOWN_CHARACTERS = 16_384;

/** The jobs of a zone. @throws NotThereError if there is no such zone */
export function jobReports(service: Service, zoneId: string): readonly JobReport[] {
  const { logpush } = zoneById(service, zoneId);
  return jobsInOrder(logpush).map((job) => {
    const files = filesAt(service.destinations, job.destination_conf);
    return {
      id: job.id,
      name: job.name,
      dataset: job.dataset,
      enabled: job.enabled,
      destination: shownDestination(job.destination_conf),
      fields: outputOf(job).fieldNames,
      waiting: logpush.pending.get(job.id)?.length ?? 0,
      lastComplete: job.last_complete,
      lastError: job.last_error,
      errorMessage: job.error_message === null ? null : withoutSecrets(job.error_message),
      delivered: files.length,
      files: files.slice(-NEWEST_FILES).reverse().map(fileInShort),
    };
  });
}

function fileInShort({ destination, name, at, text }: DeliveredFile): DeliveredFile {
  return { destination: shownDestination(destination), name, at, text: text.slice(0, SHOWN_CHARACTERS) };
}

/** The files at this destination, in whose names `{DATE}` is filled in and secrets are removed. */
function filesAt(destinations: Destinations, destination: string): readonly DeliveredFile[] {
  const parsed = parseDestination(destination);
  if (!parsed.ok) return [];
  const parts = publicDestination(parsed.destination).split('{DATE}');
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const form = new RegExp(`^${literal.join('\\d{8}')}$`);
  return destinations.files(parts[0]).filter((file) => form.test(file.destination));
}
