/** The global teardown for `zonewright/testing/global-setup`, for jest. */
import { emulatorTeardown } from './emulator/emulator-setup';

export = emulatorTeardown;
