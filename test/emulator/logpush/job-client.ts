import type { Emulator } from '../../../emulator';
import type { Call } from '../client';
import { caller } from '../client';

export const JOBS = '/logpush/jobs';

/** A destination that needs no token and is never connected to. */
export const R2 = 'r2://logs/zone?account-id=a&access-key-id=k&secret-access-key=s';

export const S3 = 's3://bucket/logs?region=us-west-2';

/** The returned job if only its destination was sent. */
export function plainJob(id: number, destination: string = R2): Record<string, unknown> {
  return {
    id,
    dataset: 'http_requests',
    name: null,
    enabled: false,
    kind: '',
    destination_conf: destination,
    filter: null,
    frequency: null,
    logpull_options: null,
    output_options: null,
    max_upload_bytes: null,
    max_upload_interval_seconds: null,
    max_upload_records: null,
    last_complete: null,
    last_error: null,
    error_message: null,
  };
}

/** Requests a token for the destination and reads it there, as a user does. */
export async function challengeFor(
  emulator: Emulator,
  destination: string,
  call: Call = caller(emulator),
): Promise<string> {
  const { result } = (await call('POST', '/logpush/ownership', { destination_conf: destination })).body;
  const file = emulator.control.destinations
    .files()
    .findLast(({ name }) => (result.filename as string).endsWith(name));
  return file?.text ?? '';
}
