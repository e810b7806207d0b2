/**
 * How long the built provider takes from spawn to handshake, compared with a bare `node` that prints a line in the same
 * run, and with peers.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { atMost, median, minimum, shown, tableText } from './figures.mjs';
import { ROOT } from './machine.mjs';

const ROUNDS = 30;
const RATIO_LIMIT = 2.2;
const BUNDLE_LIMIT = 230_000;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const PROVIDER = join(ROOT, 'dist', 'provider', `terraform-provider-zone_v${version}`);

/** How an engine identifies itself, and which protocols it speaks (docs/internals/plugin-protocol.md 1). */
const PLUGIN_ENV = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
};

/** A Node program that prints a line and waits: the floor of every other start. */
export const BARE_NODE = {
  name: 'bare node',
  program: process.execPath,
  args: ['-e', 'console.log("1|6|"); setTimeout(() => {}, 60_000)'],
};

export async function startUp({ peers }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const starts = startsToMeasure(folder, peers);
    for (let round = 0; round < ROUNDS; round++) {
      for (const start of starts) start.ms.push(await timeToLine(start));
    }
    return report(starts.map(({ name, base, ms }) => ({ name, base, ms })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startsToMeasure(folder, peers) {
  const plain = { PATH: process.env.PATH, TMPDIR: folder };
  // Any certificate will do, since nobody connects.
  const plugin = { ...plain, ...PLUGIN_ENV, PLUGIN_CLIENT_CERT: rootCertificates[0] };
  const base = BARE_NODE.name;
  return [
    { ...BARE_NODE, env: plain },
    { name: 'provider', base, program: PROVIDER, env: plugin },
    ...peers.map(({ name, binary }) => ({ name, base, program: binary, env: plugin })),
  ].map((start) => ({ ...start, ms: [] }));
}

function report(starts) {
  const [bare, ours] = starts;
  const ratio = (start) => minimum(start.ms) / minimum(bare.ms);
  const table = tableText(`Spawn to handshake, ${ROUNDS} rounds`, [
    ['', 'min ms', 'median ms', 'to bare node'],
    ...starts.map((start) => [
      start.name,
      shown(minimum(start.ms)),
      shown(median(start.ms)),
      start.base === undefined ? '' : shown(ratio(start), 2),
    ]),
  ]);
  const files = [PROVIDER, join(dirname(PROVIDER), 'zone-provider.cjs')];
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const checks = [
    atMost('start-up to bare node', ratio(ours), RATIO_LIMIT, (value) => `${value.toFixed(2)} times`),
    atMost('provider bundle', bytes, BUNDLE_LIMIT, (value) => `${value} bytes`),
  ];
  return { figures: { starts, bundleBytes: bytes }, tables: [table], checks };
}

/** Milliseconds from the start of a program to its first line on stdout, a handshake; the program is then killed. */
export async function timeToLine({ program, args = [], env }) {
  const begun = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const line = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.stdout.once('data', resolve);
      child.once('close', () => reject(new Error(`${program} ended without a line`)));
    });
    const elapsed = performance.now() - begun;
    if (!line.toString().startsWith('1|'))
      throw new Error(`${program} printed ${JSON.stringify(line.toString())}`);
    return elapsed;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
