import { expectEqual, expectExit } from '../expectations';
import { migrationOf } from '../migration-example';
import { linesThatBegin } from '../plan-body';
import type { Stage, Step } from '../stage';
import { FINISH_PLAN } from './migration-plan';

/** Milliseconds between two checks of the provider's requests so far. */
const LOOK_EVERY = 20;

/** How often the provider must have seen an unfinished migration before the clock is moved. */
const LOOKS_TO_WAIT_FOR = 2;

export const migrationFinishStep: Step = {
  title: 'The finish',
  why: 'The service needs some time; apply waits until it reports the end.',
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
    expectEqual('the migration state', migrationOf(stage), 'finished');
    story.check('the previous managed rules are disabled for good');

    const again = `${found.flavor} plan -detailed-exitcode`;
    story.command(again);
    expectExit(again, await migration.plan(), 0);
    story.check('exit code 0: no changes');
  },
};

/** The emulator's clock stops, so this moves it to the end of the migration once the provider waits. */
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
