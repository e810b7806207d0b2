import base from '../../jest.config.js';

/** What `npm run test:engines` runs on each engine. What is not of the life cycle counts as the examples. */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: [
    '<rootDir>/test/e2e/lifecycle/*.test.ts',
    '<rootDir>/examples/**/*.test.ts',
    '<rootDir>/test/e2e/example-policy.test.ts',
    '<rootDir>/test/e2e/examples.test.ts',
    '<rootDir>/test/e2e/logpush-challenge.test.ts',
    '<rootDir>/test/e2e/managed-rules-constructs.test.ts',
    '<rootDir>/test/e2e/migration-examples.test.ts',
    '<rootDir>/test/e2e/reference-examples.test.ts',
    '<rootDir>/test/e2e/terraform-test.test.ts',
  ],
};
