import { isRecord } from '../../schema';
import type { WrittenZone } from './output';

/** What an adoption was asked for; a run with anything else is another adoption. */
export interface AdoptionRequest {
  readonly as: 'ts' | 'hcl';
  /** The address of the service. */
  readonly service: string;
  /** Zones by name or id, as they were given; `all` for all that the credentials see. */
  readonly zones: 'all' | readonly string[];
}

/** A finding of a zone or an account, for the list of what is not adopted. */
export interface ReportedFinding {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A zone that is done. */
export interface DoneZone extends WrittenZone {
  readonly findings: readonly ReportedFinding[];
  /** Variables whose values the service did not show. */
  readonly withoutValue: readonly string[];
}

/** A line of the file that an adoption keeps in its folder: it has no secrets. */
export type ProgressLine =
  | { readonly kind: 'request'; readonly request: AdoptionRequest }
  /** Before a file is written: its path, and the SHA-256 of its text. */
  | { readonly kind: 'file'; readonly path: string; readonly sha256: string }
  | { readonly kind: 'zone'; readonly zone: DoneZone };

/** How far an adoption is. */
export interface Progress {
  readonly request: AdoptionRequest;
  /** The SHA-256 of each version of a file that was, or may have been, written. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** By id. */
  readonly zones: ReadonlyMap<string, DoneZone>;
}

/** Reads the file, except for a last line that was not written to its end. Undefined if it is not such a file. */
export function parseProgress(text: string): Progress | undefined {
  const lines = text.split('\n').slice(0, -1).map(parseLine);
  const [first] = lines;
  if (first?.kind !== 'request' || lines.some((line) => line === undefined)) return undefined;
  const files = new Map<string, readonly string[]>();
  const zones = new Map<string, DoneZone>();
  for (const line of lines) {
    if (line?.kind === 'file') files.set(line.path, [...(files.get(line.path) ?? []), line.sha256]);
    if (line?.kind === 'zone') zones.set(line.zone.id, line.zone);
  }
  return { request: first.request, files, zones };
}

function parseLine(text: string): ProgressLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isRecord(line) && typeof line['kind'] === 'string' ? (line as unknown as ProgressLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether two requests lead to the same folder. */
export function sameRequest(one: AdoptionRequest, other: AdoptionRequest): boolean {
  return (
    JSON.stringify([one.as, one.service, sorted(one)]) ===
    JSON.stringify([other.as, other.service, sorted(other)])
  );
}

function sorted({ zones }: AdoptionRequest): unknown {
  return zones === 'all' ? zones : [...new Set(zones)].sort();
}
