import type { PrivateState } from '../../framework';

/** Where a plan notes the write-only attributes that it was given no value for. */
const KEY = 'left_out';

const WRITE_ONLY = ['destination_conf_wo', 'ownership_challenge_wo'] as const;

/** The write-only attributes of a configuration, which no plan keeps. */
type WriteOnly<V> = Readonly<Record<(typeof WRITE_ONLY)[number], V>>;

/**
 * Notes what the plan of an update leaves out. Only the plan is without the attributes that `ignore_changes` lists: the
 * configuration that apply gets has them again.
 */
export function noteLeftOut(privateState: PrivateState, config: WriteOnly<unknown>): void {
  const leftOut = WRITE_ONLY.filter((name) => config[name] === null);
  privateState.set(KEY, leftOut.length === 0 ? undefined : leftOut);
}

/** Forgets what was noted, so that it is not stored with the object. */
export function forgetLeftOut(privateState: PrivateState): void {
  privateState.set(KEY, undefined);
}

/** What an update may take from the configuration: the write-only attributes that its plan had, too. */
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
