import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headlines, linesThatBegin, planBody } from '../engine-output';
import { expectEqual, expectExit } from '../expectations';
import { migrationOf, PREVIOUS_RULES, synthesizeMigration } from '../migration-example';
import type { Step, Stage } from '../stage';

export const migrationBeginStep: Step = {
  title: 'The managed-rules migration: both versions side by side',
  why: 'The first of two reviewed changes. Already this one has no way back.',
  async run(stage) {
    const { story, found, emulator, zoneId, migration } = stage;
    emulator.control.patchZone(zoneId, { previous_waf: PREVIOUS_RULES });
    await synthesizeMigration(stage, 'validate');
    expectExit(`${found.flavor} init`, await migration.init(), 0);
    const command = `${found.flavor} apply -auto-approve`;
    story.command(command);
    const { stdout } = expectExit(command, await migration.apply(), 0);
    story.output([...headlines(stdout, 'Warning'), ...linesThatBegin(stdout, 'Apply complete!')]);
    expectEqual('where the zone stands', migrationOf(stage), 'validation');
    story.check('both versions run, the new one first');
  },
};

/** The saved plan of the last step. */
const FINISH_PLAN = 'finish.tfplan';

const LONGEST_LINE = 72;

export const migrationPlanStep: Step = {
  title: 'The plan of the last step',
  why: 'What cannot be undone is said before it happens.',
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
    expectEqual('where the zone stands after the plan', migrationOf(stage), 'validation');
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

/** Milliseconds between two looks at what the provider has asked of the service so far. */
const LOOK_EVERY = 20;

/** How often the provider has seen that it is not finished yet, before the clock is moved. */
const LOOKS_TO_WAIT_FOR = 2;

export const migrationFinishStep: Step = {
  title: 'The finish',
  why: 'The service needs a while; apply waits until it says so.',
  async run(stage) {
    const { story, found, migration } = stage;
    const command = `${found.flavor} apply ${FINISH_PLAN}`;
    story.command(command);
    const moving = moveClockOnceWaiting(stage);
    const { stdout } = expectExit(
      command,
      await migration.apply({ planFile: FINISH_PLAN }).finally(moving.stop),
      0,
    );
    story.output(linesThatBegin(stdout, 'Apply complete!'));
    expectEqual('where the zone stands', migrationOf(stage), 'finished');
    story.check('the previous managed rules are disabled, for good');

    const again = `${found.flavor} plan -detailed-exitcode`;
    story.command(again);
    expectExit(again, await migration.plan(), 0);
    story.check('exit code 0: no changes');
  },
};

/** The emulator's clock stands still: it is moved by what a migration takes, when the provider has begun to wait. */
function moveClockOnceWaiting({ emulator, zoneId }: Stage): { readonly stop: () => void } {
  const looked = (): number =>
    emulator.control.journal().filter(({ operation }) => operation === 'migration.status').length;
  const before = looked();
  const timer = setInterval(() => {
    const { state } = emulator.control.zone(zoneId).migration;
    if (state !== 'finishing' || looked() < before + LOOKS_TO_WAIT_FOR) return;
    clearInterval(timer);
    void emulator.control.clock.advance(60_000);
  }, LOOK_EVERY);
  return { stop: () => clearInterval(timer) };
}

export const migrationKeptStep: Step = {
  title: 'The destroy that is refused',
  why: 'There is no way back, so nothing pretends that there is one.',
  async run(stage) {
    const { story, found, migration } = stage;
    const stateFile = join(migration.cwd, 'terraform.tfstate');
    const before = readFileSync(stateFile, 'utf8');
    const command = `${found.flavor} destroy -auto-approve`;
    story.command(command);
    const { stdout, stderr } = expectExit(command, await migration.destroy(), 1);
    story.output(headlines(`${stdout}\n${stderr}`, 'Error'));
    expectEqual('the state file', readFileSync(stateFile, 'utf8') === before, true);
    expectEqual('where the zone stands', migrationOf(stage), 'finished');
    story.check('exit code 1: nothing was changed, here and at the service');
  },
};
