import base from './jest.config.js';
import { ENGINE, SMOKE, but, matching } from './test/lanes.mjs';

/** `npm run test:engine`. @type {import('jest').Config} */
export default { ...base, testMatch: [...matching(...ENGINE), ...but(...SMOKE)] };
