/**
 * How long the built provider takes from spawn to handshake, compared with a bare `node` that prints a line in the same
 * run, and with peers.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { atMost, median, minimum, shown, tableText } from './figures.mjs';
import { PLUGIN_ENV, PROVIDER } from './plugin-client.mjs';
import { BARE_NODE, residentMegabytes, timeToLine } from './time-to-line.mjs';

const ROUNDS = 30;
const RATIO_LIMIT = 2.2;
const BUNDLE_LIMIT = 185_000;

export async function startUp({ peers }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const starts = startsToMeasure(folder, peers);
    for (let round = 0; round < ROUNDS; round++) {
      for (const start of starts) start.ms.push(await timeToLine(start));
    }
    for (const start of starts) start.residentMb = await residentMegabytes(start);
    return report(starts.map(({ name, base, ms, residentMb }) => ({ name, base, ms, residentMb })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startsToMeasure(folder, peers) {
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, rootCertificates.join('\n'));
  const plain = { PATH: process.env.PATH, TMPDIR: folder };
  // Any certificate will do, since nobody connects.
  const plugin = { ...plain, ...PLUGIN_ENV, PLUGIN_CLIENT_CERT: rootCertificates[0] };
  const extra = { NODE_EXTRA_CA_CERTS: authorities };
  const program = PROVIDER;
  const base = BARE_NODE.name;
  return [
    { ...BARE_NODE, env: plain },
    { name: 'provider', base, program, env: plugin },
    { ...BARE_NODE, name: 'bare node, NODE_EXTRA_CA_CERTS', base, env: { ...plain, ...extra } },
    { name: 'provider, NODE_EXTRA_CA_CERTS', base, program, env: { ...plugin, ...extra } },
    ...peers.map(({ name, binary }) => ({ name, base, program: binary, env: plugin })),
  ].map((start) => ({ ...start, ms: [] }));
}

function report(starts) {
  const [bare, ours] = starts;
  const ratio = (start) => minimum(start.ms) / minimum(bare.ms);
  const table = tableText(`Spawn to handshake, ${ROUNDS} rounds`, [
    ['', 'min ms', 'median ms', 'to bare node', 'RSS MB'],
    ...starts.map((start) => [
      start.name,
      shown(minimum(start.ms)),
      shown(median(start.ms)),
      start.base === undefined ? '' : shown(ratio(start), 2),
      shown(start.residentMb),
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
