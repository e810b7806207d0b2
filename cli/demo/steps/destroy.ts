import { EXAMPLE_ADDRESS, EXAMPLE_JOB_ADDRESS } from '../example';
import { expectEqual, expectExit } from '../expectations';
import { jobIds, loggedFields } from '../zone-contents';
import { linesThatBegin } from '../engine-output';
import type { Step } from '../stage';

export const destroyStep: Step = {
  title: 'Destroy',
  why: 'First the job is deleted, then its fields; the rest of the zone stays.',
  async run({ story, found, stack, emulator, zoneId }) {
    const others = othersOf(emulator.control.zones(), zoneId);
    const command = `${found.flavor} destroy -auto-approve`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.destroy(), 0);
    story.output(
      linesThatBegin(
        stdout,
        `${EXAMPLE_JOB_ADDRESS}: Destr`,
        `${EXAMPLE_ADDRESS}: Destr`,
        'Destroy complete!',
      ),
    );
    expectEqual('what the zone logs at the end', loggedFields(emulator.control, zoneId), undefined);
    expectEqual('the jobs of the zone at the end', jobIds(emulator.control, zoneId), []);
    expectEqual('the rest of the service', othersOf(emulator.control.zones(), zoneId), others);
    story.check('no custom fields and no job, as before; nothing else was touched');
  },
};

function othersOf<Z extends { readonly id: string }>(zones: readonly Z[], zoneId: string): readonly Z[] {
  return zones.filter(({ id }) => id !== zoneId);
}
