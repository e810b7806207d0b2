import { EXAMPLE_ADDRESS, EXAMPLE_FIELDS, EXAMPLE_JOB_ADDRESS } from '../example';
import { expectEqual, expectExit } from '../expectations';
import { countsOf, loggedFields } from '../logged-fields';
import { linesThatBegin } from '../plan-body';
import type { Step } from '../stage';
import { PLAN_FILE } from './plan';

export const applyStep: Step = {
  title: 'Apply',
  why: 'Apply does exactly what was planned.',
  async run({ story, found, stack, emulator, zoneId }) {
    const command = `${found.flavor} apply ${PLAN_FILE}`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.apply({ planFile: PLAN_FILE }), 0);
    story.output(
      linesThatBegin(stdout, `${EXAMPLE_ADDRESS}: Creat`, `${EXAMPLE_JOB_ADDRESS}: Creat`, 'Apply complete!'),
    );
    expectEqual('what the zone logs after apply', loggedFields(emulator.control, zoneId), EXAMPLE_FIELDS);
    story.check(`read back: ${countsOf(EXAMPLE_FIELDS)}`);
  },
};
