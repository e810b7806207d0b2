import type { ClientOptions } from './options';
import type { Requester } from './request';
import { createRequester } from './requester';
import { logpushOperations, type LogpushOperations } from './logpush';
import { jobsFromList } from './jobs-from-list';
import { migrationOperations, type MigrationOperations } from './migration';
import { previousWafOperations, type PreviousWafOperations } from './previous-waf';
import { rulesetOperations, type RulesetOperations } from './rulesets';
import { SharedReads } from './shared-reads';
import { zoneOperations, type ZoneOperations } from './zones';

/** The zone service. Every method throws ServiceError and nothing else. Shows nothing of itself when inspected. */
export interface ZoneClient
  extends
    Omit<Requester, 'share'>,
    RulesetOperations,
    LogpushOperations,
    MigrationOperations,
    PreviousWafOperations,
    ZoneOperations {
  /** Closes the client's own connections; requests that are under way fail. */
  readonly close: () => Promise<void>;
  /** From now on closes them as soon as no request uses them; a request that comes later opens its own. */
  readonly release: () => void;
}

/** The two ways to ask the service. */
export interface ServiceClients {
  /** Sends every request. */
  readonly api: ZoneClient;
  /**
   * Sends a read of a zone once, until something is written in that zone or `api` reads the same; everything else as `api`
   * does.
   */
  readonly reads: ZoneClient;
}

/**
 * A client of the zone service.
 *
 * @example
 * const client = createClient({ baseUrl, credentials: { scheme: 'token', token }, userAgent: 'example/1.0' });
 * const rulesets = await client.listRulesets(zoneId);
 */
export function createClient(options: ClientOptions): ZoneClient {
  return createClients(options).api;
}

export function createClients(options: ClientOptions): ServiceClients {
  const { close, release, ...requester } = createRequester(options);
  const shared = new SharedReads();
  const watched = shared.watched(requester);
  const alone = { ...watched, share: shared.readAlone.bind(shared) };
  const reading = { ...watched, share: shared.read.bind(shared) };
  const zones = zoneOperations(watched);
  return {
    api: { ...alone, ...operationsOf(alone), ...zones, close, release },
    reads: {
      ...reading,
      ...operationsOf(reading),
      ...zones,
      ...jobsFromList(logpushOperations(reading)),
      close,
      release,
    },
  };
}

function operationsOf(
  requester: Requester,
): Omit<ZoneClient, 'close' | 'release' | keyof Requester | keyof ZoneOperations> {
  return {
    ...rulesetOperations(requester),
    ...logpushOperations(requester),
    ...migrationOperations(requester),
    ...previousWafOperations(requester),
  };
}
