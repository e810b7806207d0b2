import { logCustomFields } from './log-custom-fields';
import { logpushJob } from './logpush-job';
import { managedRules } from './managed-rules';
import { managedRulesMigration } from './managed-rules-migration';
import type { ResourceRecord } from './record';

export type { Props, ResourceRecord } from './record';

/** Every resource of the provider. */
export const RESOURCES: readonly ResourceRecord[] = [
  logCustomFields,
  logpushJob,
  managedRules,
  managedRulesMigration,
];

/** The record of a type; undefined for another one. */
export function resourceOf(type: string): ResourceRecord | undefined {
  return RESOURCES.find(({ schema }) => schema.type === type);
}
