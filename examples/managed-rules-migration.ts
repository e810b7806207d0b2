/**
 * The migration of a zone to the new managed rules in two reviewed changes: first both versions run side by side,
 * then the previous one is disabled for good.
 *
 *   npm run build && node dist/examples/managed-rules-migration.js
 *   cd cdktf.out/stacks/managed-rules-migration && terraform init && terraform plan
 *
 * The first plan fails on purpose, because nothing is approved yet. It shows the rules that the service generates and
 * their digest. The first change approves them, the second one finishes:
 *
 *   APPROVED_DIGEST=sha256:… node dist/examples/managed-rules-migration.js
 *   APPROVED_DIGEST=sha256:… CHANGE=finish node dist/examples/managed-rules-migration.js
 *
 * After terraform apply, terraform plan shows no changes. TF_VAR_migration_allowed=false holds everything back. The
 * provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import {
  ManagedRulesMigration,
  DataManagedRulesStatus,
  MigrationGate,
  type MigrationGateProps,
  ZoneProvider,
} from 'zonewright';

type Approved = Pick<
  MigrationGateProps,
  'zoneId' | 'targetState' | 'approvedDigest' | 'acknowledgeIrreversible'
>;

const ZONE_ID = process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353';

/** The first change: both versions run, the new one first. Only Enterprise zones can do this; others begin below. */
const VALIDATE: Approved = {
  zoneId: ZONE_ID,
  targetState: 'validation',
  approvedDigest: process.env.APPROVED_DIGEST, // in a repository: the reviewed digest
};

/** The second change, which cannot be undone: the target and the acknowledgement. */
const FINISH: Approved = {
  ...VALIDATE,
  targetState: 'finished',
  acknowledgeIrreversible: ZONE_ID, // in a repository: the id as a literal
};

/** A repository has only one of them, and the second change turns it into the other. */
const APPROVED = process.env.CHANGE === 'finish' ? FINISH : VALIDATE;

class ManagedRulesMigrationStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const allowed = new TerraformVariable(this, 'migration_allowed', { type: 'bool', default: true });

    const gate = new MigrationGate(this, 'gate', { ...APPROVED, allowed: allowed.booleanValue });
    const migration = new ManagedRulesMigration(this, 'migration', {
      gate, // gives the approved zone, target, digest and acknowledgement
      adjustments: {
        // A rule of the managed ruleset that should only log for now.
        efb7b8c949ac4650a09736fc376e9aee: { '23ee7cebe6e8443e99ecf932ab579455': { action: 'log' } },
      },
    });
    const status = new DataManagedRulesStatus(this, 'status', { zoneId: ZONE_ID, dependsOn: [migration] });

    new TerraformOutput(this, 'migration_state', { value: migration.migrationState });
    new TerraformOutput(this, 'irreversible', { value: migration.irreversible }); // true from the plan that finishes
    new TerraformOutput(this, 'rules_digest', { value: migration.rulesDigest });
    new TerraformOutput(this, 'previous_version', { value: status.oldWafStatus });
  }
}

const app = new App();
new ManagedRulesMigrationStack(app, 'managed-rules-migration');
app.synth();
