import { expectEqual, expectExit } from '../expectations';
import { headlines } from '../diagnostics';
import { migrationOf, PREVIOUS_RULES, synthesizeMigration } from '../migration-example';
import { linesThatBegin } from '../plan-body';
import type { Step } from '../stage';

export const migrationBeginStep: Step = {
  title: 'The managed-rules migration: both versions side by side',
  why: 'The first of two reviewed changes. Even this one cannot be undone.',
  async run(stage) {
    const { story, found, emulator, zoneId, migration } = stage;
    emulator.control.patchZone(zoneId, { previous_waf: PREVIOUS_RULES });
    await synthesizeMigration(stage, 'validate');
    expectExit(`${found.flavor} init`, await migration.init(), 0);
    const command = `${found.flavor} apply -auto-approve`;
    story.command(command);
    const { stdout } = expectExit(command, await migration.apply(), 0);
    story.output([...headlines(stdout, 'Warning'), ...linesThatBegin(stdout, 'Apply complete!')]);
    expectEqual('the migration state', migrationOf(stage), 'validation');
    story.check('both versions run, the new one first');
  },
};
