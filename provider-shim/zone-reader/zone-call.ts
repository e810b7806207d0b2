import type { Problem } from '../../schema';
import type { InventoryOperations, ListedZone } from '../api';
import type { Configured } from '../resources/configured';
import type { Adoptable } from './adoptable';

/** One zone that is read. */
export interface ZoneCall {
  readonly client: Configured;
  readonly inventory: InventoryOperations;
  readonly zone: ListedZone;
  readonly signal: AbortSignal;
}

/** What one area of a zone has. */
export interface Area {
  readonly objects: readonly Adoptable[];
  /** What is not declared, or only in part. */
  readonly findings: readonly Problem[];
}

export const NOTHING: Area = { objects: [], findings: [] };
