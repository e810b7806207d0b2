import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeApprovals } from '../../cli/migration/approvals-file';
import type { WaveApproval } from '../../lib/rollout/wave-approvals';
import { approvalsIn, useFolder } from './running';

const file = useFolder()('approvals.json');

const approvalOf = (wave: string): WaveApproval => ({
  ...{ wave, target: 'finished', by: 'Ada', at: '2027-01-31T08:00:00Z', ticket: 'OPS-1' },
  ...{ zones: {}, leftOut: {} },
});

test('of runs that find the lock of one that was killed, each adds its approval to those of the others', async () => {
  const waves = ['1', '2', '3', '4', '5', '6', '7', '8'];
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(`${file}.lock`, '2147483646 1 other\n');
    await changeApprovals(file, () => ({ approvals: [] }));
    writeFileSync(`${file}.lock`, '2147483646 1 other\n');
    await Promise.all(
      waves.map((wave) =>
        changeApprovals(file, (earlier) => ({ approvals: [...earlier, approvalOf(wave)] })),
      ),
    );
    expect(
      approvalsIn(file)
        .map(({ wave }) => wave)
        .sort(),
    ).toEqual(waves);
  }
  expect(readdirSync(dirname(file))).toEqual(['approvals.json']);
});
