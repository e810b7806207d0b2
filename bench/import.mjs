/**
 * The time of `require('zonewright')` on top of `require('cdktf')`, which every app of constructs loads. Each round is
 * a separate process: this file, started as a program.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { atMost, median, minimum, shown, tableText } from './figures.mjs';

const ROUNDS = 21;
const LIMIT_MS = 60;
const PACKAGES = [
  { name: 'cdktf', path: 'cdktf' },
  { name: 'zonewright on top', path: '../dist/lib' },
];

const FILE = fileURLToPath(import.meta.url);
if (process.argv[1] === FILE) console.log(JSON.stringify(once()));

export function importTime() {
  const rounds = Array.from({ length: ROUNDS }, () =>
    JSON.parse(execFileSync(process.execPath, [FILE], { encoding: 'utf8' })),
  );
  const figures = PACKAGES.map(({ name }, index) => ({
    name,
    ms: rounds.map((round) => round[index].ms),
    files: rounds[0][index].files,
  }));
  const table = tableText(`Import, ${ROUNDS} rounds`, [
    ['', 'min ms', 'median ms', 'files'],
    ...figures.map(({ name, ms, files }) => [name, shown(minimum(ms)), shown(median(ms)), String(files)]),
  ]);
  const onTop = median(figures[1].ms);
  const check = atMost(
    'import of zonewright on top of cdktf',
    onTop,
    LIMIT_MS,
    (ms) => `${ms.toFixed(0)} ms`,
  );
  return { figures, tables: [table], checks: [check] };
}

/** Milliseconds and files of each, one after the other in one process. */
function once() {
  const require = createRequire(import.meta.url);
  return PACKAGES.map(({ path }) => {
    const before = Object.keys(require.cache).length;
    const since = performance.now();
    require(path);
    return { ms: performance.now() - since, files: Object.keys(require.cache).length - before };
  });
}
