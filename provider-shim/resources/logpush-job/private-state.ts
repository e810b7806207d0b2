import { randomBytes } from 'node:crypto';
import type { NewObject, PrivateState } from '../../sdk/framework';

/** The key of an object's token in the private state. */
const OWNER_TOKEN = 'owner';

const TOKEN = /^[0-9a-f]{32}$/;

/** Distinguishes an object of the state from others with the same job. Undefined if the private state is damaged. */
export function ownerToken(privateState: PrivateState): string | undefined {
  const token = privateState.text(OWNER_TOKEN);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export function setOwnerToken(privateState: PrivateState, token: string): void {
  privateState.set(OWNER_TOKEN, token);
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

/** The key under which a plan records the write-only attributes that have no value. */
const LEFT_OUT = 'left_out';

const WRITE_ONLY = ['destination_conf_wo', 'ownership_challenge_wo'] as const;

/** The write-only attributes of a configuration, which no plan stores. */
type WriteOnly<V> = Readonly<Record<(typeof WRITE_ONLY)[number], V>>;

/**
 * Records which attributes the plan of an update lacks. Only the plan lacks the attributes that `ignore_changes` lists:
 * the configuration at apply has them again.
 */
export function noteLeftOut(privateState: PrivateState, config: WriteOnly<unknown>): void {
  const leftOut = WRITE_ONLY.filter((name) => config[name] === null);
  privateState.set(LEFT_OUT, leftOut.length === 0 ? undefined : leftOut);
}

/** Removes the record, so that it is not stored with the object. */
export function forgetLeftOut(privateState: PrivateState): void {
  privateState.set(LEFT_OUT, undefined);
}

/** What an update may read from the configuration: the write-only attributes that its plan also had. */
export function takeWriteOnly(
  privateState: PrivateState,
  config: WriteOnly<string | null>,
): WriteOnly<string | null> {
  const leftOut = privateState.texts(LEFT_OUT) ?? [];
  forgetLeftOut(privateState);
  const taken = (name: keyof WriteOnly<unknown>): string | null =>
    leftOut.includes(name) ? null : config[name];
  return {
    destination_conf_wo: taken('destination_conf_wo'),
    ownership_challenge_wo: taken('ownership_challenge_wo'),
  };
}
