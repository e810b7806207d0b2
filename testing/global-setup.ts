// From TypeScript 6 on, no types are there unless somebody names them.
/// <reference types="node" preserve="true" />
/**
 * A global setup for jest and vitest: `globalSetup: 'zonewright/testing/global-setup'`.
 *
 * @see emulatorSetup
 */
import { emulatorSetup } from './emulator/emulator-setup';

// The function itself is the module: one runner uses `default` and the other what `require` returns.
export = emulatorSetup();
