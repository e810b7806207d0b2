import { readFileSync, writeFileSync } from 'node:fs';
import { fallenBack, LEDGER, ledgerLines } from './ledger';

/**
 * `npm run record-ledger`: writes the ledger anew, unless a line of it would fall back. A new recording is described in
 * `recordings.json`, and named in the ledger's lines that it has, before.
 */
void (async () => {
  const before = readFileSync(LEDGER, 'utf8').trimEnd().split('\n');
  const lines = await ledgerLines(before);
  const fallen = fallenBack(before, lines);
  if (fallen.length > 0) throw new Error(`no longer confirmed:\n${fallen.join('\n')}`);
  writeFileSync(LEDGER, `${lines.join('\n')}\n`);
})();
