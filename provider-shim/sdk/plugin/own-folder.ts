import { lstatSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this user's sockets. */
export function ownFolder(parent: string): string {
  return join(parent, `plugins-${process.getuid?.() ?? ''}`);
}

/** How often another provider may remove the user's folder between our look at it and our use of it. */
const ATTEMPTS = 20;

/**
 * A folder in the user's own; undefined when that is somebody else's, can be entered by others, or cannot be made.
 */
export function temporaryInOwn(own: string): string | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      mkdirSync(own, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return undefined;
    }
    try {
      return isOursAlone(own) ? temporaryIn(own) : undefined;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return undefined;
    }
  }
  return undefined;
}

function isOursAlone(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another provider of this user runs, or has been killed.
  }
}

export function temporaryIn(parent: string): string {
  return mkdtempSync(join(parent, 'plugin-'));
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
