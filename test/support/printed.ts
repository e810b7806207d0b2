import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was printed when somebody last read it. `ZONEWRIGHT_WRITE_PRINTED=1` writes it: read the difference. */
export function recorded(name: string, printed: string): string {
  const file = join(__dirname, '..', 'fixtures', 'printed', name);
  if (process.env['ZONEWRIGHT_WRITE_PRINTED']) writeFileSync(file, printed);
  return readFileSync(file, 'utf8');
}
