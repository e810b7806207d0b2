import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import runner from 'jest-circus/runner';

/**
 * Jest's own runner, with a folder for the temporary files of each test file: what a file makes, unpacks or looks for
 * there is not that of another worker.
 *
 * For each file Jest makes an `AsyncLocalStorage` in which it finds the test that a rejection belongs to, and never
 * disables it: until Node.js 22 every promise of a process carries the contexts of all files that ran before, and after
 * four hundred of them a file with many promises takes eight times the CPU. So this disables them after each file.
 *
 * A test with a parameter that no row of its table fills would wait for `done` until its time is over: it is refused.
 */
export default async function runTestFile(globalConfig, config, environment, ...args) {
  const { TMPDIR } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'file-'));
  // Tests have a copy of the environment, and the modules of Node.js this one.
  process.env.TMPDIR = environment.global.process.env.TMPDIR = folder;
  environment.handleTestEvent = ({ test, hook }) => {
    for (const each of [test, hook]) if (each?.fn?.length > 0) each.fn = refuse;
  };
  try {
    return await runner.default(globalConfig, config, environment, ...args);
  } finally {
    for (const storage of enabled) storage.disable();
    enabled.clear();
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function refuse() {
  throw new Error('Nothing fills a parameter of this function. Make it async instead of calling `done`.');
}

const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...args) {
  enabled.add(this);
  return run.apply(this, args);
};

const { compileFunction, Script } = vm;

/** Jest compiles each module anew for each test file. As a script, a module without dynamic imports is compiled once. */
vm.compileFunction = (source, parameters, options) => {
  const context = options?.parsingContext;
  if (!context || source.includes('import(')) return compileFunction(source, parameters, options);
  const before = `(function (${parameters.join(', ')}) {`;
  const place = { filename: options.filename, columnOffset: -before.length };
  return new Script(`${before}${source}\n})`, place).runInContext(context);
};
