import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format } from 'prettier';

/** Writes what was recorded, in as few lines as can be read. */
export async function writeRecorded(file: string, recorded: object): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await format(JSON.stringify(recorded), { parser: 'json', printWidth: 110 }));
  process.stdout.write(`${file}\n`);
}
