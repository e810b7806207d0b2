import base from '../../jest.config.js';

/** `npm run test:packed`: the package as it is packed, with each CDK and the constructs that it takes. @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/test/packed/*.test.ts'],
  globalSetup: '<rootDir>/test/support/pack.ts',
};
