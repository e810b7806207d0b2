import { join } from 'node:path';
import { packageRoot } from '../../lib/package-root';
import type { LoggedFields } from './logged-fields';

/** The compiled example that the demo runs. */
export function exampleProgram(): string {
  return join(packageRoot().folder, 'dist', 'examples', 'log-fields.js');
}

/** The stack that the example declares, and the folder that it is synthesized to. */
export const EXAMPLE_STACK = join('stacks', 'log-fields');

/** The type of the example's resource, and its address in the stack. */
export const EXAMPLE_TYPE = 'zone_log_custom_fields';
export const EXAMPLE_ADDRESS = `${EXAMPLE_TYPE}.fields`;

/** What the example declares. */
export const EXAMPLE_FIELDS: LoggedFields = {
  requestHeaders: ['content-type', 'x-checkout-version', 'x-request-id'],
  responseHeaders: ['server-timing'],
  cookies: ['cart_id', 'session_id'],
};
