import base from './jest.config.js';
import { SLOW, matching } from './test/lanes.mjs';

process.env.ZONEWRIGHT_TEST_LANE = 'slow';

/** `npm run test:slow`. @type {import('jest').Config} */
export default {
  ...base,
  testMatch: matching(...SLOW),
  testTimeout: 3_600_000,
  // What is timed and what is killed wants the cores for itself.
  maxWorkers: 2,
};
