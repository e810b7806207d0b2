/**
 * `npm run test:shaken -- [SEED …] [PATTERN …]`: finds tests that fail by chance. Runs the first two lanes with their files
 * in random order, beside busy loops, with late answers. All of this follows from the seed, so a second run with it
 * meets nearly the same accidents.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

const LANES = ['test', 'test:engine'];
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

if (isMainThread) await main();
else await takeTheProcessor(workerData);

async function main() {
  const isSeed = (each) => /^\d+$/.test(each);
  const given = process.argv.slice(2);
  const seeds = given.some(isSeed) ? given.filter(isSeed) : [String(randomInt(1, 100_000))];
  const patterns = given.filter((each) => !isSeed(each));
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-shaken-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const report = [];
  for (const seed of seeds) {
    console.log(`Shaken with the seed ${seed}`);
    const loops = busyLoops(seed);
    for (const lane of LANES)
      report.push({ seed, lane, failed: await failedFiles({ lane, seed, folder, patterns }) });
    await Promise.all(loops.map((loop) => loop.terminate()));
  }
  for (const { seed, lane, failed } of report) {
    console.log(`Seed ${seed}, ${lane}: ${failed.length === 0 ? 'passed' : 'failed'}`);
    for (const file of failed) console.log(`  ${file}`);
  }
  console.log(`Again: npm run test:shaken -- ${[...seeds, ...patterns].join(' ')}`);
  if (report.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

/** Runs a lane by its own command. */
async function failedFiles({ lane, seed, folder, patterns }) {
  const outputFile = join(folder, `${seed}-${lane.replace(':', '-')}.json`);
  const lateAnswers = here('late-answers.js');
  const shaken = ['--testSequencer', here('random-order.mjs'), '--setupFiles', lateAnswers];
  const results = ['--passWithNoTests', '--maxWorkers=4', '--json', '--outputFile', outputFile];
  const npm = spawn('npm', ['run', '--silent', lane, '--', ...shaken, ...results, ...patterns], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(lateAnswers)}`,
      ZONEWRIGHT_SHAKEN_SEED: seed,
    },
  });
  const stop = (signal) => {
    npm.kill(signal);
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const [status, signal] = await once(npm, 'close');
  const end = `the lane ended with ${status ?? signal}`;
  process.off('SIGINT', stop).off('SIGTERM', stop);
  try {
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
    const failed = testResults
      .filter((each) => each.status === 'failed')
      .map((each) => relative('.', each.name));
    return failed.length > 0 || status === 0 ? failed.sort() : [end];
  } catch {
    return [`${end} before there were results`];
  }
}

/** Threads, as they end with this process however it ends; each is by turns busy and idle. */
function busyLoops(seed) {
  const env = { ZONEWRIGHT_SHAKEN_SEED: seed };
  return [0, 1].map((number) => new Worker(new URL(import.meta.url), { workerData: number, env }));
}

async function takeTheProcessor(number) {
  const { drawn } = await import('./late-answers.js');
  const time = (name, turn) => 50 + 1450 * drawn(`${name} ${number} ${turn}`);
  for (let turn = 0; ; turn += 1) {
    const end = performance.now() + time('busy', turn);
    while (performance.now() < end);
    await setTimeout(time('idle', turn));
  }
}
