import { buildSync } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../lib/fake-provider';
import { REGISTRY_HOSTS } from '../support/engine';
import { createWorkspace } from '../support/workspace';

const SDK = join(__dirname, '..', '..', 'provider-shim', 'sdk');
const [, PROGRAM = ''] = /^```ts\n([^]*?)^```/m.exec(readFileSync(join(SDK, 'README.md'), 'utf8')) ?? [];

/** The program of the page, where the engine finds it. */
function place(mirror: string): void {
  const { outputFiles } = buildSync({
    stdin: { contents: PROGRAM, resolveDir: SDK, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
  });
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = `${process.platform}_${arch}`;
  for (const host of Object.values(REGISTRY_HOSTS)) {
    const folder = join(mirror, host, 'test', 'notes', '1.0.0', platform);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(join(folder, 'terraform-provider-notes_v1.0.0'), outputFiles[0]?.contents ?? '', {
      mode: 0o755,
    });
  }
}

test('the provider of the page creates, updates, notices what others change, and destroys', async () => {
  const notes = join(temporaryFolder(), 'notes');
  const workspace = await createWorkspace({ place });
  const write = (text: string): void =>
    workspace.write(
      'main.tf',
      `terraform {
        required_providers {
          notes = { source = "registry.terraform.io/test/notes" }
        }
      }
      provider "notes" { folder = "${notes}" }
      resource "notes_note" "one" {
        name = "one.txt"
        text = "${text}"
      }`,
    );
  const said = (): string => readFileSync(join(notes, 'one.txt'), 'utf8');
  write('first');
  await workspace.ready();
  await workspace.applied();
  expect(said()).toBe('first');
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  write('second');
  await workspace.applied();
  expect(said()).toBe('second');
  writeFileSync(join(notes, 'one.txt'), 'by hand');
  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
  await workspace.applied();
  expect(said()).toBe('second');
  await workspace.destroy();
  expect(existsSync(join(notes, 'one.txt'))).toBe(false);
});
