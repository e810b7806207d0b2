import type { ClientOptions } from './options';
import type { Requester } from './request';
import { createRequester } from './requester';
import { logpushOperations } from './logpush';
import type { LogpushOperations } from './logpush';
import { migrationOperations } from './migration';
import type { MigrationOperations } from './migration';
import { previousWafOperations } from './previous-waf';
import type { PreviousWafOperations } from './previous-waf';
import { rulesetOperations } from './rulesets';
import type { RulesetOperations } from './rulesets';
import { zoneOperations } from './zones';
import type { ZoneOperations } from './zones';

/** The zone service. Every method throws ServiceError and nothing else. Shows nothing of itself when inspected. */
export interface ZoneClient
  extends
    Requester,
    RulesetOperations,
    LogpushOperations,
    MigrationOperations,
    PreviousWafOperations,
    ZoneOperations {
  /** Closes the client's own connections; requests that are under way fail. */
  readonly close: () => Promise<void>;
}

/**
 * A client of the zone service.
 *
 * @example
 * const client = createClient({ baseUrl, credentials: { scheme: 'token', token }, userAgent: 'example/1.0' });
 * const rulesets = await client.listRulesets(zoneId);
 */
export function createClient(options: ClientOptions): ZoneClient {
  const requester = createRequester(options);
  return {
    ...requester,
    ...rulesetOperations(requester),
    ...logpushOperations(requester),
    ...migrationOperations(requester),
    ...previousWafOperations(requester),
    ...zoneOperations(requester),
  };
}
