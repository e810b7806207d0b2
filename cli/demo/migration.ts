import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneDraft } from '../../emulator';
import { packageRoot } from '../../lib/provider/package-root';
import { compiledExample } from './compiled-example';
import { headlines, linesThatBegin } from './engine-output';
import type { Stage, Step } from './stage';

/** Typical settings of the previous managed rules in a zone that migrates. */
const PREVIOUS_RULES: ZoneDraft['previous_waf'] = {
  core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
  rules: { '100015': 'disable', '990012': 'off' },
  firewall_rules: [{ action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' }],
};

/** Synthesizes one of the two changes of the example. */
async function synthesize(stage: Stage, change: 'validate' | 'finish'): Promise<void> {
  const { program, command } = compiledExample('zone-migration');
  const env = { ZONE_ID: stage.zoneId, CHANGE: change, CDKTF_OUTDIR: stage.path('migrations') };
  await stage.run(`CHANGE=${change} ${command}`, [process.execPath, program], { folder: 'migrations', env });
}

function expectState(stage: Stage, expected: string): void {
  stage.expect('the migration state', stage.zone().migration.state, expected);
}

/** Beside the folder of the migration. */
const COPY = 'copy.json';

/** The exit code of a review of something that cannot be undone. */
const EXIT_IRREVERSIBLE = 3;

/** Runs this command in the folder of the migration. @returns the lines that it prints */
async function zonewright(stage: Stage, line: string, exitCode: number): Promise<readonly string[]> {
  const program = join(packageRoot().folder, 'dist', 'cli', 'main.js');
  const env = { NO_COLOR: '1', ZONEWRIGHT_TERRAFORM: stage.found.binary };
  const given = { folder: 'migrations', env, exitCode } as const;
  const args = [process.execPath, program, ...line.split(' ')];
  const { stdout } = await stage.run(`zonewright ${line}`, args, given);
  return stdout.trimEnd().split('\n');
}

/** Milliseconds between two checks of the provider's requests so far. */
const LOOK_EVERY = 20;

/** How often the provider must have seen an unfinished migration before the clock is moved. */
const LOOKS_TO_WAIT_FOR = 2;

/** The emulator's clock stops, so this moves it to the end of the migration once the provider waits. */
function moveClockOnceWaiting(stage: Stage): { readonly stop: () => void } {
  const { control } = stage.emulator;
  const looked = (): number =>
    control.journal().filter(({ operation }) => operation === 'migration.status').length;
  const before = looked();
  const timer = setInterval(() => {
    if (stage.zone().migration.state !== 'finishing' || looked() < before + LOOKS_TO_WAIT_FOR) return;
    clearInterval(timer);
    void control.clock.advance(60_000);
  }, LOOK_EVERY);
  return { stop: () => clearInterval(timer) };
}

/** The one-way migration of a zone, in two changes. */
export const MIGRATION: readonly Step[] = [
  {
    title: 'The managed-rules migration: both versions side by side',
    why: 'The first of two reviewed changes. Even this one cannot be undone.',
    async run(stage) {
      stage.emulator.control.patchZone(stage.zoneId, { previous_waf: PREVIOUS_RULES });
      await synthesize(stage, 'validate');
      await stage.engine('migration', 'init', 0, false);
      const { stdout } = await stage.engine('migration', 'apply -auto-approve');
      stage.output([...headlines(stdout, 'Warning'), ...linesThatBegin(stdout, 'Apply complete!')]);
      expectState(stage, 'validation');
      stage.check('both versions run, the new one first');
    },
  },
  {
    title: 'A rehearsal of the last step',
    why: 'It cannot be undone, so it is done first on a copy of the zone.',
    async run(stage) {
      const { control } = stage.emulator;
      await synthesize(stage, 'finish');
      const copied = await zonewright(stage, `copy ${stage.zone().name} --out ${COPY}`, 0);
      stage.output(linesThatBegin(copied.join('\n'), 'Copied', 'Requests'));
      const asked = control.journal().length;
      const stack = join('stacks', 'zone-migration');
      const rehearsed = await zonewright(stage, `rehearse ${stack} --on ${COPY}`, EXIT_IRREVERSIBLE);
      stage.output(rehearsed.slice(0, rehearsed.indexOf('')));
      stage.output(rehearsed.filter((line) => / (plan|apply|plan again): /.test(line)));
      expectState(stage, 'validation');
      stage.expect('what the rehearsal asked the service', control.journal().length - asked, 0);
      stage.check('the service was not asked, and the zone is still in validation');
    },
  },
  {
    title: 'The finish',
    why: 'The service needs some time; apply waits until it reports the end.',
    async run(stage) {
      const planned = await stage.engine('migration', 'plan -out=finish.tfplan', 2);
      stage.output(headlines(planned.stdout, 'Warning'));
      const moving = moveClockOnceWaiting(stage);
      const { stdout } = await stage.engine('migration', 'apply finish.tfplan').finally(moving.stop);
      stage.output(linesThatBegin(stdout, 'Apply complete!'));
      expectState(stage, 'finished');
      stage.check('the previous managed rules are disabled for good');
      await stage.engine('migration', 'plan -detailed-exitcode');
      stage.check('exit code 0: no changes');
    },
  },
  {
    title: 'A refused destroy',
    why: 'A migration cannot be undone, so nothing pretends to undo it.',
    async run(stage) {
      const state = (): string =>
        readFileSync(stage.path('migrations', 'terraform.zone-migration.tfstate'), 'utf8');
      const before = state();
      const { stdout, stderr } = await stage.engine('migration', 'destroy -auto-approve', 1);
      stage.output(headlines(`${stdout}\n${stderr}`, 'Error'));
      stage.expect('the state file', state() === before, true);
      expectState(stage, 'finished');
      stage.check('exit code 1: nothing was changed, neither here nor at the service');
    },
  },
];
