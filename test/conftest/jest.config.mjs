import base from '../../jest.config.js';

/** `npm run test:conftest`: the policies under conftest itself, the one of today and one with an OPA before 1.0. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/test/conftest/**/*.test.ts'],
  globalSetup: undefined,
  maxWorkers: 2,
};
