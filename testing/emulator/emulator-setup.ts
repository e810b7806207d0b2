import {
  startEmulatorProcess,
  type EmulatorProcess,
  type EmulatorProcessOptions,
} from './start-emulator-process';

/** Where the setup leaves the emulator for the teardown: runners load the two as modules of their own. */
const RUNNING = Symbol.for('zonewright/testing/emulator');
const kept = globalThis as { [RUNNING]?: { readonly emulator: EmulatorProcess; readonly before: Variables } };

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Makes a global setup for jest or vitest: it starts the emulator in a process of its own and sets
 * `ZONEWRIGHT_BASE_URL` and `ZONEWRIGHT_API_TOKEN`, so that every test and every provider finds it. The module
 * `zonewright/testing/global-setup` is this with the defaults; for a seed of your own write such a module yourself.
 *
 * What it gives back ends the emulator; vitest calls it, jest has `zonewright/testing/global-teardown` for it. Without
 * either the emulator ends with the test runner.
 *
 * @example
 * // test/global-setup.js
 * const { emulatorSetup } = require('zonewright/testing');
 * module.exports = emulatorSetup({ seed: { zones: [{ name: 'shop.example' }] } });
 */
export function emulatorSetup(options: EmulatorProcessOptions = {}): () => Promise<() => Promise<void>> {
  return async () => {
    // A runner that watches files sets up again for every run.
    await emulatorTeardown();
    const emulator = await startEmulatorProcess(options);
    const before = Object.fromEntries(Object.keys(emulator.env).map((name) => [name, process.env[name]]));
    kept[RUNNING] = { emulator, before };
    Object.assign(process.env, emulator.env);
    return emulatorTeardown;
  };
}

/** Ends the emulator of the global setup, and puts the environment back. */
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
