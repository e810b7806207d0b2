/**
 * The custom log fields of several zones in one stack, and what to do with a zone that leaves it: the state forgets the
 * zone, which keeps its fields.
 *
 *   npm run build && node dist/examples/several-zones.js
 *   cd cdktf.out/stacks/several-zones && terraform init && terraform apply
 *
 * LEAVES=example_org makes that zone leave; this needs Terraform 1.7 or OpenTofu 1.10. The provider takes its address
 * and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN; both zones are in the emulator's default seed.
 */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { LogCustomFields, ZoneProvider } from 'zonewright';

/** The zones by their names in the stack; in a repository you remove a zone that leaves from here. */
const ZONES = {
  example_com: '023e105f4ecef8ad9ca31a8372d0c353',
  example_org: 'c2547eb745079dac9320b638f5e225cf',
};

class SeveralZonesStack extends TerraformStack {
  constructor(scope: Construct, id: string, leaves: string | undefined) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    for (const [name, zoneId] of Object.entries(ZONES)) {
      // The id of a construct directly under the stack is the name in its address.
      if (name === leaves) LogCustomFields.forget(this, `zone_log_custom_fields.${name}`);
      else new LogCustomFields(this, name, { zoneId, requestHeaders: ['x-request-id'] });
    }
  }
}

const app = new App();
new SeveralZonesStack(app, 'several-zones', process.env.LEAVES);
app.synth();
