import { join } from 'node:path';
import type { LoggedFields } from './zone-contents';

/** The stack of the example, and its output folder. */
export const EXAMPLE_STACK = join('stacks', 'log-fields');

/** The same of the example of the migration. */
export const MIGRATION_STACK = join('stacks', 'zone-migration');

/** The addresses of the example's resources in the stack. */
export const EXAMPLE_ADDRESS = 'zone_log_custom_fields.fields';
export const EXAMPLE_JOB_ADDRESS = 'zone_logpush_job.logs';

/** The bucket of the example's job, as named in the emulator's folders. */
export const EXAMPLE_BUCKET = join('r2', 'demo-logs');

/** The log fields that the example's job lists. */
export const EXAMPLE_LOG_FIELDS = [
  'RayID',
  'EdgeStartTimestamp',
  'RequestHeaders',
  'ResponseHeaders',
  'Cookies',
] as const;

/** The environment of the example: the keys of its store. */
export const EXAMPLE_VARIABLES = { TF_VAR_store_key_id: 'demo', TF_VAR_store_key: 'demo' } as const;

/** What the example declares. */
export const EXAMPLE_FIELDS: LoggedFields = {
  requestHeaders: ['content-type', 'x-checkout-version', 'x-request-id'],
  responseHeaders: ['server-timing'],
  cookies: ['cart_id', 'session_id'],
};
