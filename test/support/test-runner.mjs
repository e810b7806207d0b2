import { AsyncLocalStorage } from 'node:async_hooks';
import runner from 'jest-circus/runner';

/**
 * Jest's own runner. For each file it makes an `AsyncLocalStorage` in which it finds the test that a rejection belongs
 * to, and never disables it: until Node.js 22 every promise of a process carries the contexts of all files that ran
 * before, and after four hundred of them a file with many promises takes eight times the CPU. So this disables them after
 * each file.
 */
export default async function runTestFile(...args) {
  try {
    return await runner.default(...args);
  } finally {
    for (const storage of enabled) storage.disable();
    enabled.clear();
  }
}

const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...args) {
  enabled.add(this);
  return run.apply(this, args);
};
