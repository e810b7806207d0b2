import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFiles } from './mirror-files';

/** The engine's dependency lock file, in the folder of a root module. */
const LOCK_FILE = '.terraform.lock.hcl';

const HEADER = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.`;

/** A provider as the dependency lock file names it. */
export interface LockedProvider {
  /** The full source address with the host. */
  readonly address: string;
  readonly version: string;
  /** Hash of the provider's package, see {@link packageHash}. */
  readonly hash: string;
}

/** A file of a provider's package. */
interface PackagedFile {
  /** Relative to the package. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The engine's hash of a provider's package: SHA-256 over one line for each file, sorted by path.
 *
 * @see https://developer.hashicorp.com/terraform/language/files/dependency-lock#h1
 */
export function packageHash(files: readonly PackagedFile[]): string {
  const lines = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, content }) => `${createHash('sha256').update(content).digest('hex')}  ${path}\n`);
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`;
}

/**
 * Locks a provider in a root module, like `terraform init`. The entries of other providers stay as they are. With its
 * provider locked, `cdktf` does not run `terraform providers lock`, which queries the registry for every provider and
 * ignores those in `terraform.d/plugins`.
 */
export function lockProvider(folder: string, provider: LockedProvider): void {
  const path = join(folder, LOCK_FILE);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = lockedText(before, provider);
  if (after !== before) placeFiles(folder, [{ path, content: Buffer.from(after), mode: 0o644 }]);
}

/** The text of a lock file with the provider in it, sorted by address; the same text when it is already locked. */
export function lockedText(text: string, provider: LockedProvider): string {
  const blocks = blocksOf(text);
  const mine = blocks.find(({ address }) => address === provider.address);
  if (mine && isLocked(mine.text, provider)) return text;
  const block = blockFor(provider);
  if (mine) return `${text.slice(0, mine.start)}${block}${text.slice(mine.start + mine.text.length)}`;
  const next = blocks.find(({ address }) => address > provider.address);
  if (next) return `${text.slice(0, next.start)}${block}\n\n${text.slice(next.start)}`;
  const before = text.trim() === '' ? HEADER : text.trimEnd();
  return `${before}\n\n${block}\n`;
}

interface Block {
  readonly address: string;
  readonly text: string;
  /** Where it starts in the file, in characters. */
  readonly start: number;
}

/** The blocks of a lock file. The engine begins each at the start of a line, and ends it on a line of its own. */
function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^provider "([^"\n]+)" \{\r?\n(?:(?!\}|provider )[^\n]*\n)*\}/gm)].map(
    (match) => ({
      address: match[1] ?? '',
      text: match[0],
      start: match.index,
    }),
  );
}

/** Whether a block locks exactly this version with a matching hash; it may have further hashes. */
function isLocked(block: string, { version, hash }: LockedProvider): boolean {
  const [, locked] = /^\s*version\s*=\s*"([^"]*)"/m.exec(block) ?? [];
  const [, constraints] = /^\s*constraints\s*=\s*"([^"]*)"/m.exec(block) ?? [];
  return locked === version && constraints === version && block.includes(`"${hash}"`);
}

function blockFor({ address, version, hash }: LockedProvider): string {
  return [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    `  constraints = "${version}"`,
    '  hashes = [',
    `    "${hash}",`,
    '  ]',
    '}',
  ].join('\n');
}
