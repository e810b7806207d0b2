import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeOf, CommandFailure, folderInUse, reasonOf } from '../terminal/failure';

/** The working folder of the demo. */
export interface WorkingFolder {
  readonly path: string;
  /** Whether it stays after the demo. */
  readonly stays: boolean;
  /** Removes it with everything in it, unless it stays. */
  remove(): void;
}

/** Creates the folder of the demo: a temporary one, or the one that the user names, which is never removed.
 *
 * @throws CommandFailure `folder_in_use` or `folder`
 */
export function workingFolder(named: string | undefined, keep: boolean): WorkingFolder {
  // Through a symbolic link (as for the temporary folder of macOS) a folder has two names; the engine shows the real
  // one.
  const path = realpathSync(
    named === undefined ? mkdtempSync(join(tmpdir(), 'zonewright-demo-')) : made(named),
  );
  const stays = keep || named !== undefined;
  return {
    path,
    stays,
    remove: () => {
      if (!stays) rmSync(path, { recursive: true, force: true });
    },
  };
}

function made(named: string): string {
  const path = resolve(named);
  let content: readonly string[];
  try {
    mkdirSync(path, { recursive: true });
    content = readdirSync(path);
  } catch (thrown) {
    if (codeOf(thrown) === undefined) throw thrown;
    throw new CommandFailure({
      code: 'folder',
      message: `the folder ${path} cannot be used`,
      seen: [reasonOf(thrown)],
      allowed: ['a folder that is new or empty'],
      hints: ['name another: zonewright demo --dir <folder>'],
    });
  }
  if (content.length === 0) return path;
  throw folderInUse(path, content, {
    allowed: 'a folder that is new or empty',
    hint: 'name another: zonewright demo --dir <folder>',
  });
}
