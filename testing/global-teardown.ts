/** The global teardown that belongs to `zonewright/testing/global-setup`, for jest. */
import { emulatorTeardown } from './emulator/emulator-setup';

export = emulatorTeardown;
