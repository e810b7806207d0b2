import base from '../../jest.config.js';

/** `npm run test:pipelines`: the example with the packed package, and its states in S3. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/test/pipelines/lane/*.test.ts'],
  globalSetup: '<rootDir>/test/cdktf-cli/pack.ts',
  maxWorkers: 2,
};
