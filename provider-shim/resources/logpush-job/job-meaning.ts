import { canonicalJson, destinationMeaning, logOptionsMeaning } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { Declared } from './job-registry';
import { outputWire } from './output';
import { meaningsOf, settingsOf } from './settings';

/** One text for all the ways to write the same job. It holds the destination, and so secrets. */
export function declaredMeaning({ destination, settings }: Omit<Declared, 'zoneId'>): string {
  const { logpull_options: text, output_options: output, ...more } = settings;
  return canonicalJson({
    ...meaningsOf(more),
    destination: destinationMeaning(destination),
    log_options: logOptionsMeaning(text ?? ''),
    // Of an empty text the service may make its default.
    output:
      output === null
        ? null
        : Object.fromEntries(Object.entries(outputWire(output)).filter(([, value]) => value !== '')),
  });
}

/** The same of a job at the service. */
export function jobMeaning(job: LogpushJob): string {
  return declaredMeaning({ destination: job.destination_conf, settings: settingsOf(job) });
}
