import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { type ApprovalRow, ManagedRulesMigration, ZoneProvider } from 'zonewright';

export interface ZoneStackProps {
  readonly approvals: readonly ApprovalRow[];
}

/**
 * The migrations of zones to the new managed rules. npx zonewright migration approve writes a row into approvals.json, a
 * second person reviews it, and an apply takes each zone as far as its row says. A row stays until its zone is handed over
 * to ManagedRules: to remove it alone is a destroy, which is refused. The state is terraform.zone.tfstate beside this file.
 */
export class ZoneStack extends TerraformStack {
  constructor(scope: Construct, id: string, { approvals }: ZoneStackProps) {
    super(scope, id);
    new ZoneProvider(this, 'zone', { requireApproval: true }); // no step without a row that fits
    for (const approval of approvals)
      new ManagedRulesMigration(this, `zone_${approval.zone}`, {
        zoneId: approval.zone,
        targetState: approval.step,
        approvedDigest: approval.approved_digest,
      });
  }
}
