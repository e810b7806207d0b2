import { setTimeout as sleep } from 'node:timers/promises';
import { type Control, createControl } from './control/control';
import { CONTROL_PATH, controlApp } from './control/control-app';
import { isForPage, statusPage } from './control/status-page';
import { createDestinations } from './destinations/destinations';
import { type Clock, virtualClock } from './service/clock';
import { seededIdentifiers } from './service/identifiers';
import { createFaults } from './faults/faults';
import { refusedControl, refusedHost } from './http/loopback';
import { type Reply, responseOf } from './http/reply';
import { targetOf } from './http/router';
import { createJournal } from './journal/journal';
import type { JournalEntry } from './journal/journal-entry';
import { DEFAULT_SEED } from './seed/default-seed';
import type { SeedDocument } from './seed/seed-document';
import { type Connection, serviceRequests } from './requests/service-requests';
import type { Service } from './service/service';
import {
  type Model,
  type ServiceSettings,
  DEFAULT_MODEL,
  readStartSettings,
  settingsOf,
} from './service/settings';

/** Options of an emulator: what it starts with, and what it takes from outside. */
export interface EmulatorOptions {
  /** A seed document, or the text of a seed file in JSON or YAML. @default DEFAULT_SEED */
  readonly seed?: SeedDocument | string;
  /** The model of the service, and single settings. Take precedence over the options of every seed. @default - none */
  readonly settings?: Partial<ServiceSettings>;
  /** The model of seeds that name none. @default 'specification' */
  readonly defaultModel?: Model;
  /** Tells the time. @default - a virtual clock that each write moves by one millisecond */
  readonly clock?: Clock;
  /** All identifiers are derived from this text. @default 'zone' */
  readonly identifierSeed?: string;
  /** Waits, for faults that delay. @default - real time */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /**
   * Called with each request to the service, in the journal's form, before its answer is sent.
   *
   * @default - none
   */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** The parts of an emulator that the server needs. */
interface EmulatorCore extends Omit<Emulator, 'handle'> {
  readonly clock: Clock;
  /** The reply to a request to the service, or the response to one to the control API or the status page. */
  readonly respond: (request: Request, connection: Connection) => Promise<Reply | Response>;
}

/** The zone service in this process. */
export interface Emulator {
  /**
   * Answers a request to the service, the control API or the status page. A fault that cuts the connection is a
   * response that `outcomeOf` distinguishes from others. Rejects only because of a bug in the emulator.
   */
  readonly handle: (request: Request, connection?: Connection) => Promise<Response>;
  /** What a test can do besides sending requests: seeds, edits, faults, clock, journal. */
  readonly control: Control;
  /** The first token and the first key of the state; empty strings if it has none. */
  readonly credentials: () => EmulatorCredentials;
}

/** Credentials for the service, for each of its two schemes. */
export interface EmulatorCredentials {
  /** A bearer token. */
  readonly token: string;
  /** The e-mail address that goes with `key`. */
  readonly email: string;
  /** An API key. */
  readonly key: string;
}

/**
 * Creates an emulator, which does not listen and shares nothing with another one.
 *
 * @throws SeedError when the seed cannot be used, TypeError when the settings cannot
 * @example
 * const emulator = createEmulator();
 * const request = new Request('http://localhost/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/rulesets', {
 *   headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
 * });
 * const response = await emulator.handle(request);
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { respond, control, credentials } = emulatorCore(options);
  return {
    handle: async (request, connection = {}) => {
      const answer = await respond(request, connection);
      return answer instanceof Response ? answer : responseOf(answer);
    },
    control,
    credentials,
  };
}

/**
 * @param controlToken of an emulator on a socket, which every user of this machine reaches
 * @throws SeedError when the seed cannot be used, TypeError when the settings cannot
 */
export function emulatorCore(options: EmulatorOptions, controlToken?: string): EmulatorCore {
  const clock = options.clock ?? virtualClock();
  const service = emptyService({
    clock,
    identifiers: seededIdentifiers(options.identifierSeed ?? 'zone'),
    destinations: createDestinations(clock),
  });
  const wait = options.wait ?? ((milliseconds: number) => sleep(milliseconds));
  const journal = createJournal(options.onRequest);
  const faults = createFaults();
  const control = createControl({
    service,
    journal,
    faults,
    initialSeed: options.seed ?? DEFAULT_SEED,
    settings: checkedSettings(options.settings ?? {}),
    defaultModel: options.defaultModel ?? DEFAULT_MODEL,
  });
  const serviceRequest = serviceRequests({ service, faults, journal, wait });
  const controlRequest = controlApp(control);

  return {
    clock,
    control,
    credentials: () => {
      const { tokens, keys } = service.state.credentials;
      return { token: tokens[0]?.token ?? '', email: keys[0]?.email ?? '', key: keys[0]?.key ?? '' };
    },
    respond: async (request, connection) => {
      const { peer } = connection;
      const { pathname } = targetOf(request.url);
      const isControl = pathname === CONTROL_PATH || pathname.startsWith(`${CONTROL_PATH}/`);
      if (isControl || isForPage(request, pathname))
        return (
          refusedControl(request, peer, controlToken) ?? (isControl ? controlRequest : statusPage)(request)
        );
      const refused = controlToken === undefined ? undefined : refusedHost(request);
      return refused ?? serviceRequest(request, connection);
    },
  };
}

/** A service that has nothing until a seed is loaded. */
function emptyService(sources: Omit<Service, 'state'>): Service {
  return {
    state: {
      zones: new Map(),
      credentials: { tokens: [], keys: [] },
      settings: settingsOf(DEFAULT_MODEL),
      managedRulesets: [],
      wafPackages: [],
    },
    ...sources,
  };
}

/** The settings of a program that may not be typed. @throws TypeError */
function checkedSettings(settings: Partial<ServiceSettings>): Partial<ServiceSettings> {
  const read = readStartSettings(settings);
  if (read.ok) return read.value;
  const problems = read.problems.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new TypeError(['The settings of the emulator cannot be used:', ...problems].join('\n'));
}
