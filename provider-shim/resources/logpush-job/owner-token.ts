import { randomBytes } from 'node:crypto';
import type { NewObject, PrivateState } from '../../sdk/framework';

/** The key of an object's token in the private state. */
const KEY = 'owner';

const TOKEN = /^[0-9a-f]{32}$/;

/** Distinguishes an object of the state from others with the same job. Undefined if the private state is damaged. */
export function ownerToken(privateState: PrivateState): string | undefined {
  const token = privateState.text(KEY);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export function setOwnerToken(privateState: PrivateState, token: string): void {
  privateState.set(KEY, token);
}

/**
 * The object's token in a plan. An object without one gets one, and keeps it when the plan is applied. The engine
 * passes the private state of the first half of a replacement to the second, which identifies it as the same resource.
 */
export function plannedOwnerToken(privateState: PrivateState, newObject: NewObject): string {
  const token = ownerToken(privateState) ?? newObject.token;
  setOwnerToken(privateState, token);
  return token;
}

export function newOwnerToken(): string {
  return randomBytes(16).toString('hex');
}
