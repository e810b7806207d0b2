/**
 * Which lane a test is in: the only place that says so. `npm test` runs what is named in none of these lists, and SMOKE.
 * Patterns are those of Jest's `testMatch`. docs/internals/testing.md describes the lanes.
 */

/** `npm run test:engine`: what starts the engine, the compiler or whole programs, kills processes, throws dice, or looks at the clock. */
export const ENGINE = [
  'test/e2e/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/campaign/**/*.test.ts',
  'test/pipelines/*.test.ts',
  'test/released-states/**/*.test.ts',
  'test/adopt/adopt.test.ts',
  'test/migration-cli/approve-and-plan.test.ts',
  'examples/**/*.test.ts',
  'test/testing/matchers.test.ts',
  'test/testing/emulator-process.test.ts',
  'test/cli/demo.test.ts',
  'test/cli/engine/run.test.ts',
  'test/cli/install-command.test.ts',
  'test/cli/emulator-command.test.ts',
  'test/docs/typescript-blocks.test.ts',
  'test/lib/app-error.test.ts',
  'test/lib/editor/**/*.test.ts',
  'test/provider-shim/sdk/plugin/ending.test.ts',
  'test/provider-shim/start-script.test.ts',
  'test/provider-shim/api/answer-limits.test.ts',
  'test/provider-shim/api/answer-times.test.ts',
  'test/provider-shim/resources/managed-rules/owners.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/emulator/fuzz/**/*.test.ts',
];

/**
 * Of these, what `npm test` runs: constructs with their resources, once on the real engine, and in its calls what only newer
 * engines do: lists and identities.
 */
export const SMOKE = ['test/e2e/constructs.test.ts', 'test/conformance/listed-objects.test.ts'];

/** What takes so long that it runs in `npm run test:slow` alone. */
export const SLOW_ONLY = ['test/slow/**/*.test.ts'];

/** `npm run test:slow`: beside SLOW_ONLY, the whole of the tests that run a share elsewhere (`test/support/lane.ts`). */
export const SLOW = [
  ...SLOW_ONLY,
  'test/adopt/adopt.test.ts',
  'test/adopt/names.test.ts',
  'test/campaign/campaign.test.ts',
  'test/cli/copy.test.ts',
  'test/conformance/provider-connection.test.ts',
  'test/e2e/aliases.test.ts',
  'test/e2e/examples.test.ts',
  'test/e2e/kills.test.ts',
  'test/e2e/log-custom-fields.test.ts',
  'test/e2e/rehearsal.test.ts',
  'test/e2e/terraform-test.test.ts',
  'test/e2e/zone-managed-rules.test.ts',
  'test/emulator/fuzz/requests.test.ts',
  'test/fuzz/parsers.test.ts',
  'test/provider-shim/resources/managed-rules/owners.test.ts',
];

/** Globs of a lane's tests for `testMatch`. */
export const matching = (...patterns) => patterns.map((pattern) => `<rootDir>/${pattern}`);

/** Globs that leave tests out again. */
export const but = (...patterns) => patterns.map((pattern) => `!**/${pattern}`);
