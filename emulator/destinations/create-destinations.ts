import type { Clock } from '../determinism/clock';
import { timestamp } from '../determinism/clock';
import type { DeliveredFile, Destinations } from './destinations';

export interface DestinationOptions {
  readonly clock: Clock;
  /** Where object stores keep their files. @default - in memory */
  readonly folder?: string | undefined;
}

/** The destinations of this emulator. */
export function createDestinations({ clock }: DestinationOptions): Destinations {
  let files: DeliveredFile[] = [];
  return {
    upload: async ({ destination, name, content }) => {
      files.push({
        destination,
        name,
        at: timestamp(clock.now()),
        text: Buffer.from(content).toString(),
      });
      return { ok: true };
    },
    files: (prefix = '') => files.filter((file) => file.destination.startsWith(prefix)),
    refuse: () => undefined,
    accept: () => undefined,
    refusals: () => [],
    clear: () => {
      files = [];
    },
  };
}
