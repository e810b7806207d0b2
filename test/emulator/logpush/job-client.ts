import type { Emulator } from '../../../emulator';
import { caller, type Call } from '../client';

export const JOBS = '/logpush/jobs';

/** A destination that needs no token and is never connected to. */
export const R2 = 'r2://logs/zone?account-id=a&access-key-id=k&secret-access-key=s';

export const S3 = 's3://bucket/logs?region=us-west-2';

/** The settings that answers have as null while they are not set. */
const UNSET = {
  name: null,
  filter: null,
  frequency: null,
  logpull_options: null,
  output_options: null,
  max_upload_bytes: null,
  max_upload_interval_seconds: null,
  max_upload_records: null,
};

/** The returned job if only its destination was sent: every other setting is null, except these. */
export function plainJob(id: number, destination: string = R2): Record<string, unknown> {
  return {
    ...UNSET,
    id,
    dataset: 'http_requests',
    enabled: false,
    kind: '',
    destination_conf: destination,
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
