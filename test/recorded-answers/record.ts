import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fallenBack, LEDGER, ledgerLines } from './ledger';

/** `npm run record-ledger`: writes the ledger anew, unless a line of it would fall back. */
void (async () => {
  const lines = await ledgerLines();
  const before = existsSync(LEDGER) ? readFileSync(LEDGER, 'utf8').trimEnd().split('\n') : [];
  const fallen = fallenBack(before, lines);
  if (fallen.length > 0) throw new Error(`no longer confirmed:\n${fallen.join('\n')}`);
  writeFileSync(LEDGER, `${lines.join('\n')}\n`);
})();
