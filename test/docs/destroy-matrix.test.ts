import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matrixTable } from '../e2e/destroy-matrix';

/** Has the table written into the documentation. */
const WRITE = 'ZONEWRIGHT_WRITE_MATRIX';

test('docs/migration.md has the table that test/e2e/managed-rules-destroy-matrix holds the provider to', () => {
  const path = join(__dirname, '..', '..', 'docs', 'migration.md');
  const text = readFileSync(path, 'utf8');
  const current = text.replace(
    /(<!-- matrix -->\n)[^]*?(<!-- end -->)/,
    (_found, before: string, after: string) => `${before}\n${matrixTable()}\n\n${after}`,
  );
  expect(current).toContain(matrixTable());
  if (process.env[WRITE] !== undefined) writeFileSync(path, current);
  else if (current !== text)
    throw new Error(
      `The table of docs/migration.md is not this one. Write it with: ${WRITE}=1 npx jest ${__filename}`,
    );
});
