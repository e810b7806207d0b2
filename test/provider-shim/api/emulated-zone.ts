import {
  startEmulator,
  virtualClock,
  type RunningEmulator,
  type SeedZone,
  type ServiceSettings,
  type StartOptions,
} from '../../../emulator';
import { createClients, type ZoneClient } from '../../../provider-shim/api/operations/client';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import { virtualTime } from './virtual-time';

export const ZONE = '11111111111111111111111111111111';
export const TOKEN = 'emulated-token-0123456789abcdefghijklmnopqrst';

/** An emulator with one zone, and a client of it. */
export interface EmulatedZone {
  readonly emulator: RunningEmulator;
  /** Never waits. */
  readonly client: ZoneClient;
  /** The same, whose reads of the zone are shared. */
  readonly reads: ZoneClient;
  /** Requests so far, each as `METHOD operation`. */
  readonly requests: () => readonly string[];
  /** Lets the request that a fault delays go on: no time ends the delay. */
  readonly goOn: () => void;
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** An emulator on loopback whose clock moves only when it is told to; it ends with the test. */
export async function emulatedZone(
  zone: Partial<SeedZone> = {},
  settings: Partial<ServiceSettings> = {},
  options: Partial<ClientOptions> = {},
  start: StartOptions = {},
): Promise<EmulatedZone> {
  let goOn: () => void = () => undefined;
  const emulator = await startEmulator({
    wait: () => new Promise<void>((resolve) => (goOn = resolve)),
    clock: virtualClock(Date.parse('2025-01-01T00:00:00.000Z')),
    settings,
    seed: {
      zones: [{ id: ZONE, name: 'example.com', ...zone }],
      credentials: { tokens: [{ token: TOKEN }] },
    },
    ...start,
  });
  const { api: client, reads } = createClients({
    baseUrl: new URL(`${emulator.baseUrl}/`),
    credentials: { scheme: 'token', token: TOKEN },
    userAgent: 'zonewright-test/1.0',
    environment: {},
    random: () => 1,
    time: virtualTime(),
    ...options,
  });
  ends.push(async () => {
    await client.close();
    await emulator.close();
  });
  return {
    emulator,
    client,
    reads,
    requests: () =>
      emulator.control.journal().map(({ method, operation }) => `${method} ${operation ?? '?'}`),
    goOn: () => goOn(),
  };
}
