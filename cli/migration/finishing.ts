import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { managedRulesMigrationSchema } from '../../schema';
import type { PlanJson, ResourceChange } from '../review/plan-json';
import { member, textOf } from '../text/json';

const { type: MIGRATION } = managedRulesMigrationSchema;

/**
 * Writes what a person would change to finish the migrations of a plan that stop at validation. Nobody has approved that yet, and
 * nothing but the copy changes, so no approval is wanted.
 *
 * @param folder of the working copy
 * @returns whether there is any, and the addresses of those in modules, which cannot be changed from outside
 */
export function finishValidations(
  folder: string,
  { resource_changes: changes = [], configuration: { provider_config: providers = {} } = {} }: PlanJson,
): { readonly isWritten: boolean; readonly left: readonly string[] } {
  const isInRoot = (each: { readonly module_address?: string }): boolean => each.module_address === undefined;
  const all = changes.filter(({ type, change }) => type === MIGRATION && change.after);
  const stopped = all.filter(({ change }) => textOf(change.after, 'target_state') === 'validation');
  const left = stopped.filter((each) => !isInRoot(each)).map(({ address }) => address);
  const names = new Set(stopped.filter(isInRoot).map((each) => each.name));
  const alike = [...names].map((name) => all.filter((each) => isInRoot(each) && each.name === name));
  const resource = { [MIGRATION]: Object.assign({}, ...alike.map(finished)) as object };
  const provider = Object.values(providers)
    .filter((each) => isInRoot(each) && member(each.expressions, 'require_approval') !== undefined)
    .map(({ name, alias }) => ({ [name]: { ...(alias && { alias }), require_approval: false } }));
  const content = JSON.stringify({ resource, ...(provider.length > 0 && { provider }) });
  if (names.size > 0) writeFileSync(join(folder, 'zonewright_finish_override.tf.json'), content);
  return { isWritten: names.size > 0, left };
}

/** @param instances of one resource, each of which acknowledges with its own zone */
function finished(instances: readonly ResourceChange[]): object {
  const [{ name = '', index } = {}] = instances;
  const key = index === undefined ? '""' : typeof index === 'number' ? 'tostring(count.index)' : 'each.key';
  const zones = instances.map((each) => [each.index ?? '', textOf(each.change.after, 'zone_id')]);
  // In JSON, an escape never begins a template.
  const escaped = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16)}`;
  const json = JSON.stringify(Object.fromEntries(zones)).replace(/[$%]/g, escaped);
  const zone = `\${lookup(jsondecode(${JSON.stringify(json)}), ${key}, null)}`;
  return { [name]: { target_state: 'finished', acknowledge_irreversible: zone, approved_digest: null } };
}
