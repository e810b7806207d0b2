import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { byEngine } from '../support/engine';
import { createWorkspace } from '../support/workspace';

const ROOT = join(__dirname, '..', '..');
const SDK = join(ROOT, 'provider-shim', 'sdk');
const EXAMPLE = join(SDK, 'example', 'notes.ts');
const README = readFileSync(join(SDK, 'README.md'), 'utf8');

/** The first block of the page in a language. */
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(README)?.[1] ?? '';

/** Runs the page's command that builds the example into the folder of a configuration, for this platform. */
function build(folder: string): void {
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const command = block('sh')
    .replace('npx ', '')
    .replace('notes.ts', EXAMPLE)
    .replace('linux_amd64', platform);
  const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  execFileSync('sh', ['-ec', command], { cwd: folder, env: { ...process.env, PATH }, stdio: 'pipe' });
}

test('the page shows the example', () => {
  expect(block('ts')).toBe(readFileSync(EXAMPLE, 'utf8'));
});

test('the provider of the page creates, updates, notices what others change, imports and destroys', async () => {
  const workspace = await createWorkspace({ place: (mirror) => build(join(mirror, '..', '..')) });
  const file = (name: string): string => join(workspace.cwd, name);
  workspace.write('main.tf', block('hcl'));
  await workspace.ready();
  await workspace.applied();
  expect(workspace.read('hello.txt')).toBe('Hello!');
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });

  workspace.write('main.tf', block('hcl').replace('Hello!', 'Good bye!'));
  await workspace.applied();
  expect(workspace.read('hello.txt')).toBe('Good bye!');
  writeFileSync(file('hello.txt'), 'by hand');
  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });

  writeFileSync(file('other.txt'), 'theirs');
  const other = 'resource "notes_note" "other" {\n  name = "other.txt"\n  text = "theirs"\n}\n';
  workspace.write('other.tf', other);
  expect((await workspace.apply()).stderr).toContain('other.txt exists already.');
  const by = byEngine({ terraform: 'id = "other.txt"', tofu: 'identity = { name = "other.txt" }' });
  workspace.write('other.tf', `${other}import {\n  to = notes_note.other\n  ${by}\n}\n`);
  expect((await workspace.apply()).stdout).toContain('1 imported, 0 added, 0 changed, 0 destroyed');
  expect([workspace.read('hello.txt'), workspace.read('other.txt')]).toEqual(['Good bye!', 'theirs']);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });

  await workspace.destroy();
  expect([file('hello.txt'), file('other.txt')].filter(existsSync)).toEqual([]);
});
