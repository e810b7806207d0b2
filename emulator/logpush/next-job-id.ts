import type { LogpushState } from './logpush-state';

/** Takes the next job id of the zone: they count from 1, and none is used again, also not after a deletion. */
export function nextJobId(state: LogpushState): number {
  state.lastJobId += 1;
  return state.lastJobId;
}
