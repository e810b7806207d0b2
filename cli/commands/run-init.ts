import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../lib/provider/make-folder';
import { packageRoot } from '../../lib/provider/package-root';
import { installCommands } from '../adopt/package-source';
import { codeOf, EXIT_OK, folderInUse, unusableFolder } from '../terminal/failure';
import { shellWord } from '../text/words';
import type { CommandContext } from '../terminal/terminal';

const EMULATOR = 'npx zonewright emulator   # in another terminal: paste here what it prints';
const NPM = ['npm run plan', 'npm run apply'];

/** The other tests, on the emulator, end the migration there. */
const MOCKED = 'terraform test -filter=tests/mocked.tftest.hcl';

/** A zone that the emulator starts with. */
const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

/** `zonewright init`: copies an example of this package, and says what to run next. */
export async function initCommand(
  { terminal: { out } }: CommandContext,
  { hcl, migration }: { readonly hcl?: true; readonly migration?: true },
  [named = '.']: readonly string[],
): Promise<number> {
  const folder = resolve(named);
  // Of several, a later one has other versions of some files.
  const inTypeScript = ['new-app', ...(migration ? ['managed-rules-migration'] : [])];
  const inHcl = migration ? 'managed-rules-migration-hcl' : 'tested-hcl';
  writeProject(hcl ? [inHcl] : inTypeScript, folder);
  const enter = folder === process.cwd() ? [] : [`cd ${shellWord(named)}`];
  const approve = (file: string): readonly string[] =>
    migration ? [`npx zonewright migration approve ${ZONE} --file ${shellWord(file)}`] : [];
  const steps = hcl
    ? // Before the folder changes, so that npx finds the package that runs now.
      [
        ...['npx zonewright install', EMULATOR, ...approve(join(named, 'approvals.json')), ...enter],
        ...['terraform init', MOCKED, 'terraform plan', 'terraform apply'],
      ]
    : [...enter, ...installCommands(), 'npm test', EMULATOR, ...approve('approvals.json'), ...NPM];
  out(`A project ${hcl ? 'in HCL' : 'in TypeScript'} was written to ${folder}`);
  for (const file of readdirSync(folder).sort()) out(`  ${file}`);
  out('');
  out('Next (npx zonewright doctor --fetch downloads an engine if you have neither terraform nor tofu):');
  for (const step of steps) out(`  $ ${step}`);
  return EXIT_OK;
}

function writeProject(examples: readonly string[], folder: string): void {
  let content: readonly string[] | undefined;
  try {
    makeFolder(folder);
    content = readdirSync(folder).filter((name) => name !== '.git');
    if (content.length === 0) {
      for (const name of examples)
        cpSync(join(packageRoot().folder, 'examples', name), folder, { recursive: true });
      renameSync(join(folder, 'gitignore'), join(folder, '.gitignore')); // npm packs no .gitignore
    }
  } catch (thrown) {
    if (codeOf(thrown) === undefined) throw thrown;
    // A part of a project would stand in the way of the next attempt.
    if (content?.length === 0)
      for (const name of readdirSync(folder))
        if (name !== '.git') rmSync(join(folder, name), { recursive: true, force: true });
    throw unusableFolder(folder, thrown, 'name another: npx zonewright init <folder>');
  }
  if (content.length > 0)
    throw folderInUse(folder, content, {
      allowed: 'a folder that is new or empty',
      hint: 'name another: npx zonewright init <folder>',
    });
}
