import { createRequestCount, secretsOf, SLOTS, slotsInMemory } from './api';
import type { Credentials, RequestCount } from './api';
import { sharedSlots } from './records/request-slots';
import type { Log } from './text';

export interface SharedCountOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log?: Log;
}

/** A count that all processes of this user and machine share which send to this service with these credentials. */
export function sharedRequestCount(options: SharedCountOptions): RequestCount {
  const { baseUrl, credentials, environment, log } = options;
  const subject = JSON.stringify([baseUrl.href, ...secretsOf(credentials)]);
  return createRequestCount(sharedSlots({ subject, slots: SLOTS, alone: slotsInMemory(), environment, log }));
}
