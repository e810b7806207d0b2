import { readFileSync } from 'node:fs';
import { fallenBack, LEDGER, ledgerLines } from './ledger';

const ledger = readFileSync(LEDGER, 'utf8').trimEnd().split('\n');

test('the ledger is of this emulator: npm run record-ledger', async () => {
  expect(await ledgerLines(ledger)).toEqual(ledger);
});

const LINE = 'GET /zones/{id}\tplan.id\tid';

test.each([
  ['the same', `${LINE}\trecorded\ta`, [`${LINE}\trecorded\ta, b`], false],
  ['surer', `${LINE}\tdocumented\ta`, [`${LINE}\trecorded\tb`], false],
  ['never confirmed', `${LINE}\tnot confirmed`, [], false],
  ['less sure', `${LINE}\trecorded\ta`, [`${LINE}\tdocumented\tb`], true],
  ['not there', `${LINE}\trecorded\ta`, [`${LINE}\tnot in the emulator\ta`], true],
  ['gone', `${LINE}\tdocumented\ta`, [], true],
])('a line that is %s afterwards', (_what, line, after, falls) => {
  expect(fallenBack([line], after)).toEqual(falls ? [line] : []);
});
