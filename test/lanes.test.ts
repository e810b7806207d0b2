import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeProgram, temporaryFolder } from './cli/engine/fake-program';

const ROOT = join(__dirname, '..');

const CHANGED = 'The tests changed these files. Commit or undo the changes, and run this again.\n';
test.each<[string, NodeJS.ProcessEnv, string, string]>([
  ['passes where every command does', {}, 'true', ''],
  [
    'fails with a switch that makes a test write',
    { ZONEWRIGHT_WRITE_REVIEWS: '1' },
    'true',
    'Unset these variables: with them, tests write what they compare with.\n',
  ],
  ['fails after a command that changed a file', {}, 'echo >> kept', CHANGED],
  ['fails after a command that left a file', {}, 'echo > new', CHANGED],
])('.ci/run %s', (_case, variables, npm, stderr) => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
  execFileSync('sh', ['-c', 'git init -q && echo > kept && git add . && echo >> kept'], { cwd: folder });
  fakeProgram(join(folder, 'programs', 'npm'), npm);
  const env = { ...process.env, PATH: `${folder}/programs:${process.env['PATH']}`, ...variables };
  const ran = spawnSync('bash', ['.ci/run'], { cwd: folder, env, encoding: 'utf8' });
  expect(ran).toMatchObject({ status: stderr === '' ? 0 : 1, stderr });
});

test.failing('a test with a parameter that no row fills is refused, and does not wait for `done`', (done) =>
  done(),
);

test.each(['change', 'nightly'])('each action of %s.yml is a commit, with its version', (name) => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8');
  const actions = workflow.match(/(?<=uses: ).*/g) ?? ['none'];
  expect(actions).toEqual(
    actions.map(() => expect.stringMatching(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/) as string),
  );
});
