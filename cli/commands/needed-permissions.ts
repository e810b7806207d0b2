import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { NEEDED_PERMISSIONS, PERMISSIONS, type Permission } from '../../schema';
import { CommandFailure, reasonOf } from '../terminal/failure';
import type { Terminal } from '../terminal/terminal';

/** Says which permissions tokens for the stacks need at least. */
export function sayNeededPermissions(stacks: readonly string[], { out, colors }: Terminal): void {
  const types = typesIn(stacks.flatMap(filesOf));
  if (types.length === 0)
    throw new CommandFailure({
      code: 'no_objects',
      message: 'the stacks declare nothing of Zonewright',
      seen: [stacks.join(', ')],
      allowed: [
        'configurations (.tf, .tf.json), synthesized stacks (cdk.tf.json), saved plans and their JSON',
      ],
      hints: ['name the folder or the file of a stack; for the CDK, run cdktf synth first'],
    });
  out('');
  out(`Permissions for ${types.join(', ')}, in the zones of the stacks:`);
  for (const [title, of] of [
    ['To plan', 'plan'],
    ['To apply, and to prove a plan (ZONEWRIGHT_PROOF=on)', 'apply'],
  ] as const) {
    out(`  ${colors.bold(title)}`);
    for (const name of leastOf(types.flatMap((type) => NEEDED_PERMISSIONS[type]?.[of] ?? [])))
      out(`    ${name.padEnd(24)}${colors.dim(PERMISSIONS[name])}`);
  }
}

/** Each once, in the order of the table, and no `Read` beside its `Write`. */
function leastOf(needed: readonly Permission[]): readonly Permission[] {
  const isIncluded = (name: Permission): boolean =>
    name.endsWith(' Read') && needed.some((other) => other === name.replace(/ Read$/, ' Write'));
  const names = Object.keys(PERMISSIONS) as Permission[];
  return names.filter((name) => needed.includes(name) && !isIncluded(name));
}

const STACK_FILE = /\.tf$|\.tf\.json$|plan(\.json)?$/;

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
      .flatMap((entry) => {
        const file = join(path, entry.name);
        if (entry.isDirectory()) return filesOf(file);
        return STACK_FILE.test(entry.name) ? [file] : [];
      });
  } catch (error) {
    throw new CommandFailure({
      code: 'unreadable',
      message: `${path} cannot be read`,
      seen: [reasonOf(error)],
      hints: ['name a folder or a file that exists'],
    });
  }
}

/** The types that the files name as labels, members or in addresses. */
function typesIn(files: readonly string[]): readonly string[] {
  const texts = files.map((file) => textOf(readFileSync(file), extname(file)));
  return Object.keys(NEEDED_PERMISSIONS).filter((type) =>
    texts.some((text) => new RegExp(`(?<![\\w-])${type}["'.]`).test(text)),
  );
}

/** A saved plan is an archive. */
function textOf(content: Buffer, extension: string): string {
  if (extension === '.json' || content.toString('latin1', 0, 2) !== 'PK') return content.toString('utf8');
  const { tfplan } = unzipSync(content, { filter: ({ name }) => name === 'tfplan' });
  return Buffer.from(tfplan ?? []).toString('latin1');
}
