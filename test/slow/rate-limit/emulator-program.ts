/** The emulator in a separate process, with the service's limit. At the end of its input it reports what it saw. */
import { createInterface } from 'node:readline';
import { runningClock, startEmulator, type ServiceSettings } from '../../../emulator';

/** The settings of the process, as JSON in its only argument. */
export interface EmulatorTask {
  readonly settings: Partial<ServiceSettings>;
  readonly tokens: readonly string[];
  readonly zoneId: string;
  readonly origin: number;
  readonly speed: number;
}

/** What it saw since the last report. Times are milliseconds of its clock. */
export interface Seen {
  readonly answered: number;
  readonly refused: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const NOTHING: Seen = { answered: 0, refused: 0, firstAt: Infinity, lastAt: -Infinity };

async function main(): Promise<void> {
  const { settings, tokens, zoneId, origin, speed } = JSON.parse(process.argv[2] ?? '') as EmulatorTask;
  let seen = NOTHING;
  const emulator = await startEmulator({
    clock: runningClock(origin, speed),
    settings,
    seed: {
      zones: [{ id: zoneId, name: 'example.com' }],
      credentials: { tokens: tokens.map((token) => ({ token })) },
    },
    onRequest: ({ at: time, status }) => {
      const at = Date.parse(time);
      seen = {
        answered: seen.answered + (status === 200 ? 1 : 0),
        refused: seen.refused + (status === 429 ? 1 : 0),
        firstAt: Math.min(seen.firstAt, at),
        lastAt: Math.max(seen.lastAt, at),
      };
    },
  });
  process.stdout.write(`${emulator.baseUrl}\n`);
  for await (const line of createInterface(process.stdin)) {
    if (line === 'seen') process.stdout.write(`${JSON.stringify(seen)}\n`);
    seen = NOTHING;
  }
  process.exit(0);
}

void main();
