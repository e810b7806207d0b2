import { type Settings, meaningsOf, settingsOf } from './settings';
import { canonicalJson, destinationMeaning } from '../../../schema';
import type { LogpushJob } from '../../api';
import { outputWire } from './output';

/** A job as a resource declares it. */
export interface Declared {
  readonly zoneId: string;
  readonly destination: string;
  readonly settings: Settings;
}

/** A canonical text: the same for all spellings of a job. It holds the destination, and thus secrets. */
export function declaredMeaning({ destination, settings }: Omit<Declared, 'zoneId'>): string {
  const { output_options: output, ...more } = settings;
  return canonicalJson({
    ...meaningsOf(more),
    destination: destinationMeaning(destination),
    // The service may replace an empty text with its default.
    output:
      output === null
        ? null
        : Object.fromEntries(Object.entries(outputWire(output)).filter(([, value]) => value !== '')),
  });
}

/** The same for a job of the service. */
export function jobMeaning(job: LogpushJob): string {
  return declaredMeaning({ destination: job.destination_conf, settings: settingsOf(job) });
}
