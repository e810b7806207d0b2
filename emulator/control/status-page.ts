import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Headers that show that a request is meant for the service (docs/internals/service.md 2.2). */
const CREDENTIALS = ['authorization', 'x-auth-email', 'x-auth-key'];

/** Whether a request is for the status page. One with credentials of the service comes from a client with a wrong path. */
export function isForPage({ method, headers }: Request, pathname: string): boolean {
  if (pathname !== '/' || (method !== 'GET' && method !== 'HEAD')) return false;
  return !CREDENTIALS.some((name) => /^(?!Basic )/i.test(headers.get(name) ?? 'Basic '));
}

/** The status page: a file that asks the control API for everything it shows. */
export function statusPage({ method }: Request): Response {
  page ??= readPage();
  return new Response(method === 'HEAD' ? null : page.text, { headers: page.headers });
}

let page: ReturnType<typeof readPage> | undefined;

/**
 * The policy allows its one style and its one script by their hashes, and nothing that makes markup of a text: nothing
 * else runs, whatever texts the page shows, and nothing is loaded from elsewhere.
 */
function readPage(): { readonly text: string; readonly headers: Record<string, string> } {
  const text = readFileSync(join(__dirname, 'status-page.html'), 'utf8');
  const hashOf = (element: string): string => {
    const [, content = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(text) ?? [];
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  const policy = [
    `default-src 'none'`,
    `style-src ${hashOf('style')}`,
    `script-src ${hashOf('script')}`,
    'img-src data:',
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ];
  const headers = {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  return { text, headers };
}
