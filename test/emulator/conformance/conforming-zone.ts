import type { Emulator, SeedZone, ServiceSettings } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import type { Call, Reply } from '../client';
import { caller } from '../client';

/**
 * Managed rulesets and the rule of the core rule set that acts on the score (docs/service.md 6.1; ids:
 * docs/service.md 6.3).
 */
export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
export const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';
/** A rule of the managed ruleset `MANAGED` (docs/service.md 6.3). */
export const MANAGED_RULE = '23ee7cebe6e8443e99ecf932ab579455';

/** A rule that deploys a managed ruleset (docs/service.md 7.4). */
export const DEPLOY = {
  action: 'execute',
  expression: 'true',
  description: 'Deployed',
  enabled: true,
  action_parameters: { id: MANAGED },
};

export const ENTRY_POINT = '/rulesets/phases/http_request_firewall_managed/entrypoint';

const A_DAY = 24 * 60 * 60 * 1000;

/** One zone in an emulator of its own, in the mode of the specification unless a row needs another setting. */
export interface ConformingZone {
  readonly emulator: Emulator;
  readonly call: Call;
  /** docs/service.md 7.4: the results. */
  readonly check: () => Promise<Reply['body']['result']>;
  readonly config: () => Promise<Reply['body']['result']>;
  /** docs/service.md 7.4. */
  readonly update: (value: string, rules?: readonly unknown[]) => Promise<Reply>;
  /** docs/service.md 7.1: lets the time pass in which the previous version is disabled. */
  readonly settle: () => Promise<void>;
  /** The zone's own rulesets as they are stored. */
  readonly stored: () => readonly unknown[];
}

export function conformingZone(
  zone: Partial<SeedZone> = {},
  settings: Partial<ServiceSettings> = {},
): ConformingZone {
  const emulator = createEmulator({
    settings,
    seed: { zones: [{ id: DEFAULT_ZONE_ID, name: 'example.com', plan: 'enterprise', ...zone }] },
  });
  const call = caller(emulator);
  return {
    emulator,
    call,
    check: async () => resultOf(await call('GET', '/waf_migration/check?phase_two=1')),
    config: async () => resultOf(await call('GET', '/waf_migration/config?phase_two=1')),
    update: (value, rules = [DEPLOY]) =>
      call('PUT', `${ENTRY_POINT}?waf_migration=${value}&phase_two=1`, { name: 'default', rules }),
    settle: async () => {
      await emulator.control.clock.advance(A_DAY);
    },
    stored: () => emulator.control.zone(DEFAULT_ZONE_ID).rulesets,
  };
}

/** A zone that has finished its migration. */
export async function finishedZone(zone: Partial<SeedZone> = {}): Promise<ConformingZone> {
  const finished = conformingZone(zone);
  resultOf(await finished.update('pending'));
  await finished.settle();
  return finished;
}

/** The payload of an operation that succeeded. */
export function resultOf(reply: Reply): Reply['body']['result'] {
  expect({ success: reply.body.success, errors: reply.body.errors }).toEqual({ success: true, errors: [] });
  return reply.body.result;
}

/**
 * Sends a request that has to fail and must not change anything. Codes, texts and statuses of failures are not
 * shown (docs/service.md 2.3), but a failure is the client's and not a breakdown.
 */
export async function expectRefusal({ emulator }: ConformingZone, send: () => Promise<Reply>): Promise<void> {
  const before = emulator.control.snapshot();
  const { status, body } = await send();
  const seen = {
    success: body.success,
    detailed: body.errors.length > 0,
    isClients: Math.floor(status / 100) === 4,
  };
  expect(seen).toEqual({ success: false, detailed: true, isClients: true });
  expect(emulator.control.snapshot()).toEqual(before);
}

/** ISO 8601 in UTC with fractional seconds (docs/service.md 3.1). */
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/) as string;

/** What the service assigns and its form is not shown. */
export const ASSIGNED = expect.stringMatching(/./) as string;
