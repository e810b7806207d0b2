import { basename, dirname, relative, resolve } from 'node:path';
import { zonesSchema } from '../../schema';
import type { ZoneReference } from './model';
import { hidesZone, resourcesIn, type PlanJson, type ValueChange } from './plan-json';
import { isObject, member, textOf } from '../text/json';

/**
 * A name for the stack of each file: that of its folder; that of the file where a folder holds several plans; and the
 * path where two would be called the same.
 */
export function stackNames(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => resolve(file));
  const folders = paths.map((path) => dirname(path));
  const named = paths.map((path, index) => {
    const folder = folders[index] as string;
    if (isAlone(folder, folders)) return basename(folder) || folder;
    const name = basename(path);
    return name.replace(/\.json$/, '').replace(/\.(tf)?plan$/, '') || name;
  });
  return distinct(named, paths);
}

/** A name for the stack of each folder: its last part, or its path where two would be called the same. */
export function folderNames(folders: readonly string[]): readonly string[] {
  const paths = folders.map((folder) => resolve(folder));
  const named = paths.map((path) => basename(path) || path);
  return distinct(named, paths);
}

function distinct(names: readonly string[], paths: readonly string[]): readonly string[] {
  return names.map((name, index) =>
    isAlone(name, names) ? name : relative(process.cwd(), paths[index] as string) || name,
  );
}

function isAlone(text: string, texts: readonly string[]): boolean {
  return texts.indexOf(text) === texts.lastIndexOf(text);
}

const ZONE_ID = /^[0-9a-f]{32}$/;

/** The names of zones by id, as far as plans tell them. The first one that is known of a zone stays. */
export type ZoneNames = ReadonlyMap<string, string>;

/** What the objects and data sources of plans tell, whichever provider they are of. */
export function zoneNames(plans: readonly PlanJson[]): ZoneNames {
  const names = new Map<string, string>();
  const add = (id: string | null, name: string | null): void => {
    if (id !== null && name && ZONE_ID.test(id) && !names.has(id)) names.set(id, name);
  };
  for (const plan of plans) {
    const changes = [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])];
    for (const { change } of changes.filter((each) => !hidesZone(each.change)))
      for (const values of [change.after ?? null, change.before ?? null])
        add(textOf(values, 'zone_id'), textOf(values, 'zone_name'));
    const states = [plan.prior_state?.values?.root_module, plan.planned_values?.root_module];
    for (const { type, values, sensitive_values: after_sensitive } of states.flatMap(resourcesIn)) {
      if (hidesZone({ after_sensitive })) continue;
      const shows = (...attributes: readonly string[]): boolean =>
        attributes.every((name) => member(after_sensitive ?? null, name) !== true);
      add(textOf(values, 'zone_id'), textOf(values, 'zone_name'));
      // The zones of other providers, as `cloudflare_zone`, name themselves.
      if (/(^|_)zone$/.test(type) && shows('id', 'name'))
        add(textOf(values, 'zone_id') ?? textOf(values, 'id'), textOf(values, 'name'));
      const ids = type === zonesSchema.type && shows('ids') ? (member(values, 'ids') ?? null) : null;
      for (const name of isObject(ids) ? Object.keys(ids) : []) add(textOf(ids, name), name);
    }
  }
  return names;
}

/** The zone of an object; null when it has none, or the plan hides it. */
export function zoneOf(change: ValueChange, names: ZoneNames): ZoneReference | null {
  if (hidesZone(change)) return null;
  const id = textOf(change.after ?? change.before ?? null, 'zone_id');
  if (id !== null) return { id, name: names.get(id) ?? null };
  return member(change.after_unknown ?? null, 'zone_id') === true ? { id: null, name: null } : null;
}
