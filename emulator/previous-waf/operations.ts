import type { Operation } from '../http/operation';

/** The previous managed rules operations. */
export const PREVIOUS_WAF_OPERATIONS: readonly Operation[] = [];
