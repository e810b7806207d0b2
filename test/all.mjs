/**
 * `npm run test:all -- PATH …`: runs every lane of package.json, one after the other, also after a red one, and ends with one
 * table. The paths are the engines for `test:engines`. Exits with 1 if anything has failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** What runs the tests of other lanes again. */
const AGAIN = ['test:all', 'test:adopt', 'test:shaken'];
const engines = process.argv.slice(2);
const lanes = Object.keys(scripts).filter((name) => /^test(:|$)/.test(name) && !AGAIN.includes(name));

const rows = [];
for (const lane of lanes)
  if (lane === 'test:engines' && engines.length === 0) rows.push({ lane, isLeftOut: true });
  else rows.push(await rowOf(lane, lane === 'test:engines' ? engines : []));

console.log('\n| Lane | Seconds | Passed | Skipped | Red |\n|---|---|---|---|---|');
for (const { lane, isLeftOut, seconds, passed, skipped, red } of rows) {
  const cells = isLeftOut
    ? ['not run: no path of an engine is given', '', '', '']
    : [seconds, passed, skipped, red];
  console.log(`| ${[lane, ...cells].join(' | ')} |`);
}
for (const { lane, failed = [] } of rows) for (const file of failed) console.log(`${lane}: ${file}`);
if (rows.some(({ red }) => red)) process.exitCode = 1;

/** Runs a lane, shows what it prints, and adds up the totals of its runs of Jest. */
async function rowOf(lane, args) {
  console.log(`\n# ${lane}`);
  const begun = performance.now();
  const npm = spawn('npm', ['run', '--silent', lane, '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const ended = once(npm, 'close');
  const counts = { passed: 0, skipped: 0, failed: 0 };
  const failed = new Set();
  const read = (line) => {
    console.log(line);
    if (line.startsWith('FAIL ')) failed.add(line.replace(/^FAIL | \(.*/g, ''));
    if (!line.startsWith('Tests: ')) return;
    for (const [, count, what] of line.matchAll(/(\d+) (passed|skipped|failed)/g))
      counts[what] += Number(count);
  };
  await Promise.all(
    [npm.stdout, npm.stderr].map((input) => once(createInterface({ input }).on('line', read), 'close')),
  );
  const [code] = await ended;
  const seconds = Math.round((performance.now() - begun) / 1000);
  // A lane may fail before, after or beside its tests.
  const red = counts.failed || (code === 0 ? 0 : `exit code ${code}`);
  return { lane, seconds, passed: counts.passed, skipped: counts.skipped, red, failed: [...failed] };
}
