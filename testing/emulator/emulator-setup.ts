import { startEmulatorProcess, type EmulatorProcess } from './start-emulator-process';
import { type EmulatorProcessOptions } from './emulator-program';

/** Where the setup stores the emulator for the teardown: runners load the two as separate modules. */
const RUNNING = Symbol.for('zonewright/testing/emulator');
const kept = globalThis as { [RUNNING]?: { readonly emulator: EmulatorProcess; readonly before: Variables } };

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Creates a global setup for jest or vitest: it starts the emulator in a process of its own and sets
 * `ZONEWRIGHT_BASE_URL` and `ZONEWRIGHT_API_TOKEN`, so that every test and every provider finds it. The module
 * `zonewright/testing/global-setup` is this with the defaults; for your own seed, write such a module yourself.
 *
 * The returned function ends the emulator; vitest calls it, jest uses `zonewright/testing/global-teardown`. Without
 * either, the emulator ends with the test runner.
 *
 * @example
 * // test/global-setup.js
 * const { emulatorSetup } = require('zonewright/testing');
 * module.exports = emulatorSetup({ seed: { zones: [{ name: 'shop.example' }] } });
 */
export function emulatorSetup(options: EmulatorProcessOptions = {}): () => Promise<() => Promise<void>> {
  return async () => {
    // A runner in watch mode sets up again for every run.
    await emulatorTeardown();
    const emulator = await startEmulatorProcess(options);
    const before = Object.fromEntries(Object.keys(emulator.env).map((name) => [name, process.env[name]]));
    kept[RUNNING] = { emulator, before };
    Object.assign(process.env, emulator.env);
    return emulatorTeardown;
  };
}

/** Ends the emulator of the global setup, and restores the environment. */
export async function emulatorTeardown(): Promise<void> {
  const running = kept[RUNNING];
  if (running === undefined) return;
  Reflect.deleteProperty(kept, RUNNING);
  for (const [name, value] of Object.entries(running.before)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  await running.emulator.close();
}
