import base from './jest.config.js';

/** `npm run test:slow`: the whole of the tests of which `npm test` runs a share, and what takes longer still. */
process.env.ZONEWRIGHT_TEST_LANE = 'slow';

/** @type {import('jest').Config} */
export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: [
    '<rootDir>/test/slow/**/*.test.ts',
    '<rootDir>/test/conformance/provider-connection.test.ts',
    '<rootDir>/test/e2e/examples.test.ts',
    '<rootDir>/test/e2e/fields-aliases.test.ts',
    '<rootDir>/test/e2e/fields-of-others.test.ts',
    '<rootDir>/test/e2e/fields-ownership.test.ts',
    '<rootDir>/test/e2e/fields-taken-over.test.ts',
    '<rootDir>/test/e2e/framework.test.ts',
    '<rootDir>/test/e2e/framework-ephemeral.test.ts',
    '<rootDir>/test/e2e/framework-functions.test.ts',
    '<rootDir>/test/e2e/ignored-changes-random.test.ts',
    '<rootDir>/test/e2e/log-custom-fields.test.ts',
    '<rootDir>/test/e2e/logpush-job-aliases.test.ts',
    '<rootDir>/test/e2e/logpush-job-interrupted.test.ts',
    '<rootDir>/test/e2e/logpush-job-replacement-interrupted.test.ts',
    '<rootDir>/test/e2e/logpush-job-random.test.ts',
    '<rootDir>/test/e2e/logpush-job-ownership.test.ts',
    '<rootDir>/test/e2e/managed-rules-killed.test.ts',
    '<rootDir>/test/e2e/orphans.test.ts',
    '<rootDir>/test/e2e/processes.test.ts',
    '<rootDir>/test/e2e/random-configurations.test.ts',
    '<rootDir>/test/e2e/secrets.test.ts',
    '<rootDir>/test/e2e/terraform-test.test.ts',
    '<rootDir>/test/e2e/zone-managed-rules*.test.ts',
    '<rootDir>/test/emulator/fuzz/requests.test.ts',
    '<rootDir>/test/emulator/invariants/*.test.ts',
    '<rootDir>/test/emulator/persistence/killed.test.ts',
    '<rootDir>/test/fuzz/decoders.test.ts',
  ],
  // What is timed and what is killed wants the cores for itself.
  maxWorkers: 2,
};
