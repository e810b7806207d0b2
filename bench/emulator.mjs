/**
 * What the emulator costs: requests per second compared with a bare server on the same framework in the same run, time
 * from start to ready, and 10,000 zones.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND, startEmulator, startNode } from './emulator-process.mjs';
import { atLeast, atMost, median, minimum, shown, tableText } from './figures.mjs';
import { requestsPerSecond } from './load.mjs';
import { ROOT } from './machine.mjs';
import { peakMb } from './processes.mjs';
import { timeToLine } from './time-to-line.mjs';

const ROUNDS = 5;
const ROUND_MS = 1500;
const RATIO_LIMIT = 0.5;
const READY_ROUNDS = 10;
const READY_LIMIT_MS = 500;
const ZONES = 10_000;
const ZONES_LIMIT_MS = 5000;
const ZONES_LIMIT_MB = 1000;

export async function emulator() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const parts = [await throughput(), await readiness(folder), await manyZones(folder)];
    return {
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
      tables: parts.map(({ table }) => table),
      checks: parts.flatMap(({ checks }) => checks),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function throughput() {
  const started = await startEmulator();
  const headers = { authorization: `Bearer ${started.token}` };
  const { path, envelope } = await rulesetWithFields(started, headers);
  const bare = await startNode([join(ROOT, 'bench', 'bare-server.mjs')], /port \d+\n/, envelope);
  const sides = [
    { name: 'bare server', port: Number(/port (\d+)/.exec(bare.output)[1]), perSecond: [] },
    { name: 'emulator', port: Number(new URL(started.baseUrl).port), perSecond: [] },
  ];
  try {
    const load = { path, headers, milliseconds: ROUND_MS };
    for (const { port } of sides) await requestsPerSecond({ ...load, port });
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of sides) side.perSecond.push(await requestsPerSecond({ ...load, port: side.port }));
    }
  } finally {
    await Promise.all([bare.close(), started.close()]);
  }
  const [base, ours] = sides;
  // Pairs of the same round, so that other load on the machine affects both alike.
  const ratio = median(ours.perSecond.map((rate, index) => rate / base.perSecond[index]));
  return {
    figures: { throughput: sides.map(({ name, perSecond }) => ({ name, perSecond })) },
    table: tableText(`GET of a ruleset, ${envelope.length} bytes, ${ROUNDS} rounds of ${ROUND_MS} ms`, [
      ['', 'requests/s'],
      ...sides.map(({ name, perSecond }) => [name, shown(median(perSecond))]),
    ]),
    checks: [atLeast('emulator to bare server', ratio, RATIO_LIMIT, (value) => value.toFixed(2))],
  };
}

async function rulesetWithFields({ baseUrl, zoneId }, headers) {
  const rulesets = `${baseUrl}/zones/${zoneId}/rulesets`;
  const created = await fetch(rulesets, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'default',
      kind: 'zone',
      phase: 'http_log_custom_fields',
      rules: [fields()],
    }),
  });
  const { result } = await created.json();
  const url = new URL(`${rulesets}/${result.id}`);
  return { path: url.pathname, envelope: await (await fetch(url, { headers })).text() };
}

async function readiness(folder) {
  const start = {
    program: process.execPath,
    args: [COMMAND, 'emulator', '--port', '0', '--quiet'],
    env: { PATH: process.env.PATH, TMPDIR: folder },
    begins: 'The zone service listens',
  };
  const ms = [];
  for (let round = 0; round < READY_ROUNDS; round++) ms.push(await timeToLine(start));
  const show = (value) => `${value.toFixed(0)} ms`;
  return {
    figures: { readyMs: ms },
    table: tableText(`Emulator, from start to ready, ${READY_ROUNDS} rounds`, [
      ['', 'min ms', 'median ms', 'max ms'],
      ['default seed', shown(minimum(ms)), shown(median(ms)), shown(Math.max(...ms))],
    ]),
    checks: [atMost('emulator, median from start to ready', median(ms), READY_LIMIT_MS, show)],
  };
}

async function manyZones(folder) {
  const seed = join(folder, 'zones.json');
  writeFileSync(
    seed,
    JSON.stringify({ zones: Array.from({ length: ZONES }, (_zone, index) => zone(index)) }),
  );
  const begun = performance.now();
  const started = await startEmulator(['--seed', seed]);
  const ms = performance.now() - begun;
  const megabytes = peakMb(started.pid);
  await started.close();
  const title = `Emulator with ${ZONES} zones, each with fields, a job and a previous configuration`;
  return {
    figures: { manyZones: { zones: ZONES, ms, peakMb: megabytes } },
    table: tableText(title, [
      ['', 'start ms', 'peak MB'],
      [`seed of ${(statSync(seed).size / 1e6).toFixed(1)} MB`, shown(ms), shown(megabytes)],
    ]),
    checks: [
      atMost('emulator, start with many zones', ms, ZONES_LIMIT_MS, (value) => `${value.toFixed(0)} ms`),
      atMost(
        'emulator, memory with many zones',
        megabytes,
        ZONES_LIMIT_MB,
        (value) => `${value.toFixed(0)} MB`,
      ),
    ],
  };
}

function zone(index) {
  return {
    name: `zone-${index}.example`,
    rulesets: [{ phase: 'http_log_custom_fields', rules: [fields()] }],
    logpush: {
      jobs: [
        {
          destination_conf: `r2://logs/${index}?account-id=a&access-key-id=b&secret-access-key=c`,
          logpull_options: 'fields=RayID,RequestHeaders,Cookies&timestamps=rfc3339',
        },
      ],
    },
    previous_waf: { core_rule_set: { sensitivity: 'medium', action_mode: 'block' } },
  };
}

function fields() {
  const names = (...list) => list.map((name) => ({ name }));
  return {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: {
      request_fields: names('content-type', 'x-request-id', 'x-forwarded-for'),
      response_fields: names('server-timing', 'set-cookie'),
      cookie_fields: names('SessionId', 'cart_id'),
    },
  };
}
