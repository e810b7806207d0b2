import type { ServicePart } from '../service/part';
import { SETTING_OPERATIONS } from './setting-operations';
import type { SettingsDocument } from './settings-seed';
import { STORED_SETTINGS } from './settings-seed';
import { listZones } from './zone-list';
import { ZONE_OPERATIONS } from './zone-operations';

/** Zones themselves (docs/internals/service.md 9.1). */
export const ZONES: ServicePart = { operations: [listZones, ...ZONE_OPERATIONS] };

/**
 * The settings of zones (docs/internals/service.md 9.4). They come after parts with a setting of their own, whose path takes
 * precedence.
 */
export const ZONE_SETTINGS_PART: ServicePart = { operations: SETTING_OPERATIONS, stored: [STORED_SETTINGS] };

/** The part of a seed about them. */
export interface SeedSettings {
  /** Its settings that somebody changed, by id. @default - none */
  readonly settings?: SettingsDocument;
}
