import type { IResolvable, ITerraformDependable } from 'cdktf';
import { acknowledgement, describe, managedRulesMigrationSchema, oneOf } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type { OneOf } from '../binding/props';
import type { ManagedRulesMigrationArguments } from '../props';

const {
  zone_id,
  target_state,
  acknowledge_irreversible,
  approved_digest,
  delete_uri_overrides,
  on_incompatible,
} = managedRulesMigrationSchema.attributes;

/** The resources that can record an approval: of the engine itself, or of the null provider. */
const GATE_RECORDS = ['terraform_data', 'null_resource'] as const;

/** The schema of a gate, with the checks of the migration. */
export const gateSchema = describe({
  type: 'terraform_data',
  version: 0,
  description: 'What was approved of a migration.',
  attributes: {
    zone_id,
    target_state,
    acknowledge_irreversible,
    approved_digest,
    delete_uri_overrides,
    on_incompatible,
    allowed: { type: 'bool', optional: true, description: 'Whether the migration may go on.' },
    record_in: {
      type: 'string',
      optional: true,
      description: 'The resource that records what was approved.',
      checks: [oneOf(...GATE_RECORDS)],
    },
  },
  checks: [acknowledgement],
});

/** What was approved of a migration. */
export interface MigrationGateProps extends Pick<MetaArguments, 'provider'> {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** The state that the migration was approved to reach: `validation` or `finished`. */
  readonly targetState: ManagedRulesMigrationArguments['targetState'];
  /**
   * The digest of the approved configuration, as the service generates it, without adjustments. Without it, the plan
   * fails with a message that shows the rules and their digest. @default none: nothing is approved yet
   */
  readonly approvedDigest?: string;
  /**
   * The acknowledgement that finishing is irreversible: the id of the zone.
   * @default none
   */
  readonly acknowledgeIrreversible?: string;
  /**
   * Whether the migration may continue, e.g. a variable of the pipeline. Without effect once the target is reached.
   * @default true
   */
  readonly allowed?: boolean | IResolvable;
  /**
   * Whether the migration deletes URI-based overrides that are in its way, so that they do not hold it back.
   * @default false
   */
  readonly deleteUriOverrides?: boolean | IResolvable;
  /**
   * What the migration does when the zone cannot migrate. With `skip` the gate lets such a zone pass, and the migration
   * leaves it as it is.
   * @default "refuse"
   */
  readonly onIncompatible?: ManagedRulesMigrationArguments['onIncompatible'];
  /**
   * The resource that records what was approved. `terraform_data` is the engine's own, and another approval updates it;
   * `null_resource` comes from a provider that `terraform init` fetches, and is replaced. Neither does anything at the
   * service. An existing gate is moved with `moveFromId`.
   * @default "terraform_data"
   */
  readonly recordIn?: OneOf<(typeof GATE_RECORDS)[number]>;
  /**
   * What must exist before the migration begins. The plan still reads what the gate compares.
   * @default nothing
   */
  readonly after?: ITerraformDependable[];
}
