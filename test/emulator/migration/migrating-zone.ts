import type { Emulator, EmulatorOptions, SeedZone } from '../../../emulator';
import { createEmulator, virtualClock } from '../../../emulator';
import type { Call, Reply } from '../client';
import { caller } from '../client';

export const ZONE_ID = '11111111111111111111111111111111';
export const START_TIME = Date.parse('2025-01-01T00:00:00.000Z');

/**
 * Identifiers of docs/internals/service.md 6.1 and docs/internals/service.md 6.3, repeated here to check those in the code.
 */
export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
export const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

export const ENTRY_POINT = '/rulesets/phases/http_request_firewall_managed/entrypoint';

/** A rule that deploys a managed ruleset. */
export const DEPLOY = { action: 'execute', expression: 'true', action_parameters: { id: MANAGED } };

/** The same, turned off. */
export const DEPLOY_OFF = { ...DEPLOY, enabled: false };

/** What a client does to one zone. */
export interface MigratingZone {
  readonly emulator: Emulator;
  readonly call: Call;
  readonly advance: (seconds: number) => void;
  /** An entry-point update with this query. */
  readonly update: (query: string, rules?: readonly unknown[]) => Promise<Reply>;
  readonly check: (query?: string) => Promise<Reply>;
  readonly config: (query?: string) => Promise<Reply>;
  readonly status: () => Promise<Reply>;
  /** The word of the status for the state. */
  readonly state: () => Promise<string>;
}

/** An emulator with one zone, whose clock moves only by `advance` and by writes. */
export function migratingZone(
  zone: Partial<SeedZone> = {},
  settings: EmulatorOptions['settings'] = {},
): MigratingZone {
  const clock = virtualClock(START_TIME);
  const seed = { zones: [{ id: ZONE_ID, name: 'example.com', ...zone }] };
  const emulator = createEmulator({ seed, settings, clock });
  const call = caller(emulator, ZONE_ID);
  const status = (): Promise<Reply> => call('GET', '/waf_migration/status');
  return {
    emulator,
    call,
    advance: (seconds) => clock.advance(seconds * 1000),
    update: (query, rules = [DEPLOY]) => call('PUT', `${ENTRY_POINT}?${query}`, { name: 'default', rules }),
    check: (query = '?phase_two=1') => call('GET', `/waf_migration/check${query}`),
    config: (query = '?phase_two=1') => call('GET', `/waf_migration/config${query}`),
    status,
    state: async () => (await status()).body.result.migration_state as string,
  };
}
