import type { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { CompositionError } from '../stack/composition-error';
import { settingsOf, type FleetSettings } from './fleet-settings';
import type { FleetStacks } from './fleet-stacks';
import { DataZones } from './data-zones';
import { type FleetZone, keyOf } from './fleet-zone';
import type { ZoneInventory } from './zone-inventory';
import { zoneScope, ZoneStacks, type ZoneStackProps } from './zone-stacks';

/** A zone of a fleet, with the settings that hold for it. */
export interface ZoneOfFleet<Settings extends object> {
  /** The id of the zone; a reference for a zone whose inventory has only its name. */
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

  /** The id of a zone of which only the name is known: one data source looks up those of a stack. */
  private idOf(name: string, stack: TerraformStack, assigned: ReadonlyMap<string, string>): string {
    const unidentified = this.props.zones.zones.filter(({ id }) => id === undefined);
    const names = unidentified
      .map((zone) => zone.name)
      .filter((each) => assigned.get(each) === assigned.get(name));
    const lookup = stack.node.tryFindChild('zone_ids') ?? new DataZones(stack, 'zone_ids', { names });
    return (lookup as DataZones).idOf(name);
  }

  private declare(
    zone: FleetZone<Settings>,
    assigned: ReadonlyMap<string, string>,
    stacks: ZoneStacks,
  ): TerraformStack {
    const { name, labels = {} } = zone;
    const stack = stacks.of(assigned.get(keyOf(zone)) as string);
    this.props.zone(zoneScope(stack, name), {
      id: zone.id ?? this.idOf(name, stack, assigned),
      name,
      labels,
      settings: settingsOf(this.props.settings, zone),
    });
    return stack;
  }
}
