/**
 * What the emulator costs: requests per second against a bare server on the same framework in the same run, from
 * start to ready, and 10,000 zones. Ends with 1 when a limit is exceeded.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestsPerSecond } from './load.mjs';
import { timeToLine } from './time-to-line.mjs';

const ROUNDS = 5;
const ROUND_MS = 1500;
const RATIO_LIMIT = 0.5;
const READY_ROUNDS = 10;
const READY_LIMIT_MS = 500;
const ZONES = 10_000;
const ZONES_LIMIT_MS = 5000;
const ZONES_LIMIT_MB = 1000;

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const running = [];

try {
  const held = [await throughput(), await readiness(), await manyZones()];
  process.exitCode = held.every(Boolean) ? 0 : 1;
} finally {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function throughput() {
  const emulator = await startEmulator(['--quiet']);
  const { zoneId, token } = emulator;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const created = await fetch(`${emulator.baseUrl}/zones/${zoneId}/rulesets`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'default',
      kind: 'zone',
      phase: 'http_log_custom_fields',
      rules: [fields()],
    }),
  });
  const { result } = await created.json();
  const path = `/client/v4/zones/${zoneId}/rulesets/${result.id}`;
  const envelope = await (await fetch(new URL(path, emulator.baseUrl), { headers })).text();
  const bare = await startBareServer(envelope);
  const sides = [
    { name: 'bare server', port: bare, rates: [] },
    { name: 'emulator', port: Number(new URL(emulator.baseUrl).port), rates: [] },
  ];
  const load = { path, headers: { authorization: `Bearer ${token}` }, milliseconds: ROUND_MS };
  for (const { port } of sides) await requestsPerSecond({ ...load, port });
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) side.rates.push(await requestsPerSecond({ ...load, port: side.port }));
  }
  for (const child of running.splice(0)) child.kill();
  const [base, ours] = sides;
  // Each round's own pair: what else the machine does strikes both alike.
  const ratio = median(ours.rates.map((rate, index) => rate / base.rates[index]));
  console.log(`GET of a ruleset, ${ROUNDS} rounds of ${ROUND_MS} ms each, ${envelope.length} bytes`);
  for (const { name, rates } of sides)
    console.log(`  ${name.padEnd(12)} ${median(rates).toFixed(0).padStart(7)} requests/s`);
  return verdict(`ratio ${ratio.toFixed(2)}, at least ${RATIO_LIMIT}`, ratio >= RATIO_LIMIT);
}

async function readiness() {
  const times = [];
  for (let round = 0; round < READY_ROUNDS; round++) {
    times.push(
      await timeToLine({
        program: process.execPath,
        args: [command, 'emulator', '--port', '0', '--quiet'],
        env: { PATH: process.env.PATH, TMPDIR: folder },
        begins: 'The zone service listens',
      }),
    );
  }
  const worst = Math.max(...times);
  console.log(`\nFrom start to ready, ${READY_ROUNDS} rounds`);
  console.log(
    `  min ${Math.min(...times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, max ${worst.toFixed(0)} ms`,
  );
  return verdict(`median below ${READY_LIMIT_MS} ms`, median(times) < READY_LIMIT_MS);
}

async function manyZones() {
  const seed = join(folder, 'zones.json');
  writeFileSync(seed, JSON.stringify({ zones: Array.from({ length: ZONES }, (_, index) => zone(index)) }));
  const from = performance.now();
  const emulator = await startEmulator(['--quiet', '--seed', seed]);
  const milliseconds = performance.now() - from;
  const megabytes = residentMegabytes(emulator.child.pid);
  console.log(
    `\n${ZONES} zones with fields, a job and a previous configuration each, from a seed of ${(readFileSync(seed).length / 1e6).toFixed(1)} MB`,
  );
  console.log(`  ${milliseconds.toFixed(0)} ms from start to ready, ${megabytes.toFixed(0)} MB resident`);
  const quick = verdict(`below ${ZONES_LIMIT_MS} ms`, milliseconds < ZONES_LIMIT_MS);
  return verdict(`below ${ZONES_LIMIT_MB} MB`, megabytes < ZONES_LIMIT_MB) && quick;
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

/** Starts the command and reads what it prints for a shell. */
async function startEmulator(args) {
  const { child, until } = start([command, 'emulator', '--port', '0', ...args]);
  const output = await until(/Ctrl-C/);
  const [, baseUrl] = /BASE_URL=(\S+)/.exec(output);
  const [, token] = /API_TOKEN=(\S+)/.exec(output);
  const [, zoneId] = /ZONE_ID=(\S+)/.exec(output);
  return { child, baseUrl, token, zoneId };
}

async function startBareServer(envelope) {
  const { child, until } = start([join(root, 'bench', 'bare-server.mjs')]);
  child.stdin.end(envelope);
  return Number(/port (\d+)/.exec(await until(/port \d+\n/))[1]);
}

function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  let output = '';
  const until = async (pattern) => {
    if (pattern.test(output)) return output;
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (pattern.test(output)) return output;
    }
    throw new Error(`${args[0]} ended: ${output}`);
  };
  return { child, until };
}

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function verdict(claim, holds) {
  console.log(`  ${holds ? 'holds' : 'DOES NOT HOLD'}: ${claim}`);
  return holds;
}
