import { planBody, linesThatBegin } from '../engine-output';
import { EXAMPLE_ADDRESS, EXAMPLE_FIELDS, EXAMPLE_JOB_ADDRESS } from '../example';
import { expectEqual, expectExit } from '../expectations';
import type { Step } from '../stage';
import { loggedFields, countsOf } from '../zone-contents';

/** The saved plan, in the folder of the stack. */
const PLAN_FILE = 'demo.tfplan';

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

export const planAgainStep: Step = {
  title: 'Plan again',
  why: 'After apply the next plan is empty. Always.',
  async run({ story, found, stack }) {
    const command = `${found.flavor} plan -detailed-exitcode`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.plan(), 0);
    story.output(planBody(stdout));
    story.check('exit code 0: no changes');
  },
};
