import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneDraft } from '../../../emulator';
import { runProgram } from '../../engine/process';
import { compiledExample } from '../example';
import { headlines, linesThatBegin, planBody, expectEqual, expectExit } from '../expectations';
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

/** The saved plan of the last step. */
const FINISH_PLAN = 'finish.tfplan';

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
