/**
 * The migration of a zone to the new managed rules, in its shortest form: a target and, for the last step, the
 * acknowledgement that it cannot be undone. The provider itself refuses everything unsafe; the migrations of a team, with
 * approvals, are in examples/managed-rules-migration.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/zone-migration.js
 *   cd cdktf.out/stacks/zone-migration && terraform init && terraform apply
 *
 * CHANGE=finish is the second reviewed change, which cannot be undone. The provider takes its address and credentials
 * from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformStack } from 'cdktf';
import { ManagedRulesMigration, type ManagedRulesMigrationProps, ZoneProvider } from 'zonewright';

const zoneId = process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353';

/** The first change: both versions run, the new one first. Only Enterprise zones can do this; others begin below. */
const VALIDATE: ManagedRulesMigrationProps = { zoneId, targetState: 'validation' };

/** The second change, which cannot be undone. */
const FINISH: ManagedRulesMigrationProps = {
  zoneId,
  targetState: 'finished',
  acknowledgeIrreversible: zoneId, // in a repository: the id as a literal
};

const app = new App();
const stack = new TerraformStack(app, 'zone-migration');
new ZoneProvider(stack, 'zone');
new ManagedRulesMigration(stack, 'migration', process.env.CHANGE === 'finish' ? FINISH : VALIDATE);
app.synth();
