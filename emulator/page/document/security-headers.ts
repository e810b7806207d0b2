import { createHash } from 'node:crypto';
import { LIVE_SCRIPT } from './live-script';
import { STYLE } from './style';

/**
 * The headers of every page. Its one style and its one script are allowed by their hashes, so that nothing
 * else runs, even if something slipped through the escaping; nothing is loaded from anywhere.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(LIVE_SCRIPT)}`,
    'img-src data:',
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
