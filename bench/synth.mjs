/**
 * Time of synth for many zones, compared with as many plain resources of cdktf in the same run, each size in a separate
 * process (this file, started as a program).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minimum, shown, tableText } from './figures.mjs';

const ROUNDS = 3;
const FLEET = 2000;
const FLEET_STACKS = [40, FLEET];
const [PLAIN, ...KINDS] = ['plain', 'fields', 'jobs'];

const FILE = fileURLToPath(import.meta.url);
if (process.argv[1] === FILE) console.log(JSON.stringify(measure(process.argv[2], Number(process.argv[3]))));

export function synth({ sizes }) {
  const times = sizes.map((count) => ({
    constructs: count,
    ms: Object.fromEntries([PLAIN, ...KINDS].map((kind) => [kind, runs(kind, count)])),
  }));
  const fleet = FLEET_STACKS.map((stacks) => ({ stacks, ms: runs('fleet', stacks) }));
  return {
    figures: { times, fleet },
    tables: [timesTable(times), fleetTable(fleet)],
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

function fleetTable(fleet) {
  return tableText(`Synth of ${FLEET} zones with fields, a job and a migration, fastest of ${ROUNDS} runs`, [
    ['stacks', 'ms'],
    ...fleet.map(({ stacks, ms }) => [String(stacks), shown(minimum(ms))]),
  ]);
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
  const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
  for (let index = 0; index < count; index += 1) {
    const zoneId = index.toString(16).padStart(32, '0');
    make(each, stack, `of-${zoneId}`, zoneId);
  }
  app.synth();
  const ms = performance.now() - since;
  rmSync(outdir, { recursive: true, force: true });
  return { ms };

  function make(what, scope, id, zoneId) {
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
}

function measureFleet(stacks) {
  const require = createRequire(import.meta.url);
  const { App, TerraformStack } = require('cdktf');
  const {
    LogCustomFields,
    LogDestination,
    LogpushJob,
    ManagedRulesMigration,
    ZoneProvider,
  } = require('../dist/lib');
  const outdir = mkdtempSync(join(tmpdir(), 'zonewright-synth-'));
  const destination = LogDestination.of('gs://logs', { needsChallenge: false });
  const since = performance.now();
  const app = new App({ outdir });
  const scopes = Array.from({ length: stacks }, (_, index) => {
    const stack = new TerraformStack(app, `zones-${index}`);
    new ZoneProvider(stack, 'zone');
    return stack;
  });
  for (let index = 0; index < FLEET; index += 1) {
    const scope = scopes[index % stacks];
    const zoneId = index.toString(16).padStart(32, '0');
    const customFields = new LogCustomFields(scope, `fields-${index}`, {
      zoneId,
      requestHeaders: ['x-request-id'],
    });
    new LogpushJob(scope, `job-${index}`, { zoneId, destination, fields: ['RayID'], customFields });
    new ManagedRulesMigration(scope, `migration-${index}`, { zoneId, targetState: 'validation' });
  }
  app.synth();
  const ms = performance.now() - since;
  rmSync(outdir, { recursive: true, force: true });
  return { ms };
}
