import type { Operation } from '../http/operation';
import { checkCompatibility } from './check-compatibility';
import { getConfiguration } from './get-configuration';
import { getStatus } from './get-status';

/** The migration operations beside the entry-point update (spec 4.5, 4.6, 4.8). */
export const MIGRATION_OPERATIONS: readonly Operation[] = [checkCompatibility, getConfiguration, getStatus];
