import type { Operation } from '../http/operation';
import { checkCompatibility } from './check-compatibility';
import { getConfiguration } from './get-configuration';
import { getStatus } from './get-status';

/** The migration operations beside the entry-point update (docs/service.md 7.4, 7.5). */
export const MIGRATION_OPERATIONS: readonly Operation[] = [checkCompatibility, getConfiguration, getStatus];
