import type { TrafficRequest } from '../../../emulator';
import { DEFAULT_ZONE_ID } from '../../../emulator';
import type { ConformingZone } from './conforming-zone';
import { resultOf } from './conforming-zone';

export const JOBS = '/logpush/jobs';

export const BUCKET = 's3://bucket/logs';

/** `<scheme>://<bucket_path>?region=<region>` (docs/service.md 5.2). */
export const DESTINATION = `${BUCKET}?region=us-west-2`;

export const CUSTOM_FIELDS = 'Cookies,RequestHeaders,ResponseHeaders';

/** A job body with the members that the specification shows, but for the token (docs/service.md 5.2, 5.1). */
export const JOB = {
  name: 'public-logs',
  destination_conf: DESTINATION,
  dataset: 'http_requests',
  logpull_options: `fields=RayID,EdgeStartTimestamp,${CUSTOM_FIELDS}&timestamps=rfc3339`,
};

type Entry = Readonly<Record<string, unknown>>;

/** The token that proves ownership: it arrives at the destination (docs/service.md 5.6). */
export async function challenge({ call, emulator }: ConformingZone, destination: string): Promise<string> {
  resultOf(await call('POST', '/logpush/ownership', { destination_conf: destination }));
  const token = emulator.control.destinations.files().at(-1)?.text ?? '';
  emulator.control.destinations.forgetFiles();
  return token;
}

/** Creates a job with its token, and enables it: the specification shows no member for that. */
export async function createJob(zone: ConformingZone, job: Partial<typeof JOB> = {}): Promise<void> {
  const body = { ...JOB, ...job };
  const ownership_challenge = await challenge(zone, body.destination_conf);
  resultOf(await zone.call('POST', JOBS, { ...body, ownership_challenge }));
  zone.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    for (const stored of logpush.jobs ?? []) stored.enabled = true;
  });
}

/** Sends requests through the zone, and gives the log entries that arrive in the bucket. */
export async function entriesOf(
  { emulator }: ConformingZone,
  requests: readonly TrafficRequest[],
  bucket: string = BUCKET,
): Promise<readonly Entry[]> {
  await emulator.control.traffic.send(DEFAULT_ZONE_ID, requests);
  return emulator.control.destinations
    .files(bucket)
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
