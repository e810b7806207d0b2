/**
 * Migrations whose approvals are recorded: every plan shows who approved what, and where it was decided. The stack has
 * the null provider of `@cdktf/provider-null` for its other resources; without it, the gates add one. `terraform init`
 * downloads hashicorp/null.
 *
 *   npm install zonewright cdktf constructs @cdktf/provider-null
 *   npx zonewright migration approve 023e105f4ecef8ad9ca31a8372d0c353 # writes approvals.json
 *   node node_modules/zonewright/dist/examples/null-resource-gate.js
 *   cd cdktf.out/stacks/null-resource-gate && terraform init && terraform plan
 */
import { provider } from '@cdktf/provider-null';
import { App, TerraformStack } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, readApprovals, ZoneProvider } from 'zonewright';

const app = new App();
const stack = new TerraformStack(app, 'null-resource-gate');
new ZoneProvider(stack, 'zone', { requireApproval: true });
new provider.NullProvider(stack, 'null'); // the gates use it

for (const approval of readApprovals('approvals.json')) {
  const gate = new MigrationGate(stack, `approval_${approval.zone}`, { approval });
  new ManagedRulesMigration(stack, `zone_${approval.zone}`, {
    zoneId: approval.zone,
    targetState: approval.step,
    approvedDigest: approval.approved_digest,
    dependsOn: [gate],
  });
}
app.synth();
