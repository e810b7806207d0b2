import { gunzipSync } from 'node:zlib';
import { emptyService } from '../../../emulator/create-emulator';
import { createTraffic } from '../../../emulator/control/traffic-control';
import type { Destinations, Upload, UploadOutcome } from '../../../emulator/destinations/destinations';
import { virtualClock } from '../../../emulator/service/clock';
import { seededIdentifiers } from '../../../emulator/service/identifiers';
import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import { DESCRIPTION_MEMBERS } from '../../../emulator/logpush/read-job';
import type { Exchange, TrafficControl } from '../../../emulator/logs/traffic';
import type { LogEntry } from '../../../emulator/logs/field-values';
import { DEFAULT_SEED, DEFAULT_ZONE_ID } from '../../../emulator/seed/default-seed';
import { loadSeed, readSeed } from '../../../emulator/seed/load-seed';
import type { Service } from '../../../emulator/service/service';
import type { ServiceSettings } from '../../../emulator/service/settings';
import type { Zone } from '../../../emulator/service/zone';

export const START = Date.parse('2025-01-01T00:00:00.000Z');

/** A job that logs request identifiers to memory, unless told otherwise. */
export function jobOf(parts: Partial<LogpushJob> = {}): LogpushJob {
  const unset = Object.fromEntries(DESCRIPTION_MEMBERS.map((name) => [name, null]));
  return {
    ...(unset as unknown as LogpushJob),
    id: 1,
    dataset: 'http_requests',
    enabled: true,
    kind: '',
    destination_conf: 's3://logs/zone?region=x',
    logpull_options: 'fields=RayID',
    time_created: '2025-01-01T00:00:00.000000Z',
    last_complete: null,
    last_error: null,
    error_message: null,
    ...parts,
  };
}

/** A zone with these jobs, whose uploads a test decides on and looks at. */
export interface LogZone {
  readonly service: Service;
  readonly zone: Zone;
  readonly traffic: TrafficControl;
  readonly uploads: readonly Upload[];
  /** The uploads' contents, unpacked. */
  texts(): readonly string[];
  job(id?: number): LogpushJob | undefined;
  /** How many records wait. */
  waiting(id?: number): number;
  /** Answers the following uploads. */
  answer(upload: () => Promise<UploadOutcome>): void;
}

export function logZone(jobs: readonly Partial<LogpushJob>[], settings?: Partial<ServiceSettings>): LogZone {
  const uploads: Upload[] = [];
  let answer = (): Promise<UploadOutcome> => Promise.resolve({ ok: true });
  const destinations = {
    upload: (upload: Upload) => {
      uploads.push(upload);
      return answer();
    },
  } as Destinations;
  const service = emptyService({
    clock: virtualClock(START),
    identifiers: seededIdentifiers('logs'),
    destinations,
  });
  const seed = readSeed(DEFAULT_SEED, { settings: settings ?? {}, defaultModel: 'specification' });
  if (!seed.ok) throw new Error('the default seed is broken');
  loadSeed(service, seed.value, START);
  const zone = service.state.zones.get(DEFAULT_ZONE_ID) as Zone;
  for (const [index, job] of jobs.entries())
    zone.logpush.jobs.set(index + 1, jobOf({ id: index + 1, ...job }));
  return {
    service,
    zone,
    traffic: createTraffic(service),
    uploads,
    texts: () => uploads.map((upload) => gunzipSync(upload.content).toString()),
    job: (id = 1) => zone.logpush.jobs.get(id),
    waiting: (id = 1) => zone.logpush.pending.get(id)?.length ?? 0,
    answer: (upload) => {
      answer = upload;
    },
  };
}

/** Rules of the zone's custom log fields, stored as the service would. */
export function logFields(
  { zone }: LogZone,
  ...rules: readonly { readonly enabled?: boolean; readonly [list: string]: unknown }[]
): void {
  zone.rulesets.set('http_log_custom_fields', {
    id: 'f'.repeat(32),
    name: 'default',
    description: '',
    kind: 'zone',
    phase: 'http_log_custom_fields',
    version: '1',
    last_updated: '2025-01-01T00:00:00.000000Z',
    rules: rules.map(({ enabled = true, ...parameters }, index) => ({
      id: `${index}`.repeat(32),
      version: '1',
      action: 'log_custom_field',
      expression: 'true',
      description: '',
      enabled,
      ref: `${index}`,
      action_parameters: parameters,
      last_updated: '2025-01-01T00:00:00.000000Z',
    })),
  });
}

/** An exchange in which nothing stands out. */
export function exchangeOf(parts: Partial<Exchange> = {}): Exchange {
  return {
    method: 'GET',
    host: 'example.com',
    uri: '/',
    clientIp: '192.0.2.1',
    status: 200,
    bytes: 0,
    durationMs: 0,
    headers: { request: [], 'transformed request': [], response: [], 'transformed response': [] },
    isAttack: false,
    subrequests: [],
    ...parts,
  };
}

export function entryOf(parts: Partial<LogEntry> = {}): LogEntry {
  return {
    rayId: '0123456789abcdef',
    at: START,
    zoneName: 'example.com',
    exchange: exchangeOf(),
    customFields: { RequestHeaders: {}, Cookies: {}, ResponseHeaders: {} },
    parentRayId: '',
    subrequests: [],
    merged: [],
    ...parts,
  };
}
