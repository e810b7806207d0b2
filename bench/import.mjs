/**
 * What `require('zonewright')` takes on top of `require('cdktf')`, which every app of constructs loads. Each round is a
 * process of its own. Ends with 1 when the limit is exceeded.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, cpus, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROUNDS = 21;
const LIMIT_MS = 60;
const PATHS = ['cdktf', '../dist/lib'];

if (process.argv[2] === 'once') console.log(JSON.stringify(once()));
else process.exitCode = report(Array.from({ length: ROUNDS }, run));

/** Milliseconds and files that each takes, one after the other in one process. */
function once() {
  const require = createRequire(import.meta.url);
  return PATHS.map((path) => {
    const before = Object.keys(require.cache).length;
    const since = performance.now();
    require(path);
    return { ms: performance.now() - since, files: Object.keys(require.cache).length - before };
  });
}

function run() {
  const args = [fileURLToPath(import.meta.url), 'once'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function report(rounds) {
  const cores = cpus();
  console.log(
    `Node ${process.version}, ${platform()} ${arch()}, ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'})\n`,
  );
  console.log(`import, ${ROUNDS} rounds        min ms  median ms  files`);
  const medians = ['cdktf', 'zonewright on top'].map((name, index) => {
    const times = rounds.map((round) => round[index].ms).sort((a, b) => a - b);
    const median = times[(ROUNDS - 1) / 2];
    const cells = [times[0].toFixed(0).padStart(8), median.toFixed(0).padStart(11)];
    console.log(`${name.padEnd(24)}${cells.join('')}${String(rounds[0][index].files).padStart(7)}`);
    return median;
  });
  const kept = medians[1] <= LIMIT_MS;
  console.log(
    `\n${kept ? 'ok  ' : 'OVER'}  zonewright on top of cdktf: ${medians[1].toFixed(0)} ms, at most ${LIMIT_MS} ms`,
  );
  return kept ? 0 : 1;
}
