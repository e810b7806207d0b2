import { headlines } from '../diagnostics';
import { expectEqual, expectExit } from '../expectations';
import { migrationOf, synthesizeMigration } from '../migration-example';
import { planBody } from '../plan-body';
import type { Step } from '../stage';

/** The saved plan of the last step. */
export const FINISH_PLAN = 'finish.tfplan';

const LONGEST_LINE = 72;

export const migrationPlanStep: Step = {
  title: 'The plan of the last step',
  why: 'The plan says what cannot be undone before it happens.',
  async run(stage) {
    const { story, found, migration } = stage;
    await synthesizeMigration(stage, 'finish');
    const command = `${found.flavor} plan -out=${FINISH_PLAN}`;
    story.command(command);
    const { stdout } = expectExit(command, await migration.plan({ out: FINISH_PLAN }), 2);
    story.output([
      ...planBody(stdout).filter((line) => line.length <= LONGEST_LINE),
      ...headlines(stdout, 'Warning'),
      ...rulesToSave(stdout),
    ]);
    expectEqual('the migration state after the plan', migrationOf(stage), 'validation');
    story.check('nothing was changed at the service');
  },
};

/** The rules that the warning lists, without those that are too long for a terminal. */
function rulesToSave(output: string): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.trim().replace(/^- /, ''))
    .filter((line) => /^(skip|execute) /.test(line) && line.length <= LONGEST_LINE);
}
