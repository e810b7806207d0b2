/** Where the time from spawn to the first answer about an object goes: an engine's calls, one after the other. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { profileTable } from './cpu-profiles.mjs';
import { startEmulator } from './emulator-process.mjs';
import { median, minimum, shown, tableText } from './figures.mjs';
import {
  connectPlugin,
  createClientCertificate,
  PLUGIN_ENV,
  PROVIDER,
  startPlugin,
} from './plugin-client.mjs';

const require = createRequire(import.meta.url);

const ROUNDS = 15;
const STEPS = [
  'spawn to handshake',
  'TLS and HTTP/2',
  'health check: a call that loads nothing',
  'first validation: unpacks and compiles the service',
  'second validation: the same, loaded',
  'configuration',
  'first read: loads the HTTP client, connects, one request',
  'second read: the same, connected',
  'shutdown to end',
];

/** Fifteen starts, the first of which finds no cache; with `profile`, each of them leaves a CPU profile in that folder. */
export async function firstAnswer({ profile }) {
  const identity = createClientCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const emulator = await startEmulator();
  const env = {
    ...{ PATH: process.env.PATH, TMPDIR: folder, XDG_CACHE_HOME: folder },
    ...{ ...PLUGIN_ENV, PLUGIN_CLIENT_CERT: identity.cert },
    ...(profile === undefined ? {} : { ZONEWRIGHT_NODE: profilingNode(folder, profile) }),
  };
  const messages = requests(emulator);
  const rounds = [];
  try {
    for (let round = 0; round < ROUNDS; round++) rounds.push(await steps(env, identity, messages));
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return report(rounds, profile === undefined ? [] : [profileTable(profile)]);
}

/** A program that starts Node so that it writes a CPU profile when it ends; NODE_OPTIONS does not allow this. */
function profilingNode(folder, profile) {
  mkdirSync(profile, { recursive: true });
  const file = join(folder, 'node');
  const flags = `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir='${profile}'`;
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' ${flags} "$@"\n`, { mode: 0o755 });
  return file;
}

/** Milliseconds of each step, in their order. */
async function steps(env, identity, { config, configure, read }) {
  const times = [];
  const timed = async (work) => {
    const begun = performance.now();
    const result = await work();
    times.push(performance.now() - begun);
    return result;
  };
  const plugin = await timed(() => startPlugin(PROVIDER, env));
  const client = await timed(() => connectPlugin(plugin, identity));
  const call = (path, message) => timed(() => client.call(path, message));
  try {
    await call('/grpc.health.v1.Health/Check', Buffer.alloc(0));
    await call('/tfplugin6.Provider/ValidateProviderConfig', config);
    await call('/tfplugin6.Provider/ValidateProviderConfig', config);
    refuseDiagnostics(await call('/tfplugin6.Provider/ConfigureProvider', configure), 1);
    refuseDiagnostics(await call('/tfplugin6.Provider/ReadResource', read), 2);
    refuseDiagnostics(await call('/tfplugin6.Provider/ReadResource', read), 2);
    await timed(async () => {
      client.call('/plugin.GRPCController/Shutdown', Buffer.alloc(0)).catch(() => undefined);
      await plugin.ended;
    });
  } finally {
    plugin.child.kill('SIGKILL');
    client.close();
  }
  return times;
}

/** The messages of protocol 6; only the fields that are set. */
function requests({ baseUrl, token, zoneId }) {
  const { logCustomFieldsSchema, providerSchema } = require('../dist/schema/index.js');
  const whole = ({ attributes }, given) => ({
    ...Object.fromEntries(Object.keys(attributes).map((name) => [name, null])),
    ...given,
  });
  const value = (object) => field(1, encode(object));
  const config = value(whole(providerSchema, { base_url: baseUrl, api_token: token }));
  const state = value(whole(logCustomFieldsSchema, { zone_id: zoneId, cookies: ['session_id'] }));
  return {
    config: field(1, config),
    configure: Buffer.concat([field(1, Buffer.from('1.11.4')), field(2, config)]),
    read: Buffer.concat([field(1, Buffer.from('zone_log_custom_fields')), field(2, state)]),
  };
}

/** A length-delimited protobuf field: its number, its length and its bytes. */
function field(number, bytes) {
  const length = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), bytes]);
}

/** Makes sure that a step measured its work and not an error. */
function refuseDiagnostics(reply, number) {
  for (let at = 0; at < reply.length;) {
    const found = reply[at] >>> 3;
    let length = 0;
    let shift = 0;
    do length |= (reply[++at] & 127) << shift;
    while (((shift += 7), reply[at] > 127));
    if (found === number) throw new Error(`The provider answered ${reply.subarray(at + 1).toString()}`);
    at += 1 + length;
  }
}

function report(rounds, profiles) {
  const figures = STEPS.map((step, index) => ({ step, ms: rounds.map((times) => times[index]) }));
  figures.push({ step: 'together', ms: rounds.map((times) => times.reduce((sum, ms) => sum + ms, 0)) });
  const table = tableText(`From spawn to the first answer and to the end, ${ROUNDS} rounds`, [
    ['', 'min ms', 'median ms'],
    ...figures.map(({ step, ms }) => [step, shown(minimum(ms), 1), shown(median(ms), 1)]),
  ]);
  return { figures, tables: [table, ...profiles], checks: [] };
}
