import base from '../../jest.config.js';

// The packaged browser brings the libraries that a bare system lacks only where it takes itself to be on this service.
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';

/** `npm run test:browser`: the emulator's page and the page of a review, in a browser. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: [],
  testMatch: ['<rootDir>/test/browser/*.test.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
};
