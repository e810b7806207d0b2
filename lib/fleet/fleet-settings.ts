import type { FleetZone } from './fleet-zone';
import { hasLabels } from './zone-inventory';

/** Settings for the zones with some labels. */
export interface LabelledSettings<Settings extends object> {
  /** All labels that a zone must have. */
  readonly where: Readonly<Record<string, string>>;
  /** What these zones have instead of the defaults. */
  readonly settings: Partial<Settings>;
}

/** How the settings of a zone are found. Of two that set the same member, the later in this list wins. */
export interface FleetSettings<Settings extends object> {
  /** What every zone has. */
  readonly defaults: Settings;
  /**
   * What zones with some labels have instead, in this order.
   * @default none
   */
  readonly exceptions?: readonly LabelledSettings<Settings>[];
  // The settings of the zone itself, in the inventory, come last.
}

/** The settings of a zone: whole members replace each other, nothing is merged inside of them. */
export function settingsOf<Settings extends object>(
  { defaults, exceptions = [] }: FleetSettings<Settings>,
  zone: FleetZone<Settings>,
): Settings {
  const matching = exceptions.filter(({ where }) => hasLabels(zone, where));
  return Object.assign({}, defaults, ...matching.map(({ settings }) => settings), zone.settings) as Settings;
}
