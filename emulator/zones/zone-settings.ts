import { type Service, timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import { type ZoneSetting, ZONE_SETTINGS } from './setting-table';

/** A setting that somebody changed. */
export interface ChangedSetting {
  readonly value: unknown;
  /** ISO 8601, UTC. */
  readonly modifiedOn: string;
}

/** How long the development mode lasts, in seconds (docs/internals/service.md 9.4). */
const DEVELOPMENT_MODE_SECONDS = 3 * 60 * 60;

/** A setting as the service shows it (docs/internals/service.md 9.4). */
export function settingView(zone: Zone, id: string, setting: ZoneSetting, now: number): unknown {
  const changed = zone.settings.get(id);
  const isMode = id === 'development_mode';
  const remaining = Math.max(0, developmentModeSeconds(zone, now));
  const value = changed === undefined ? setting.initial : changed.value;
  return {
    id,
    value: isMode && remaining === 0 ? 'off' : value,
    editable: setting.plans.includes(zone.plan),
    modified_on: changed?.modifiedOn ?? null,
    ...(isMode && { time_remaining: remaining }),
  };
}

/** All settings of the zone as the service lists them. */
export function settingViews(zone: Zone, now: number): readonly unknown[] {
  return [...ZONE_SETTINGS].map(([id, setting]) => settingView(zone, id, setting, now));
}

/** Stores new values of settings, at one time. */
export function changeSettings(service: Service, zone: Zone, values: ReadonlyMap<string, unknown>): void {
  const modifiedOn = timeOfWrite(service);
  for (const [id, value] of values) zone.settings.set(id, { value, modifiedOn });
}

/**
 * Seconds until the development mode of the zone ends by itself; below zero since it ended, 0 if it was never on or
 * somebody ended it.
 */
export function developmentModeSeconds({ settings }: Zone, now: number): number {
  const mode = settings.get('development_mode');
  if (mode?.value !== 'on') return 0;
  const elapsed = Math.floor((now - Date.parse(mode.modifiedOn)) / 1000);
  return DEVELOPMENT_MODE_SECONDS - elapsed;
}

declare module '../service/zone' {
  interface Zone {
    /** By id: the settings that somebody changed. */
    readonly settings: Map<string, ChangedSetting>;
  }
}
