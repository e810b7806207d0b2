/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/examples'],
  testMatch: ['**/*.test.ts'],
  // `npm run test:slow`, `npm run test:browser`, `npm run test:cdktf-cli`, `npm run test:clients` and `npm run test:conftest` run these.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/slow/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/cdktf-cli/',
    '<rootDir>/test/clients/',
    '<rootDir>/test/conftest/',
    '<rootDir>/test/pipelines/lane/',
  ],
  // The command lines of cdktf and cdktn, other versions of Node.js, and clients of the service: no other tests import from there.
  modulePathIgnorePatterns: [
    '<rootDir>/test/browser/node_modules/',
    '<rootDir>/test/cdktf-cli/node_modules/',
    '<rootDir>/test/node-versions/node_modules/',
    '<rootDir>/test/clients/node_modules/',
  ],
  transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
  moduleNameMapper: {
    '^zonewright$': '<rootDir>/lib/index.ts',
    '^zonewright/emulator$': '<rootDir>/emulator/index.ts',
    '^zonewright/testing$': '<rootDir>/testing/index.ts',
    '^zonewright/testing/jest$': '<rootDir>/testing/jest.ts',
  },
  testRunner: '<rootDir>/test/support/test-runner.mjs',
  testSequencer: '<rootDir>/test/support/test-sequencer.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 60_000,
  // Two more than the cores of a small machine: many tests wait for the engine, a process or a clock.
  maxWorkers: 4,
};
