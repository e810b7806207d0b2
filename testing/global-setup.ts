/**
 * A global setup for jest and vitest, by its name: `globalSetup: 'zonewright/testing/global-setup'`.
 *
 * @see emulatorSetup
 */
import { emulatorSetup } from './emulator/emulator-setup';

// The function itself is the module: one runner asks for `default` and the other for what `require` gives.
export = emulatorSetup();
