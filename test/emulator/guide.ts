import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(__dirname, '../../docs/guides/emulator.md'), 'utf8');

/** The blocks of this kind below a heading of the second level in docs/guides/emulator.md. */
export function blocks(heading: string, language: string): readonly string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/guides/emulator.md has no section '${heading}'`);
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}
