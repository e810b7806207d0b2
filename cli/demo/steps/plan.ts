import { expectEqual, expectExit } from '../expectations';
import { loggedFields } from '../logged-fields';
import { planBody } from '../plan-body';
import type { Step } from '../stage';

/** The saved plan, in the folder of the stack. */
export const PLAN_FILE = 'demo.tfplan';

export const planStep: Step = {
  title: 'Plan',
  why: 'The plan shows and checks what would change before anything happens.',
  async run({ story, found, stack, emulator, zoneId }) {
    const command = `${found.flavor} plan -out=${PLAN_FILE}`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.plan({ out: PLAN_FILE }), 2);
    story.output(planBody(stdout).filter(isSaidOnce));
    expectEqual('what the zone logs after the plan', loggedFields(emulator.control, zoneId), undefined);
    story.check('nothing was changed at the service');
  },
};

/** The options as text, one long line that repeats the attributes after it. */
function isSaidOnce(line: string): boolean {
  return !line.includes('logpull_options');
}
