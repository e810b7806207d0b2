import { randomBytes } from 'node:crypto';
import type { PrivateState } from '../../framework';

/** Where an object of the state keeps its token. */
const KEY = 'owner';

const TOKEN = /^[0-9a-f]{32}$/;

/** What tells an object of the state from another one with the same job. Undefined for one of an older provider. */
export function ownerToken(privateState: PrivateState): string | undefined {
  const token = privateState.text(KEY);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export function setOwnerToken(privateState: PrivateState, token: string): void {
  privateState.set(KEY, token);
}

/**
 * The object's token in a plan; one that has none gets it, and keeps it when the plan is applied. The engine hands the
 * private state of the first half of a replacement on to the second, which is thereby known to be the same resource.
 */
export function plannedOwnerToken(privateState: PrivateState): string {
  const token = ownerToken(privateState) ?? newOwnerToken();
  setOwnerToken(privateState, token);
  return token;
}

export function newOwnerToken(): string {
  return randomBytes(16).toString('hex');
}
