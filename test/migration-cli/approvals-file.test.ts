import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
