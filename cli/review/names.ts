import { basename, dirname, relative, resolve } from 'node:path';
import { zonesSchema } from '../../schema';
import type { ZoneReference } from './model';
import { resourcesIn, type PlanJson } from './plan-json';
import { isObject, member, textOf, type Json } from '../text/json';

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

/** The names of zones, as far as the plans tell them. */
export class ZoneNames {
  readonly #names = new Map<string, string>();

  /** Adds a name. The first one that is known of a zone stays. */
  add(id: string | null, name: string | null): void {
    if (id !== null && name !== null && name !== '' && ZONE_ID.test(id) && !this.#names.has(id)) {
      this.#names.set(id, name);
    }
  }

  /** Adds what the objects and data sources of a plan tell, whichever provider they are of. */
  addPlan(plan: PlanJson): void {
    for (const { change } of [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])]) {
      this.#addValues(change.after ?? null);
      this.#addValues(change.before ?? null);
    }
    const states = [plan.prior_state?.values?.root_module, plan.planned_values?.root_module];
    for (const { type, values } of states.flatMap(resourcesIn)) {
      this.#addValues(values ?? null);
      // The zones of other providers, as `cloudflare_zone`, name themselves.
      if (/(^|_)zone$/.test(type)) {
        this.add(textOf(values, 'zone_id') ?? textOf(values, 'id'), textOf(values, 'name'));
      }
      const ids = type === zonesSchema.type ? (member(values, 'ids') ?? null) : null;
      for (const name of isObject(ids) ? Object.keys(ids) : []) this.add(textOf(ids, name), name);
    }
  }

  /** The zone of an object; undefined when it has none. */
  of(values: Json, unknown: Json = null): ZoneReference | undefined {
    const id = textOf(values, 'zone_id');
    if (id !== null) return { id, name: this.#names.get(id) ?? null };
    return member(unknown, 'zone_id') === true ? { id: null, name: null } : undefined;
  }

  #addValues(values: Json): void {
    if (isObject(values)) this.add(textOf(values, 'zone_id'), textOf(values, 'zone_name'));
  }
}
