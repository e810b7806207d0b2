import { availableParallelism, loadavg } from 'node:os';
import base from './jest.config.js';
import { ENGINE, SLOW_ONLY, SMOKE, but, matching } from './test/lanes.mjs';

/** `npm test`. @type {import('jest').Config} */
export default {
  ...base,
  testMatch: [
    ...matching('test/**/*.test.ts', 'examples/**/*.test.ts'),
    ...but(...ENGINE, ...SLOW_ONLY),
    ...matching(...SMOKE),
  ],
  // What hangs ends in a minute. The longest test takes five seconds on a quiet machine; a busy one has more time.
  testTimeout: Math.ceil(60_000 * Math.max(1, loadavg()[0] / availableParallelism())),
};
