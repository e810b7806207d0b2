import base from '../../jest.config.js';

/** `npm run test:cdktf-cli`: the command lines of cdktf and cdktn, in projects as users make them. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/test/cdktf-cli/*.test.ts'],
  globalSetup: '<rootDir>/test/support/pack.ts',
  maxWorkers: 2,
};
