import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import base from '../../jest.config.js';

/**
 * `npm run test:node-versions` runs these under each Node.js, which is also the `node` on the PATH that the provider
 * starts with: test/conformance/code-cache.test.ts fails if the provider has another one.
 */
const TESTS = [
  'test/conformance',
  'test/provider-shim/start-script.test.ts',
  'test/e2e/log-custom-fields.test.ts',
  'test/e2e/logpush-challenge.test.ts',
  'test/e2e/stored-forms.test.ts',
  'test/cli/emulator-command.test.ts',
];

// Jest is content with a pattern that matches nothing.
const missing = TESTS.filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))));
if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')}: mend the list of this lane.`);

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: TESTS.map((path) => `<rootDir>/${path.endsWith('.ts') ? path : `${path}/*.test.ts`}`),
  maxWorkers: 2,
};
