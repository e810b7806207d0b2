import base from '../../jest.config.js';

/** `npm run test:clients`: the vendor's SDK against the emulator. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: [],
  testMatch: ['<rootDir>/test/clients/*.test.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
