import type { Operation } from '../http/operation';

/** The log push operations. */
export const LOGPUSH_OPERATIONS: readonly Operation[] = [];
