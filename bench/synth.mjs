// Time of synth for many zones, beside as many plain resources of cdktf in the same run, each size in a process of its
// own; and the disk that many stacks take.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KINDS = ['plain', 'fields', 'jobs', 'variables'];
const SIZES = [1, 100, 1000, 5000];

const [kind, size] = process.argv.slice(2);
if (kind === undefined) {
  compare();
  compareDisk();
} else console.log(JSON.stringify(measure(kind, Number(size))));

function compare() {
  const round = (ms) => String(Math.round(ms)).padStart(10);
  console.log(`constructs      ${KINDS.map((each) => each.padStart(10)).join('')}   ms; the others / plain`);
  for (const count of SIZES) {
    const [plain, ...others] = KINDS.map((each) => fastest(each, count));
    const ratios = others.map((ms) => (ms / plain).toFixed(2)).join(' ');
    console.log(`${String(count).padEnd(16)}${[plain, ...others].map(round).join('')}   ${ratios}`);
  }
}

/** What 200 stacks take on disk, by where the provider is placed. */
function compareDisk() {
  const megabytes = (context) => `${(diskOfStacks(200, context) / 1e6).toFixed(1)} MB`;
  console.log(`
200 stacks with one provider for all    ${megabytes({})}
with its files in each stack            ${megabytes({ 'zonewright:providerInEachStack': true })}
without it                              ${megabytes({ 'zonewright:providerPlatforms': [] })}`);
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

/** Milliseconds from the first construct to the end of synth: the fastest of three runs. */
function fastest(each, count) {
  const run = () =>
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), each, String(count)], {
      encoding: 'utf8',
    });
  return Math.min(...[1, 2, 3].map(() => JSON.parse(run()).ms));
}

function measure(each, count) {
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

  /** Every second one is the job of the fields before it; which zone that is, only the engine knows. */
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
