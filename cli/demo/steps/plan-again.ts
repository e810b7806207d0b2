import { expectExit } from '../expectations';
import { planBody } from '../plan-body';
import type { Step } from '../stage';

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
