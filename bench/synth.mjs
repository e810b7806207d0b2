// Time of synth for many zones, beside as many plain resources of cdktf in the same run. Each size is a process of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KINDS = ['plain', 'fields', 'jobs'];
const SIZES = [1, 100, 1000, 5000];

const [kind, size] = process.argv.slice(2);
if (kind === undefined) compare();
else console.log(JSON.stringify(measure(kind, Number(size))));

function compare() {
  const round = (ms) => String(Math.round(ms)).padStart(8);
  console.log(
    `constructs      ${KINDS.map((each) => each.padStart(8)).join('')}   ms; fields and jobs / plain`,
  );
  for (const count of SIZES) {
    const [plain, fields, jobs] = KINDS.map((each) => fastest(each, count));
    const ratios = [fields, jobs].map((ms) => (ms / plain).toFixed(2)).join(' ');
    console.log(`${String(count).padEnd(16)}${[plain, fields, jobs].map(round).join('')}   ${ratios}`);
  }
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
