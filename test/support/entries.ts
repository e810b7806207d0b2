import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that is below a folder, by path: the mode of each, when it was written, and its content or where it leads. */
export function entriesOf(folder: string, below = ''): Readonly<Record<string, unknown>> {
  const entries = readdirSync(join(folder, below)).map((name): Readonly<Record<string, unknown>> => {
    const path = join(below, name);
    const found = lstatSync(join(folder, path));
    const { mode, mtimeMs } = found;
    if (found.isSymbolicLink()) return { [path]: { mtimeMs, leadsTo: readlinkSync(join(folder, path)) } };
    if (found.isDirectory()) return { [path]: { mode, mtimeMs }, ...entriesOf(folder, path) };
    return { [path]: { mode, mtimeMs, content: readFileSync(join(folder, path), 'base64') } };
  });
  return Object.assign({}, ...entries) as Readonly<Record<string, unknown>>;
}
