import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headlines } from '../diagnostics';
import { expectEqual, expectExit } from '../expectations';
import { migrationOf } from '../migration-example';
import type { Step } from '../stage';

export const migrationKeptStep: Step = {
  title: 'A refused destroy',
  why: 'A migration cannot be undone, so nothing pretends to undo it.',
  async run(stage) {
    const { story, found, migration } = stage;
    const stateFile = join(migration.cwd, 'terraform.tfstate');
    const before = readFileSync(stateFile, 'utf8');
    const command = `${found.flavor} destroy -auto-approve`;
    story.command(command);
    const { stdout, stderr } = expectExit(command, await migration.destroy(), 1);
    story.output(headlines(`${stdout}\n${stderr}`, 'Error'));
    expectEqual('the state file', readFileSync(stateFile, 'utf8') === before, true);
    expectEqual('the migration state', migrationOf(stage), 'finished');
    story.check('exit code 1: nothing was changed, neither here nor at the service');
  },
};
