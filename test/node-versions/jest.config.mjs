import base from '../../jest.config.js';

/**
 * `npm run test:node-versions` runs these under each Node.js, which is also the `node` on the PATH that the provider
 * starts with: test/conformance/code-cache.test.ts fails if the provider has another one.
 */

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: [
    '<rootDir>/test/conformance/*.test.ts',
    '<rootDir>/test/provider-shim/start-script.test.ts',
    '<rootDir>/test/e2e/log-custom-fields.test.ts',
    '<rootDir>/test/e2e/logpush-challenge.test.ts',
    '<rootDir>/test/e2e/logpush-functions.test.ts',
    '<rootDir>/test/e2e/logpush-job.test.ts',
    '<rootDir>/test/e2e/logpush-job-health.test.ts',
    '<rootDir>/test/e2e/managed-rules-transitions.test.ts',
    '<rootDir>/test/cli/emulator-command.test.ts',
  ],
  maxWorkers: 2,
};
