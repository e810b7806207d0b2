/**
 * How long the built provider takes from spawn to handshake, against a bare `node` that prints a line in the same
 * run, and what that makes of a whole plan. Ends with 1 when a limit is exceeded.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { planTimes } from './plan-time.mjs';
import { residentMegabytes, timeToLine } from './time-to-line.mjs';

const ROUNDS = 30;
const PLAN_ROUNDS = 8;
const RATIO_LIMIT = 2.2;
const BUNDLE_LIMIT = 155_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const provider = join(root, 'dist', 'provider', `terraform-provider-zone_v${version}`);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

try {
  process.exitCode = report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, rootCertificates.join('\n'));
  const plain = { PATH: process.env.PATH, TMPDIR: folder };
  // As the engine starts it; any certificate will do, since nobody connects.
  const plugin = {
    TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    PLUGIN_CLIENT_CERT: rootCertificates[0],
  };
  const bare = {
    program: process.execPath,
    args: ['-e', 'console.log("1|6|"); setTimeout(() => {}, 60_000)'],
  };
  const extra = { NODE_EXTRA_CA_CERTS: authorities };
  const starts = [
    { name: 'bare node', ...bare, env: plain },
    { name: 'provider', program: provider, env: { ...plain, ...plugin } },
    { name: 'bare node, NODE_EXTRA_CA_CERTS', ...bare, env: { ...plain, ...extra } },
    { name: 'provider, NODE_EXTRA_CA_CERTS', program: provider, env: { ...plain, ...plugin, ...extra } },
  ].map((start) => ({ ...start, times: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const start of starts) start.times.push(await timeToLine(start));
  }
  for (const start of starts) start.megabytes = await residentMegabytes(start);
  return { starts, plans: await planTimes(PLAN_ROUNDS), bytes: statSync(provider).size };
}

function report({ starts, plans, bytes }) {
  const [bare, ours, bareExtra, oursExtra] = starts;
  const row = (name, times, base, megabytes) => [
    name,
    minimum(times).toFixed(0),
    median(times).toFixed(0),
    base === undefined ? '' : (minimum(times) / minimum(base)).toFixed(2),
    megabytes === undefined ? '' : megabytes.toFixed(0),
  ];
  const ratio = minimum(ours.times) / minimum(bare.times);
  const cores = cpus();
  console.log(
    `Node ${process.version}, ${platform()} ${arch()}, ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'})\n`,
  );
  printTable([
    [`spawn to first line, ${ROUNDS} rounds`, 'min ms', 'median ms', 'ratio', 'RSS MB'],
    row(bare.name, bare.times, undefined, bare.megabytes),
    row(ours.name, ours.times, bare.times, ours.megabytes),
    row(bareExtra.name, bareExtra.times, bare.times, bareExtra.megabytes),
    row(oursExtra.name, oursExtra.times, bare.times, oursExtra.megabytes),
  ]);
  printTable([
    [`plan of one resource, ${plans.engine}, ${PLAN_ROUNDS} rounds`, 'min ms', 'median ms'],
    row('terraform_data, built in', plans.builtIn).slice(0, 3),
    row('zone_log_custom_fields', plans.ours).slice(0, 3),
  ]);
  return [
    limit('start-up against bare node', ratio, RATIO_LIMIT, (value) => `${value.toFixed(2)} times`),
    limit('provider bundle', bytes, BUNDLE_LIMIT, (value) => `${value} bytes`),
  ].every(Boolean)
    ? 0
    : 1;
}

/** Whether a value keeps to its limit. */
function limit(name, value, most, show) {
  const kept = value <= most;
  console.log(`${kept ? 'ok  ' : 'OVER'}  ${name}: ${show(value)}, at most ${show(most)}`);
  return kept;
}

function printTable(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(cells.join('  ').trimEnd());
  }
  console.log();
}

function minimum(values) {
  return Math.min(...values);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}
