import type { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { CompositionError } from '../stack/composition-error';
import { settingsOf, type FleetSettings } from './fleet-settings';
import type { FleetStacks } from './fleet-stacks';
import type { FleetZone } from './fleet-zone';
import type { ZoneInventory } from './zone-inventory';
import { zoneScope, ZoneStacks, type ZoneStackProps } from './zone-stacks';

/** A zone of a fleet, with the settings that hold for it. */
export interface ZoneOfFleet<Settings extends object> {
  /** The id of the zone. */
  readonly id: string;
  /** Its name in the inventory. */
  readonly name: string;
  /** Its labels. */
  readonly labels: Readonly<Record<string, string>>;
  /** Defaults, exceptions and its own settings, in this order. */
  readonly settings: Settings;
}

/** Many zones that are declared alike. */
export interface ZoneFleetProps<Settings extends object> extends ZoneStackProps {
  /** The zones. */
  readonly zones: ZoneInventory;
  /** The rule by which the zones are spread over stacks. */
  readonly stacks: FleetStacks;
  /** Declares what a zone has, in its scope: the scope's id is the name of the zone. */
  readonly zone: (scope: Construct, zone: ZoneOfFleet<Settings>) => void;
  /** Defaults and exceptions. */
  readonly settings: FleetSettings<Settings>;
}

/**
 * Many zones that are declared alike, in several stacks: what one zone has, defaults, exceptions, and a rule for the
 * stacks. Adding, removing or reordering zones changes no address and no stack of another zone.
 *
 * @example
 * new ZoneFleet(app, 'logging', {
 *   zones: ZoneInventory.fromFile('zones.yaml'),
 *   stacks: FleetStacks.ofAtMost(50, { recordIn: 'zone-stacks.json' }),
 *   backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example.com/${key}` }),
 *   settings: {
 *     defaults: { requestHeaders: ['x-request-id'] },
 *     exceptions: [{ where: { team: 'shop' }, settings: { requestHeaders: ['x-request-id', 'x-cart'] } }],
 *   },
 *   zone: (scope, { id, settings }) => new LogCustomFields(scope, 'fields', { zoneId: id, ...settings }),
 * });
 */
export class ZoneFleet<Settings extends object> extends Construct {
  /** The stacks by their key without the id of the fleet, in order of creation. */
  readonly stacks: ReadonlyMap<string, TerraformStack>;

  private readonly byZone: ReadonlyMap<string, TerraformStack>;

  /** @throws InventoryError for zones that the rule cannot place */
  constructor(
    scope: Construct,
    id: string,
    private readonly props: ZoneFleetProps<Settings>,
  ) {
    super(scope, id);
    const zones = props.zones.zones as readonly FleetZone<Settings>[];
    if (zones.length === 0)
      throw new CompositionError(
        'fleet_empty',
        this,
        'The fleet has no zones: no stack would be synthesized.',
      );
    const assigned = props.stacks.assign(zones);
    const stacks = new ZoneStacks(this, props);
    this.stacks = stacks.byKey;
    this.byZone = new Map(zones.map((zone) => [zone.name, this.declare(zone, assigned, stacks)]));
  }

  /**
   * The stack of a zone, by its name in the inventory.
   *
   * @throws CompositionError when the fleet has no such zone
   */
  stackOf(name: string): TerraformStack {
    const stack = this.byZone.get(name);
    if (stack) return stack;
    throw new CompositionError('zone_not_in_fleet', this, `There is no zone ${name} in this fleet.`);
  }

  private declare(
    zone: FleetZone<Settings>,
    assigned: ReadonlyMap<string, string>,
    stacks: ZoneStacks,
  ): TerraformStack {
    const { id, name, labels = {} } = zone;
    const stack = stacks.of(assigned.get(id) as string);
    this.props.zone(zoneScope(stack, name), {
      id,
      name,
      labels,
      settings: settingsOf(this.props.settings, zone),
    });
    return stack;
  }
}
