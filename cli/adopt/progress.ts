import { isAbsolute } from 'node:path';
import { zoneNameKey } from '../../schema';
import { progressLines } from '../files/progress';
import type { DoneZone } from './language';

/** What a run of an adoption was asked for. */
export interface AdoptionRequest {
  readonly as: 'ts' | 'hcl';
  /** The address of the service. */
  readonly service: string;
  /** Zones by name or id, as they were given; `all` for all that the credentials see. */
  readonly zones: 'all' | readonly string[];
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
  const lines = progressLines<ProgressLine>(text, 'request');
  // What is written or removed by these paths is in the folder of the adoption.
  const isOutside = (path: unknown): boolean =>
    typeof path !== 'string' || isAbsolute(path) || path.split(/[\\/]/).includes('..');
  if (!lines || lines.some((line) => line.kind === 'file' && isOutside(line.path))) return undefined;
  const files = new Map<string, readonly string[]>();
  const zones = new Map<string, DoneZone>();
  let request: AdoptionRequest | undefined;
  for (const line of lines) {
    if (line.kind === 'file') files.set(line.path, [...(files.get(line.path) ?? []), line.sha256]);
    if (line.kind === 'zone') zones.set(line.zone.id, line.zone);
    // Each run begins with what it was asked for.
    if (line.kind === 'request') ({ request } = line);
  }
  return request && { request, files, zones };
}

/**
 * Why a run cannot continue an earlier one, in words; undefined when it can. Until a zone is done everything may differ;
 * after that the zones may, as long as those that are done are among them.
 */
export function differenceFrom({ request, zones }: Progress, now: AdoptionRequest): string | undefined {
  if (zones.size === 0) return undefined;
  if (request.as !== now.as) return `it is written as ${request.as}, and not as ${now.as}`;
  if (request.service !== now.service) return `it is of ${request.service}, and not of ${now.service}`;
  const { zones: wanted } = now;
  if (wanted === 'all') return undefined;
  const keys = wanted.map(zoneNameKey);
  const missing = [...zones.values()].filter(
    ({ id, name }) => !keys.includes(id) && !keys.includes(zoneNameKey(name)),
  );
  if (missing.length === 0) return undefined;
  return `it has zones that this run is not to adopt: ${missing.map(({ name, id }) => name || id).join(', ')}`;
}
