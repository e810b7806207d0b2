import base from '../../jest.config.js';

/** `npm run test:clients`: clients that this project did not write, against the emulator as it is shipped. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: [],
  testMatch: ['<rootDir>/test/clients/**/*.test.ts'],
  globalSetup: undefined,
  maxWorkers: 2,
};
