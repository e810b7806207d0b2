import base from './jest.config.js';
import { ENGINE, SLOW_ONLY, SMOKE, but, matching } from './test/lanes.mjs';

/** `npm test`. @type {import('jest').Config} */
export default {
  ...base,
  testMatch: [...matching('test/**/*.test.ts'), ...but(...ENGINE, ...SLOW_ONLY), ...matching(...SMOKE)],
  // Few of these wait for anything, so one more than the cores of a small machine is enough.
  maxWorkers: 3,
  // What hangs ends in a minute: four times what the longest test takes beside seven busy processes for each core.
  testTimeout: 60_000,
};
