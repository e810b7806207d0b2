import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changeApprovals } from '../../cli/migration/approvals-file';
import { useFolder } from './running';

const file = useFolder()('approvals.json');
const EMPTY = '{\n  "format_version": "1.0",\n  "approvals": []\n}\n';

afterEach(() => {
  expect(readdirSync(dirname(file))).toEqual(['approvals.json']);
  rmSync(file);
});

test('a link to the file stays one', () => {
  const other = mkdtempSync(join(tmpdir(), 'linked-'));
  const linked = join(other, 'approvals.json');
  writeFileSync(file, EMPTY);
  symlinkSync(file, linked);
  changeApprovals(linked, () => ({ approvals: [] }));
  expect([lstatSync(linked).isSymbolicLink(), readdirSync(other)]).toEqual([true, ['approvals.json']]);
  rmSync(other, { recursive: true });
});

test('what another run wrote meanwhile is not overwritten', () => {
  const decision = { by: 'Bea', at: '2027-01-31T08:00:00Z', ticket: 'OPS-2' };
  const approval = { wave: '1', target: 'finished', ...decision, zones: {}, leftOut: {} } as const;
  const beaten = (): unknown =>
    changeApprovals(file, (before) => {
      changeApprovals(file, () => ({ approvals: [approval] }));
      return { approvals: before };
    });
  for (const text of [undefined, EMPTY]) {
    rmSync(file, { force: true });
    if (text !== undefined) writeFileSync(file, text);
    expect(beaten).toThrow(`the approvals were changed meanwhile: ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('OPS-2');
  }
  expect(changeApprovals(file, (approvals) => ({ approvals })).approvals).toEqual([approval]);
});
