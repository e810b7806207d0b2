import { systemTime, type Time } from '../../provider-shim/api/time';

/** A clock that runs `speed` times as fast as real time, the same in all processes with the same origin. */
export function scaledTime(origin: number, speed: number): Time {
  return {
    now: () => origin + (Date.now() - origin) * speed,
    sleep: (ms, signal) => systemTime.sleep(ms / speed, signal),
  };
}
