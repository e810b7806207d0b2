import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseReadFrom } from '../../schema';

/** Where one file of a bucket is read. */
export type TokenPlace =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'address'; readonly address: URL };

/**
 * The place of a file below a `read_from`; undefined when the name leads out of it, or there is no such place.
 *
 * @param root the folder that a path is relative to
 * @param filename as the service names it: the path in the bucket
 */
export function tokenPlace(readFrom: string, root: string, filename: string): TokenPlace | undefined {
  const from = parseReadFrom(readFrom);
  const parts = filename.split('/').filter((part) => part !== '');
  if (!('kind' in from) || parts.length === 0 || parts.some(isNoName)) return undefined;
  switch (from.kind) {
    case 'folder': {
      const folder = typeof from.folder === 'string' ? from.folder : fileURLToPath(from.folder.href);
      return { kind: 'file', path: resolve(root, folder, ...parts) };
    }
    case 'address': {
      const address = new URL(from.base.href);
      address.pathname = [address.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/');
      address.hash = '';
      return { kind: 'address', address };
    }
  }
}

/** What a file system or a server takes for more than a name. */
function isNoName(part: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return part === '.' || part === '..' || /[\\\x00-\x1f\x7f]/.test(part);
}
