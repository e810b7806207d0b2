import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import TestSequencer from '@jest/test-sequencer';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files of which the run would wait for the last one, if it began late: in a new clone Jest would begin with what is
 * large, and most of these are small.
 */
const LONGEST = [
  'test/campaign/campaign.test.ts',
  'test/provider-shim/sdk/plugin/ending.test.ts',
  ...['managed-rules', 'migration', 'job', 'fields'].map(
    (name) => `test/provider-shim/resources/lifecycle/${name}.test.ts`,
  ),
].map((file) => join(ROOT, file));

/** Begins with the longest files. The order of the others is Jest's: by their last duration, or by their size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => (LONGEST.includes(path) ? LONGEST.indexOf(path) : LONGEST.length);
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}
