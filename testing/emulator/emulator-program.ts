import {
  type RunningEmulator,
  type StartOptions,
  runningClock,
  startEmulator,
  virtualClock,
} from '../../emulator';
/**
 * The emulator as a program of its own, for {@link startEmulatorProcess}. The first line of its standard input has
 * its options; its one line of output says where it listens. It ends with its input, so it never outlives its parent.
 */
import { createInterface } from 'node:readline';

/** What the emulator starts with. */
export interface EmulatorProcessOptions extends Pick<
  StartOptions,
  'seed' | 'settings' | 'identifierSeed' | 'port' | 'host'
> {
  /** `virtual` only moves with each write and when told to, `running` follows real time. @default 'virtual' */
  readonly clock?: 'virtual' | 'running';
}

/** The program's answer: where it listens, or why it does not. */
export type StartReport =
  Pick<RunningEmulator, 'url' | 'baseUrl' | 'controlToken' | 'credentials'> | { readonly error: string };

async function start(options: EmulatorProcessOptions): Promise<() => Promise<void>> {
  const { clock, ...rest } = options;
  const emulator = await startEmulator({
    ...rest,
    clock: clock === 'running' ? runningClock() : virtualClock(),
  });
  const { url, baseUrl, controlToken, credentials } = emulator;
  report({ url, baseUrl, controlToken, credentials });
  return () => emulator.close();
}

function report(what: StartReport): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

let closing: Promise<() => Promise<void>> | undefined;
const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  closing = start(JSON.parse(line) as EmulatorProcessOptions);
  closing.catch((thrown: unknown) => {
    report({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    process.exitCode = 1;
    process.stdin.destroy();
  });
});
lines.once('close', () => {
  void closing?.then((close) => close()).finally(() => process.exit());
});
