/**
 * `npm run test:shaken -- [SEED …] [PATTERN …]`: finds tests that fail by chance. Runs the first two lanes with their files
 * in random order, beside busy loops, with late answers. All of this follows from the seed, so a second run with it
 * meets nearly the same accidents. docs/internals/testing.md describes the options.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

const LANES = { fast: 'test', engine: 'test:engine' };
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

if (isMainThread) await main();
else await takeTheProcessor(workerData);

async function main() {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: {
      lane: { type: 'string', multiple: true, default: Object.keys(LANES) },
      loops: { type: 'string' },
      maxWorkers: { type: 'string', default: '4' },
    },
  });
  const unknown = values.lane.filter((lane) => !(lane in LANES));
  if (unknown.length > 0) {
    console.error(`No lane is called "${unknown}". Use --lane ${Object.keys(LANES).join(' or --lane ')}.`);
    process.exit(1);
  }
  const isSeed = ({ kind, value }) => kind === 'positional' && /^\d+$/.test(value);
  const given = tokens.filter(isSeed);
  const others = process.argv.slice(2).filter((_, index) => !given.some((token) => token.index === index));
  const seeds = given.length > 0 ? given.map(({ value }) => value) : [String(randomInt(1, 100_000))];
  const patterns = positionals.filter((each) => !seeds.includes(each));
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-shaken-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const report = [];
  for (const seed of seeds) {
    console.log(`Shaken with the seed ${seed}`);
    const loops = busyLoops(seed, values.loops);
    for (const lane of values.lane) {
      const begun = performance.now();
      const failed = await failedFiles({
        lane,
        seed,
        folder,
        args: ['--maxWorkers', values.maxWorkers, ...patterns],
      });
      const seconds = Math.round((performance.now() - begun) / 1000);
      report.push({ seed, lane, seconds, failed });
    }
    await Promise.all(loops.map((loop) => loop.terminate()));
  }
  for (const { seed, lane, seconds, failed } of report) {
    console.log(`Seed ${seed}, lane ${lane}: ${failed.length === 0 ? 'passed' : 'failed'} in ${seconds} s`);
    for (const file of failed) console.log(`  ${file}`);
  }
  const failing = report.filter(({ failed }) => failed.length > 0).map(({ seed }) => seed);
  const again = [...new Set(failing.length > 0 ? failing : seeds)];
  console.log(`Again: npm run test:shaken -- ${[...again, ...others].join(' ')}`);
  if (failing.length > 0) process.exitCode = 1;
}

/** Runs a lane by its own command. */
async function failedFiles({ lane, seed, folder, args }) {
  const outputFile = join(folder, `${seed}-${lane}.json`);
  const lateAnswers = here('late-answers.js');
  const shaken = ['--testSequencer', here('random-order.mjs'), '--setupFiles', lateAnswers];
  const results = ['--passWithNoTests', '--json', '--outputFile', outputFile];
  const npm = spawn('npm', ['run', '--silent', LANES[lane], '--', ...shaken, ...results, ...args], {
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

/** Threads, as they end with this process however it ends. Two by turns busy and idle, or as many busy ones as asked for. */
function busyLoops(seed, always) {
  return Array.from({ length: Number(always ?? 2) }, (_, number) => {
    const options = {
      workerData: { number, pauses: always === undefined },
      env: { ZONEWRIGHT_SHAKEN_SEED: seed },
    };
    return new Worker(new URL(import.meta.url), options);
  });
}

async function takeTheProcessor({ number, pauses }) {
  const { drawn } = await import('./late-answers.js');
  const time = (name, turn) => 50 + 1450 * drawn(`${name} ${number} ${turn}`);
  for (let turn = 0; ; turn += 1) {
    const end = performance.now() + time('busy', turn);
    while (performance.now() < end);
    await setTimeout(pauses ? time('idle', turn) : 0);
  }
}
