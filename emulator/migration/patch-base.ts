import { isObject } from '../checks/json-object';
import type { MigrationDocument } from './migration-part';

/**
 * What a merge patch of a zone's migration begins with. When it puts the migration back to its start, the times of
 * the state that it was in go, unless the patch names them.
 */
export function migrationPatchBase(stored: MigrationDocument, patch: unknown): MigrationDocument {
  return isObject(patch) && patch['state'] === 'start' ? { state: 'start' } : stored;
}
