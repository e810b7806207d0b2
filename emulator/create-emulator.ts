import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from './control/control';
import { createControl } from './control/control';
import { CONTROL_PATH, controlApp } from './control/control-app';
import type { Clock } from './determinism/clock';
import { timestamp, virtualClock } from './determinism/clock';
import { seededIdentifiers } from './determinism/identifiers';
import { createDestinations } from './destinations/create-destinations';
import { createFaults } from './faults/faults';
import { outcomeOf } from './faults/outcome';
import { strike } from './faults/strike';
import { readBody } from './http/read-body';
import { serviceApp } from './http/service-app';
import { createJournal } from './journal/journal';
import { journalBody } from './journal/journal-body';
import { redactedHeaders, redactor } from './journal/redact';
import { OPERATIONS } from './operations';
import { DEFAULT_SEED } from './seed/default-seed';
import type { SeedDocument } from './seed/seed-document';
import type { Service } from './service/service';
import type { ServiceSettings } from './service/settings';
import { DEFAULT_SETTINGS } from './service/settings';

export interface EmulatorOptions {
  /** A seed document, or the text of a seed file in JSON or YAML. @default DEFAULT_SEED */
  readonly seed?: SeedDocument | string;
  /** Wins over the options of every seed. @default - none */
  readonly settings?: Partial<ServiceSettings>;
  /** @default - a virtual clock that each write moves by one millisecond */
  readonly clock?: Clock;
  /** Identifiers follow from this text alone. @default 'zone' */
  readonly identifierSeed?: string;
  /** Where the object stores of log push jobs keep their files. @default - in memory */
  readonly destinationFolder?: string;
  /** Waits, for faults that delay. @default - real time */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** What the server layer knows of a request beyond HTTP. */
export interface Connection {
  /** Address of the other end. */
  readonly peer?: string;
}

/** The zone service in this process. */
export interface Emulator {
  /**
   * Answers a request to the service or to the control API. A fault that cuts the connection is a response
   * that `outcomeOf` tells from others. Rejects only on a bug of the emulator.
   */
  readonly handle: (request: Request, connection?: Connection) => Promise<Response>;
  readonly control: Control;
  /** First token and first key of the state; empty texts when it has none. */
  readonly credentials: () => EmulatorCredentials;
}

export interface EmulatorCredentials {
  readonly token: string;
  readonly email: string;
  readonly key: string;
}

/**
 * Creates an emulator; it listens nowhere and shares nothing with another one.
 *
 * @throws SeedError when the seed cannot be used
 * @example
 * const emulator = createEmulator();
 * const request = new Request('http://localhost/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/rulesets', {
 *   headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
 * });
 * const response = await emulator.handle(request);
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const clock = options.clock ?? virtualClock();
  const service: Service = {
    state: { zones: new Map(), credentials: { tokens: [], keys: [] }, settings: DEFAULT_SETTINGS },
    clock,
    identifiers: seededIdentifiers(options.identifierSeed ?? 'zone'),
    destinations: createDestinations({ clock, folder: options.destinationFolder }),
  };
  const wait = options.wait ?? ((milliseconds: number) => sleep(milliseconds));
  const journal = createJournal();
  const faults = createFaults();
  const initialSeed = options.seed ?? DEFAULT_SEED;
  const control = createControl({ service, journal, faults, initialSeed, settings: options.settings ?? {} });
  const app = serviceApp(service, OPERATIONS);
  const controlRequest = controlApp(control);

  const serviceRequest = async (request: Request, url: URL): Promise<Response> => {
    const { method, headers } = request;
    const path = url.pathname;
    const operation = app.operationNamed(method, path);
    const fault = faults.take({ operation, method, path });
    const at = timestamp(service.clock.now());
    const redact = redactor(service.state.credentials, headers);
    if (fault?.delayMs !== undefined) await wait(fault.delayMs);
    const body = await readBody(request);
    const effect = fault?.effect ?? { kind: 'none' };
    const response = await strike(effect, () => app.answer(request, body), service.clock);
    journal.record({
      at,
      method,
      path: redact(path),
      query: redact(queryOf(url.searchParams)),
      headers: redactedHeaders(headers, redact),
      body: redact(journalBody(body)),
      operation: operation ?? null,
      status: outcomeOf(response) === 'connection-cut' ? null : response.status,
      fault: fault === undefined ? null : effect.kind,
    });
    return response;
  };

  return {
    handle: async (request, connection = {}) => {
      const url = new URL(request.url);
      const isControl = url.pathname === CONTROL_PATH || url.pathname.startsWith(`${CONTROL_PATH}/`);
      return isControl ? controlRequest(request, connection.peer) : serviceRequest(request, url);
    },
    control,
    credentials: () => {
      const { tokens, keys } = service.state.credentials;
      return { token: tokens[0]?.token ?? '', email: keys[0]?.email ?? '', key: keys[0]?.key ?? '' };
    },
  };
}

function queryOf(parameters: URLSearchParams): Record<string, readonly string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}
