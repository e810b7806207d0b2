import type { ZoneInventory } from '../fleet/zone-inventory';
import type { ZoneStackProps } from '../fleet/zone-stacks';
import type { IdentifiedZone } from '../fleet/fleet-zone';
import type { MigrationGateProps } from '../migration/gate-props';
import type { ManagedRulesMigrationProps } from '../migration/migration-props';
import type { RolloutWaves } from './rollout-waves';

/** What the migration of a zone has besides what is approved. */
export interface RolloutMigrationSettings extends Pick<
  ManagedRulesMigrationProps,
  'adjustments' | 'deleteUriOverrides' | 'lifecycle' | 'onDestroy' | 'timeouts'
> {
  /**
   * Whether apply waits until the service has finished. With false the apply of a wave ends when all of its zones have
   * begun to finish, and the next wave is held back until they have.
   * @default true
   */
  readonly wait?: ManagedRulesMigrationProps['wait'];
}

/** The migration of many zones, in waves. */
export interface MigrationRolloutProps extends ZoneStackProps {
  /** The zones. */
  readonly zones: ZoneInventory;
  /** The rule by which the zones are spread over waves. */
  readonly waves: RolloutWaves;
  /**
   * The file of the approvals, from the working directory: `zonewright migration approve` writes it, and a pull request
   * reviews it. Without the file, every wave waits.
   */
  readonly approvals: string;
  /**
   * A wave is held back while so many zones of the wave before have not reached the target.
   * @default 1
   */
  readonly stopAfterFailures?: number;
  /**
   * The resource that records an approval, as of a `MigrationGate`.
   * @default "terraform_data"
   */
  readonly recordIn?: MigrationGateProps['recordIn'];
  /**
   * What the migration of a zone has besides what is approved. With adjustments, the approved digest is that of the
   * adjusted rules.
   * @default nothing
   */
  readonly migration?: (zone: IdentifiedZone) => RolloutMigrationSettings;
}
