import type * as undici from 'undici';
import type {
  ClockReport,
  CountedFaultRule,
  DeliveredFile,
  FaultRule,
  JournalEntry,
  SeedDocument,
  Snapshot,
  TrafficReport,
  TrafficRequest,
  ZoneDocument,
  ZoneView,
  CONTROL_PATH,
} from '../../emulator';
import { fromOutside } from './outside';

/** Not loaded with the emulator, which needs globals that the environment of a test may not have. */
const PATH: typeof CONTROL_PATH = '/_control';

/**
 * Controls an emulator in another process over its control API. Like the `control` of an emulator in this process,
 * with promises.
 *
 * @see docs/guides/emulator.md
 */
export interface RemoteControl {
  /** Goes back to the seed; empties journal, faults and destinations. */
  reset(): Promise<void>;
  /** Replaces the whole state. */
  seed(document: SeedDocument | string): Promise<void>;
  /** The whole state, for `restore`. */
  snapshot(): Promise<Snapshot>;
  /** Replaces the whole state with a snapshot. */
  restore(snapshot: Snapshot): Promise<void>;
  /** A summary of each zone. */
  zones(): Promise<readonly ZoneView[]>;
  /** The whole zone, in the form of a seed. */
  zone(zoneId: string): Promise<ZoneDocument>;
  /** Changes anything in a zone behind the client's back, with a JSON merge patch (RFC 7396). */
  patchZone(zoneId: string, patch: unknown): Promise<ZoneDocument>;
  /** Writes a ruleset behind the client's back. */
  saveRuleset(zoneId: string, phase: string, document: unknown): Promise<unknown>;
  /** Deletes a ruleset behind the client's back. */
  deleteRuleset(zoneId: string, phase: string): Promise<void>;
  /** The requests to the service so far. */
  journal(): Promise<readonly JournalEntry[]>;
  /** Forgets the requests so far. */
  clearJournal(): Promise<void>;
  /** Replaces all faults with these. */
  putFaults(rules: readonly FaultRule[]): Promise<void>;
  /** The faults, and how often each was applied. */
  faults(): Promise<readonly CountedFaultRule[]>;
  /** Sends requests through a zone. Each enabled `http_requests` job gets their log entries. */
  sendTraffic(zoneId: string, requests: readonly TrafficRequest[]): Promise<TrafficReport>;
  /** The files that test destinations or prove ownership, of those that begin with the prefix. @param prefix @default all */
  deliveries(prefix?: string): Promise<readonly DeliveredFile[]>;
  /** Moves a virtual clock forward. */
  advanceClock(seconds: number): Promise<ClockReport>;
}

/**
 * A control of the emulator that listens at this address, `http://127.0.0.1:<port>`.
 *
 * @param token its control token
 */
export function remoteControl(url: string, token: string): RemoteControl {
  // Neither the global fetch nor node:http: the environment of a test has its own, or replaces them.
  const { Agent, request } = fromOutside('undici') as typeof undici;
  // No connection stays that would keep the process of the tests.
  const dispatcher = new Agent({ pipelining: 0, connect: { rejectUnauthorized: true } });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { statusCode: status, body: answer } = await request(`${url}${PATH}${path}`, {
      method: method as 'GET',
      headers: { authorization: `Bearer ${token}` },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      dispatcher,
    });
    const text = await answer.text();
    if (status < 400) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new Error(`${method} ${PATH}${path} failed with status ${status}: ${reason(text)}`);
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
    putFaults: (rules) => call('PUT', '/faults', rules),
    faults: () => call('GET', '/faults'),
    sendTraffic: (id, requests) => call('POST', `${zone(id)}/traffic`, { requests }),
    deliveries: (prefix) =>
      call('GET', `/deliveries${prefix === undefined ? '' : `?destination=${encodeURIComponent(prefix)}`}`),
    advanceClock: (seconds) => call('POST', '/clock/advance', { seconds }),
  };
}

/** The error of the control API, or the beginning of any other answer. */
function reason(text: string): string {
  try {
    const { error, problems } = JSON.parse(text) as { error?: string; problems?: unknown };
    return [error ?? text, ...(problems === undefined ? [] : [JSON.stringify(problems, null, 2)])].join('\n');
  } catch {
    return text.slice(0, 500);
  }
}
