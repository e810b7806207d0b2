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
import { takeFileLock } from '../../emulator/persistence/file-lock';
import { useFolder } from './running';

const file = useFolder()('approvals.json');
const [LOCK, DEAD] = [`${file}.lock`, '2147483646 1 other\n'];

afterEach(() => expect(readdirSync(dirname(file))).toEqual(['approvals.json']));

test('a run has the lock of one that was killed, and nobody else has it, until the approvals are changed', async () => {
  writeFileSync(LOCK, DEAD);
  const lockThen = await changeApprovals(file, () => ({
    approvals: [],
    lock: readFileSync(LOCK, 'utf8'),
  }));
  expect(lockThen.lock).toMatch(new RegExp(`^${process.pid} `));
});

test('a run that fails releases the lock', () =>
  expect(
    changeApprovals(file, () => {
      throw new RangeError('refused');
    }),
  ).rejects.toThrow('refused'));

test('a run waits for one that took over the lock just before it', async () => {
  writeFileSync(LOCK, DEAD);
  const other = await takeFileLock(file);
  const order: string[] = [];
  const changed = changeApprovals(file, () => {
    order.push('changed');
    return { approvals: [] };
  });
  // The run looks at the lock, which is in its way, before the other one releases it.
  await new Promise((resolve) => setImmediate(resolve));
  order.push('released');
  await other.release();
  await changed;
  expect(order).toEqual(['released', 'changed']);
});

test('a link to the file stays one, and has the lock of the file', async () => {
  const other = mkdtempSync(join(tmpdir(), 'linked-'));
  const linked = join(other, 'approvals.json');
  symlinkSync(file, linked);
  const { locked } = await changeApprovals(linked, () => ({
    approvals: [],
    locked: readdirSync(dirname(file)),
  }));
  expect(locked).toContain('approvals.json.lock');
  expect(lstatSync(linked).isSymbolicLink()).toBe(true);
  rmSync(other, { recursive: true });
});
