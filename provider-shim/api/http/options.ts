import type { Dispatcher } from 'undici';
import type { Credentials } from '../address/credentials';
import type { ServiceMessage } from '../answers/envelope';
import { MAX_ANSWER_BYTES } from '../answers/size-limits';
import type { Log } from '../../sdk/text';
import { DEFAULT_PACING, type LimitWait, type PacingSettings } from '../pacing/pacing';
import type { Environment } from '../address/proxy';
import { LONGEST_RESET_MS, type RateLimit } from '../pacing/rate-limit';
import { systemTime, type Time } from '../pacing/time';

/** What has a default. */
interface Defaulted {
  /** Read for the proxy and for additional certificates. @default the process's environment */
  readonly environment: Environment;
  /** Milliseconds for one try of a request. @default 30000 */
  readonly requestTimeoutMs: number;
  /** How often a request is repeated after its first try. @default 4 */
  readonly maxRetries: number;
  /** How many milliseconds the service may ask to wait now; more is an error that says until when. @default 900000 */
  readonly longestWaitMs: () => number;
  /** Bytes of an answer, as received and unpacked. @default 16777216 */
  readonly maxBytes: number;
  /** @default the system's clock */
  readonly time: Time;
  /** From 0 up to, but not including, 1. @default Math.random */
  readonly random: () => number;
}

interface Given {
  /** As `parseBaseUrl` returns it. */
  readonly baseUrl: URL;
  /** Where the base URL was found, in words, such as "the environment variable X". @default the configuration */
  readonly baseUrlSource?: string;
  readonly credentials: Credentials;
  readonly userAgent: string;
  /** @default connections of the client's own, made at the first request */
  readonly dispatcher?: Dispatcher;
  /** @default nothing is logged */
  readonly log?: Log;
  /** Called once for each wait of all requests, with its length in milliseconds. @default nothing is called */
  readonly onWait?: (wait: LimitWait, waitMs: number) => void;
  /** Called for each request that is sent, also when one is sent again. @default nothing is called */
  readonly onRequest?: () => void;
  /** Called for each answer: what its headers say of the service's limit and clock. @default nothing is called */
  readonly onAnswer?: (headers: {
    readonly limit: RateLimit | undefined;
    /** The service's clock, and that of this machine, in milliseconds since 1970 UTC. */
    readonly date: number | undefined;
    readonly receivedAt: number;
  }) => void;
  /** Called with each of the `messages` of an answer that is no failure. @default nothing is called */
  readonly onMessage?: (message: ServiceMessage, request: { method: string; path: string }) => void;
}

export interface ClientOptions extends Given, Partial<Defaulted> {
  /** @default sixteen requests under way at one time, as fast as what is left of the service's limit allows */
  readonly pacing?: Partial<PacingSettings>;
}

/** The options with every default filled in; an undefined dispatcher is made at the first request. */
export interface ClientSettings extends Given, Defaulted {
  readonly pacing: PacingSettings;
}

export function withDefaults(options: ClientOptions): ClientSettings {
  return {
    environment: process.env,
    requestTimeoutMs: 30_000,
    maxRetries: 4,
    longestWaitMs: () => LONGEST_RESET_MS,
    maxBytes: MAX_ANSWER_BYTES,
    time: systemTime,
    random: Math.random,
    ...options,
    pacing: { ...DEFAULT_PACING, ...options.pacing },
  };
}
