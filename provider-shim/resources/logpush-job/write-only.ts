import type { PrivateState } from '../../sdk/framework';

/** The key under which a plan records the write-only attributes that have no value. */
const KEY = 'left_out';

const WRITE_ONLY = ['destination_conf_wo', 'ownership_challenge_wo'] as const;

/** The write-only attributes of a configuration, which no plan stores. */
type WriteOnly<V> = Readonly<Record<(typeof WRITE_ONLY)[number], V>>;

/**
 * Records which attributes the plan of an update lacks. Only the plan lacks the attributes that `ignore_changes` lists:
 * the configuration at apply has them again.
 */
export function noteLeftOut(privateState: PrivateState, config: WriteOnly<unknown>): void {
  const leftOut = WRITE_ONLY.filter((name) => config[name] === null);
  privateState.set(KEY, leftOut.length === 0 ? undefined : leftOut);
}

/** Removes the record, so that it is not stored with the object. */
export function forgetLeftOut(privateState: PrivateState): void {
  privateState.set(KEY, undefined);
}

/** What an update may read from the configuration: the write-only attributes that its plan also had. */
export function takeWriteOnly(
  privateState: PrivateState,
  config: WriteOnly<string | null>,
): WriteOnly<string | null> {
  const leftOut = privateState.texts(KEY) ?? [];
  forgetLeftOut(privateState);
  const taken = (name: keyof WriteOnly<unknown>): string | null =>
    leftOut.includes(name) ? null : config[name];
  return {
    destination_conf_wo: taken('destination_conf_wo'),
    ownership_challenge_wo: taken('ownership_challenge_wo'),
  };
}
