import base from '../../jest.config.js';

/** `npm run test:pipelines`: the workflows with the packed package, and packages from the registry. @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/pipelines/workflows.test.ts'],
  globalSetup: '<rootDir>/test/support/pack.ts',
};
