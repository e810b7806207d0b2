/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/examples'],
  // All tests but those with dependencies of their own; test/lanes.mjs says what each command runs of them.
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(browser|cdktf-cli|clients|packed|release)/'],
  // What only these lanes use: no other tests import from there.
  modulePathIgnorePatterns: [
    '<rootDir>/test/browser/node_modules/',
    '<rootDir>/test/cdktf-cli/node_modules/',
    '<rootDir>/test/node-versions/node_modules/',
    '<rootDir>/test/clients/node_modules/',
    '<rootDir>/test/packed/node_modules/',
  ],
  transform: { '^.+\\.ts$': '<rootDir>/test/support/typescript.mjs' },
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/test/support/fast-check.ts',
    '^zonewright$': '<rootDir>/lib/index.ts',
    '^zonewright/emulator$': '<rootDir>/emulator/index.ts',
    '^zonewright/testing$': '<rootDir>/testing/index.ts',
    '^zonewright/testing/jest$': '<rootDir>/testing/jest.ts',
    // What the command line loads when a command runs, by its compiled name.
    '^\\./((?:run|fetch)-[a-z]+)\\.js$': './$1',
  },
  testRunner: '<rootDir>/test/support/test-runner.mjs',
  testSequencer: '<rootDir>/test/support/test-sequencer.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // It ends what hangs. No test takes minutes on a quiet machine, and none may fail because a machine is busy.
  testTimeout: 1_200_000,
  // Two more than the cores of a small machine: many tests wait for the engine, a process or a clock.
  maxWorkers: 4,
};
