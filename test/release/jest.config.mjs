import base from '../../jest.config.js';

/** `npm run test:release`: needs Linux on x64, root, and Debian's clients. @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/release/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/release/global-setup.ts',
  maxWorkers: 2,
};
