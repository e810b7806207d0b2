import * as ts from 'typescript';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '../../cli/program';

export const ROOT = join(__dirname, '../..');
export const PAGE = readFileSync(join(ROOT, 'docs/emulator.md'), 'utf8');

/** The text below a heading of the second level. */
export function section(heading: string): string {
  const found = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`docs/emulator.md has no section '${heading}'`);
  return found;
}

/** The blocks of this kind in a section. */
export function blocks(heading: string, language: string): readonly string[] {
  return [...section(heading).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}

/** The names that the first cells of a section's tables show. */
export function namedInTables(heading: string): readonly string[] {
  const cells = [...section(heading).matchAll(/^\|([^|]*)\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** The sources of the emulator, read once. */
let sources: ts.Program | undefined;

/** The members of an interface, including inherited ones. */
export function membersOf(file: string, name: string): readonly string[] {
  sources ??= ts.createProgram([join(ROOT, 'emulator', 'index.ts')], {
    noLib: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
  });
  const found = sources
    .getSourceFile(join(ROOT, 'emulator', file))
    ?.statements.find(
      (each): each is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(each) && each.name.text === name,
    );
  if (found === undefined) throw new Error(`emulator/${file} has no interface ${name}`);
  return sources
    .getTypeChecker()
    .getTypeAtLocation(found)
    .getProperties()
    .map((member) => member.name);
}

/** The long options of `zonewright emulator`, without `--help`. */
export function emulatorOptions(): readonly string[] {
  const terminal = { out: () => undefined, err: () => undefined, width: 100 };
  const program = buildProgram('0', { terminal } as never, () => undefined);
  const command = program.commands.find((each) => each.name() === 'emulator');
  return (command?.options ?? []).map(({ long }) => long ?? '').filter((long) => long !== '');
}
