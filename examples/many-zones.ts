/**
 * The custom log fields of many zones, from a file, in stacks by a label of the zones. examples/many-zones-hcl does the same
 * in HCL, with the same file.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/many-zones.js
 *   cd cdktf.out/stacks/zones-shop && terraform init && terraform apply
 *
 * ZONES is the file of the zones; by default that of the package, whose zones the emulator starts with. The provider takes
 * its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { readFileSync } from 'node:fs';
import { App, TerraformStack } from 'cdktf';
import { LogCustomFields, ZoneProvider } from 'zonewright';

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly stack: string;
  readonly request_headers: string[];
}

const file = process.env.ZONES ?? 'node_modules/zonewright/examples/many-zones-hcl/zones.json';
const zones = JSON.parse(readFileSync(file, 'utf8')) as readonly Zone[];

const app = new App();
for (const label of new Set(zones.map(({ stack }) => stack))) {
  const stack = new TerraformStack(app, `zones-${label}`);
  new ZoneProvider(stack, 'zone');
  // The id of a construct directly under the stack is the name in its address: no zone moves when another comes or goes.
  for (const { id, name, request_headers } of zones.filter((zone) => zone.stack === label))
    new LogCustomFields(stack, name.replaceAll('.', '_'), { zoneId: id, requestHeaders: request_headers });
}
app.synth();
