import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ZoneDraft } from '../../../emulator';
import { packageRoot } from '../../../lib/provider/package-root';
import { runProgram } from '../../engine/process';
import { compiledExample } from '../example';
import { headlines, linesThatBegin, expectEqual, expectExit } from '../expectations';
import type { Step, Stage } from '../stage';

/** Typical settings of the previous managed rules in a zone that migrates. */
const PREVIOUS_RULES: ZoneDraft['previous_waf'] = {
  core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
  rules: { '100015': 'disable', '990012': 'off' },
  firewall_rules: [{ action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' }],
};

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

/** Beside the folder of the migration. */
const COPY = 'copy.json';

export const rehearsalStep: Step = {
  title: 'A rehearsal of the last step',
  why: 'It cannot be undone, so it is done first on a copy of the zone.',
  async run(stage) {
    const { story, emulator, migration, migrationFolder, zoneId } = stage;
    await synthesizeMigration(stage, 'finish');
    const { name } = emulator.control.zone(zoneId);
    const copied = await zonewright(stage, ['copy', name, '--out', COPY], 0);
    story.output(copied.filter((line) => line.startsWith('Copied') || line.startsWith('Requests')));
    const asked = emulator.control.journal().length;
    const rehearsed = await zonewright(
      stage,
      ['rehearse', relative(migrationFolder, migration.cwd), '--on', COPY],
      EXIT_IRREVERSIBLE,
    );
    story.output(rehearsed.slice(0, rehearsed.indexOf('')));
    story.output(rehearsed.filter((line) => / (plan|apply|plan again): /.test(line)));
    expectEqual('the migration state', migrationOf(stage), 'validation');
    expectEqual('what the rehearsal asked the service', emulator.control.journal().length - asked, 0);
    story.check('the service was not asked, and the zone is still in validation');
  },
};

/** The exit code of a review of something that cannot be undone. */
const EXIT_IRREVERSIBLE = 3;

/** Runs this command in the folder of the migration. @returns the lines that it prints */
async function zonewright(
  { story, found, migrationFolder, env, signal }: Stage,
  args: readonly string[],
  exitCode: number,
): Promise<readonly string[]> {
  const command = `zonewright ${args.join(' ')}`;
  story.command(command);
  const program = join(packageRoot().folder, 'dist', 'cli', 'main.js');
  const result = await runProgram(process.execPath, [program, ...args], {
    ...{
      cwd: migrationFolder,
      env: { ...env, NO_COLOR: '1', ZONEWRIGHT_TERRAFORM: found.binary },
      onLine: story.detail,
      signal,
    },
  });
  return expectExit(command, result, exitCode).stdout.trimEnd().split('\n');
}

/** Milliseconds between two checks of the provider's requests so far. */
const LOOK_EVERY = 20;

/** How often the provider must have seen an unfinished migration before the clock is moved. */
const LOOKS_TO_WAIT_FOR = 2;

/** The saved plan of the last step. */
const FINISH_PLAN = 'finish.tfplan';

export const migrationFinishStep: Step = {
  title: 'The finish',
  why: 'The service needs some time; apply waits until it reports the end.',
  async run(stage) {
    const { story, found, migration } = stage;
    const plan = `${found.flavor} plan -out=${FINISH_PLAN}`;
    story.command(plan);
    const planned = expectExit(plan, await migration.plan({ out: FINISH_PLAN }), 2);
    story.output(headlines(planned.stdout, 'Warning'));
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

export const migrationKeptStep: Step = {
  title: 'A refused destroy',
  why: 'A migration cannot be undone, so nothing pretends to undo it.',
  async run(stage) {
    const { story, found, migration } = stage;
    const stateFile = join(stage.migrationFolder, 'terraform.zone-migration.tfstate');
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

/** Synthesizes one of the two changes of the example. */
async function synthesizeMigration(
  { story, migrationFolder, zoneId, env, signal }: Stage,
  change: 'validate' | 'finish',
): Promise<void> {
  const example = compiledExample('zone-migration');
  const command = `CHANGE=${change} ${example.command}`;
  story.command(command);
  const result = await runProgram(process.execPath, [example.program], {
    cwd: migrationFolder,
    env: { ...env, ZONE_ID: zoneId, CHANGE: change, CDKTF_OUTDIR: migrationFolder },
    onLine: story.detail,
    signal,
  });
  expectExit(command, result, 0);
}

/** The migration state of the zone at the service. */
function migrationOf({ emulator, zoneId }: Stage): string | undefined {
  return emulator.control.zone(zoneId).migration.state;
}
