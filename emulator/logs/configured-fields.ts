import { CUSTOM_FIELDS_PHASE } from '../rulesets/phases';
import type { Zone } from '../service/zone';
import type { CustomFieldSource } from './custom-field-sources';

/** The names that a zone logs from one source. */
export interface ConfiguredNames {
  readonly source: CustomFieldSource;
  /** By name, in the order of the rules: whether all instances of a repeated header are logged. */
  readonly names: ReadonlyMap<string, boolean>;
}

/** The names of all enabled rules of the zone together (docs/service.md 1.1). Their expression is always `true` (docs/service.md 4.1). */
export function configuredNames(
  zone: Zone,
  sources: readonly CustomFieldSource[],
): readonly ConfiguredNames[] {
  const rules = zone.rulesets.get(CUSTOM_FIELDS_PHASE)?.rules ?? [];
  const enabled = rules.filter((rule) => rule.enabled && rule.action === 'log_custom_field');
  return sources.map((source) => {
    const names = new Map<string, boolean>();
    for (const { action_parameters: parameters } of enabled)
      for (const { name, preserve_duplicates: all = false } of listed(parameters?.[source.list]))
        names.set(name, all || (names.get(name) ?? false));
    return { source, names };
  });
}

interface ListedName {
  readonly name: string;
  /** Only in the lists of the production service (docs/service.md 4.2). */
  readonly preserve_duplicates?: boolean;
}

/** Stored rules were checked, so a list that is there has this form. */
function listed(list: unknown): readonly ListedName[] {
  return (list as readonly ListedName[] | undefined) ?? [];
}
