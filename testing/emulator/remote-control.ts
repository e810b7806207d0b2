import type {
  ClockReport,
  CountedFaultRule,
  DeliveredFile,
  ExpectedRequest,
  ExpectOptions,
  FaultRule,
  JournalEntry,
  SeedDocument,
  Snapshot,
  TrafficReport,
  TrafficRequest,
  ZoneDocument,
  ZoneView,
} from '../../emulator';
import { CONTROL_PATH } from '../../emulator';

/**
 * What a test does with an emulator in another process, over its control API. It is the `control` of an emulator in this
 * process, with promises.
 *
 * @see docs/emulator.md
 */
export interface RemoteControl {
  /** Back to the seed; journal, faults and deliveries are empty. */
  reset(): Promise<void>;
  /** Replaces the whole state. */
  seed(document: SeedDocument | string): Promise<void>;
  /** The whole state, for `restore`. */
  snapshot(): Promise<Snapshot>;
  /** Puts a snapshot in the place of the whole state. */
  restore(snapshot: Snapshot): Promise<void>;
  /** What each zone has. */
  zones(): Promise<readonly ZoneView[]>;
  /** The whole zone as a seed says it. */
  zone(zoneId: string): Promise<ZoneDocument>;
  /** Changes anything of a zone behind the client's back, by a JSON merge patch (RFC 7396). */
  patchZone(zoneId: string, patch: unknown): Promise<ZoneDocument>;
  /** Writes a ruleset behind the client's back. */
  saveRuleset(zoneId: string, phase: string, document: unknown): Promise<unknown>;
  /** Deletes a ruleset behind the client's back. */
  deleteRuleset(zoneId: string, phase: string): Promise<void>;
  /** The requests to the service so far. */
  journal(): Promise<readonly JournalEntry[]>;
  /** Forgets the requests so far. */
  clearJournal(): Promise<void>;
  /** Compares the journal with what a test expects. Rejects with a table of both. */
  expectRequests(expected: readonly ExpectedRequest[], options?: ExpectOptions): Promise<void>;
  /** Puts these faults in the place of all earlier ones. */
  putFaults(rules: readonly FaultRule[]): Promise<void>;
  /** The faults, and how often each was applied. */
  faults(): Promise<readonly CountedFaultRule[]>;
  /** Sends requests through a zone, which leaves log entries at the destinations of its jobs. */
  sendTraffic(zoneId: string, requests: readonly TrafficRequest[]): Promise<TrafficReport>;
  /** What arrived at destinations that begin so. @param prefix @default all */
  deliveries(prefix?: string): Promise<readonly DeliveredFile[]>;
  /** Moves a virtual clock forward. */
  advanceClock(seconds: number): Promise<ClockReport>;
}

/** A control of the emulator that listens at this address, `http://127.0.0.1:<port>`. */
export function remoteControl(url: string): RemoteControl {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${CONTROL_PATH}${path}`, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new Error(`${method} ${CONTROL_PATH}${path} was answered with ${response.status}: ${reason(text)}`);
  };
  const zone = (id: string): string => `/zones/${encodeURIComponent(id)}`;
  return {
    reset: () => call('POST', '/reset'),
    seed: (document) => call('POST', '/seed', document),
    snapshot: () => call('GET', '/snapshot'),
    restore: (snapshot) => call('PUT', '/snapshot', snapshot),
    zones: () => call('GET', '/zones'),
    zone: (id) => call('GET', zone(id)),
    patchZone: (id, patch) => call('PATCH', zone(id), JSON.stringify(patch)),
    saveRuleset: (id, phase, document) => call('PUT', `${zone(id)}/rulesets/${phase}`, document),
    deleteRuleset: (id, phase) => call('DELETE', `${zone(id)}/rulesets/${phase}`),
    journal: () => call('GET', '/journal'),
    clearJournal: () => call('DELETE', '/journal'),
    expectRequests: (expected, options) => call('POST', '/journal/assert', { ...options, expected }),
    putFaults: (rules) => call('PUT', '/faults', rules),
    faults: () => call('GET', '/faults'),
    sendTraffic: (id, requests) => call('POST', `${zone(id)}/traffic`, { requests }),
    deliveries: (prefix) =>
      call('GET', `/deliveries${prefix === undefined ? '' : `?destination=${encodeURIComponent(prefix)}`}`),
    advanceClock: (seconds) => call('POST', '/clock/advance', { seconds }),
  };
}

/** The error of the control API, or the beginning of whatever came. */
function reason(text: string): string {
  try {
    const { error, problems } = JSON.parse(text) as { error?: string; problems?: unknown };
    return [error ?? text, ...(problems === undefined ? [] : [JSON.stringify(problems, null, 2)])].join('\n');
  } catch {
    return text.slice(0, 500);
  }
}
