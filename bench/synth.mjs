/**
 * Time of synth for many zones, compared with as many plain resources of cdktf in the same run, each size in a separate
 * process (this file, started as a program); and the disk space of many stacks.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minimum, shown, tableText } from './figures.mjs';

const ROUNDS = 3;
const STACKS = 200;
const FLEET = 2000;
const FLEET_STACKS = [40, FLEET];
const [PLAIN, ...KINDS] = ['plain', 'fields', 'jobs', 'variables'];

const FILE = fileURLToPath(import.meta.url);
if (process.argv[1] === FILE) console.log(JSON.stringify(measure(process.argv[2], Number(process.argv[3]))));

export function synth({ sizes }) {
  const times = sizes.map((count) => ({
    constructs: count,
    ms: Object.fromEntries([PLAIN, ...KINDS].map((kind) => [kind, runs(kind, count)])),
  }));
  const disk = [
    ['one provider for all', {}],
    ['its files in each', { 'zonewright:providerInEachStack': true }],
    ['without it', { 'zonewright:providerPlatforms': [] }],
  ].map(([name, context]) => ({ name, bytes: diskOfStacks(STACKS, context) }));
  const fleet = FLEET_STACKS.map((stacks) => ({ stacks, ms: runs('fleet', stacks) }));
  return {
    figures: { times, disk, fleet },
    tables: [timesTable(times), diskTable(disk), fleetTable(fleet)],
    checks: [],
  };
}

function timesTable(times) {
  return tableText(`Synth, fastest of ${ROUNDS} runs`, [
    ['constructs', `${PLAIN} ms`, ...KINDS.flatMap((kind) => [`${kind} ms`, `to ${PLAIN}`])],
    ...times.map(({ constructs, ms }) => {
      const base = minimum(ms[PLAIN]);
      const others = KINDS.map((kind) => minimum(ms[kind]));
      return [
        String(constructs),
        shown(base),
        ...others.flatMap((each) => [shown(each), shown(each / base, 2)]),
      ];
    }),
  ]);
}

function diskTable(disk) {
  return tableText(`Disk of ${STACKS} stacks`, [
    ['provider', 'MB'],
    ...disk.map(({ name, bytes }) => [name, shown(bytes / 1e6, 1)]),
  ]);
}

function fleetTable(fleet) {
  return tableText(`Synth of ${FLEET} zones with fields, a job and a migration, fastest of ${ROUNDS} runs`, [
    ['stacks', 'ms'],
    ...fleet.map(({ stacks, ms }) => [String(stacks), shown(minimum(ms))]),
  ]);
}

function diskOfStacks(count, context) {
  const require = createRequire(import.meta.url);
  const { App, LocalBackend, TerraformStack } = require('cdktf');
  const { LogCustomFields, ZoneProvider } = require('../dist/lib');
  const outdir = mkdtempSync(join(tmpdir(), 'zonewright-synth-'));
  const app = new App({ outdir, context });
  for (let index = 0; index < count; index += 1) {
    const stack = new TerraformStack(app, `zone-${index}`);
    new LocalBackend(stack, { path: 'terraform.tfstate' });
    new ZoneProvider(stack, 'zone');
    const zoneId = index.toString(16).padStart(32, '0');
    new LogCustomFields(stack, 'fields', { zoneId, requestHeaders: ['x-request-id'] });
  }
  app.synth();
  const bytes = diskOf(outdir, new Set());
  rmSync(outdir, { recursive: true, force: true });
  return bytes;
}

/** Bytes on disk, folders and links included, each file counted once. */
function diskOf(path, seen) {
  const entry = lstatSync(path);
  const own = seen.has(entry.ino) ? 0 : entry.blocks * 512;
  seen.add(entry.ino);
  if (!entry.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + diskOf(join(path, name), seen), own);
}

/** Milliseconds from the first construct to the end of synth. */
function runs(kind, count) {
  const run = () => execFileSync(process.execPath, [FILE, kind, String(count)], { encoding: 'utf8' });
  return Array.from({ length: ROUNDS }, () => JSON.parse(run()).ms);
}

function measure(each, count) {
  if (each === 'fleet') return measureFleet(count);
  const require = createRequire(import.meta.url);
  const { App, TerraformResource, TerraformStack, TerraformVariable } = require('cdktf');
  const zonewright = require('../dist/lib');
  const outdir = mkdtempSync(join(tmpdir(), 'zonewright-synth-'));
  const since = performance.now();
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'zones');
  if (each !== 'plain') new zonewright.ZoneProvider(stack, 'zone');
  let customFields;
  const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
  for (let index = 0; index < count; index += 1) {
    const zoneId = index.toString(16).padStart(32, '0');
    make(each, stack, `of-${zoneId}`, zoneId, index);
  }
  app.synth();
  const ms = performance.now() - since;
  rmSync(outdir, { recursive: true, force: true });
  return { ms };

  function make(what, scope, id, zoneId, index) {
    if (what === 'variables') return makeOfVariable(scope, id, zoneId, index);
    if (what === 'fields')
      return new zonewright.LogCustomFields(scope, id, { zoneId, requestHeaders: ['x-request-id'] });
    if (what === 'jobs')
      return new zonewright.LogpushJob(scope, id, {
        zoneId,
        destination: zonewright.LogDestination.r2({
          bucket: 'logs',
          accountId: 'a',
          accessKeyId: 'k',
          secretAccessKey: secret,
        }),
        fields: ['RayID'],
      });
    const resource = new TerraformResource(scope, id, { terraformResourceType: 'zone_log_custom_fields' });
    resource.addOverride('zone_id', zoneId);
    return resource.addOverride('request_headers', ['x-request-id']);
  }

  /** Every second object is the job for the fields before it, in a zone that only the engine knows. */
  function makeOfVariable(scope, id, zoneId, index) {
    if (index % 2 === 1)
      return new zonewright.LogpushJob(scope, id, {
        customFields,
        destination: zonewright.LogDestination.of('gs://logs', { needsChallenge: false }),
      });
    const props = { zoneId: `\${var.zones["${zoneId}"]}`, cookies: ['session_id'] };
    customFields = new zonewright.LogCustomFields(scope, id, props);
    return customFields;
  }
}

function measureFleet(stacks) {
  const require = createRequire(import.meta.url);
  const { App, LocalBackend } = require('cdktf');
  const zonewright = require('../dist/lib');
  const { FleetStacks, LogDestination, ManagedRulesMigration, ZoneFleet, ZoneInventory, ZoneLogging } =
    zonewright;
  const outdir = mkdtempSync(join(tmpdir(), 'zonewright-synth-'));
  const zones = Array.from({ length: FLEET }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    name: `zone-${index}.example`,
  }));
  const destination = LogDestination.of('gs://logs', { needsChallenge: false });
  const since = performance.now();
  const app = new App({ outdir });
  new ZoneFleet(app, 'fleet', {
    zones: ZoneInventory.of(zones),
    stacks: stacks === FLEET ? FleetStacks.perZone() : FleetStacks.into(stacks),
    backend: (stack, key) => new LocalBackend(stack, { path: `${key}.tfstate` }),
    settings: {
      defaults: { requestHeaders: ['x-request-id'], jobs: { store: { destination, fields: ['RayID'] } } },
    },
    zone: (scope, { id: zoneId, settings }) => {
      new ZoneLogging(scope, 'logging', { zoneId, ...settings });
      new ManagedRulesMigration(scope, 'migration', { zoneId, targetState: 'validation' });
    },
  });
  app.synth();
  const ms = performance.now() - since;
  rmSync(outdir, { recursive: true, force: true });
  return { ms };
}
