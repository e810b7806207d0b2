/**
 * A gate that records its approval in a null_resource, in a stack that uses the null provider for more than that.
 * Needs `npm install @cdktf/provider-null`, and `terraform init` downloads hashicorp/null. The first plan fails on
 * purpose and shows the digest to approve.
 *
 *   npm run build && APPROVED_DIGEST=sha256:… node dist/examples/null-resource-gate.js
 *   cd cdktf.out/stacks/null-resource-gate && terraform init && terraform plan
 */
import { provider, resource } from '@cdktf/provider-null';
import { App, TerraformStack } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, ZoneProvider } from 'zonewright';

const app = new App();
const stack = new TerraformStack(app, 'null-resource-gate');
new ZoneProvider(stack, 'zone');
new provider.NullProvider(stack, 'null'); // the gate uses it

const reviewed = new resource.Resource(stack, 'reviewed', { triggers: { ticket: 'OPS-1' } });
const gate = new MigrationGate(stack, 'gate', {
  zoneId: process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353',
  targetState: 'validation',
  approvedDigest: process.env.APPROVED_DIGEST,
  recordIn: 'null_resource',
  after: [reviewed],
});
new ManagedRulesMigration(stack, 'migration', { gate });
app.synth();
