import type { Operation } from '../http/operation';

/** The migration operations. */
export const MIGRATION_OPERATIONS: readonly Operation[] = [];
