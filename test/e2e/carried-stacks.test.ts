import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdktf';
import { LogCustomFields, ZoneProvider } from '../../lib';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { temporaryFolder } from '../lib/fake-provider';
import { testStack } from '../lib/synth';
import { createWorkspace } from '../support/workspace';

const DOCUMENT = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'constructs.md'), 'utf8');

/** Synthesizes into the folder `cdktf.out` in a new folder, which is given back. */
function synthesized(above = temporaryFolder()): string {
  const app = new App({ outdir: join(above, 'cdktf.out') });
  const stack = testStack('fields', app);
  new ZoneProvider(stack, 'zone');
  new LogCustomFields(stack, 'fields', { zoneId: DEFAULT_ZONE_ID, cookies: ['sid'] });
  app.synth();
  return above;
}

const stackIn = (above: string): string => join(above, 'cdktf.out', 'stacks', 'fields');

/** What the engine says of a stack's folder: it starts the provider to validate. */
async function validated(folder: string): Promise<string> {
  const { validate } = await createWorkspace({ folder, place: () => undefined });
  const { exitCode, stdout, stderr } = await validate();
  return exitCode === 0 ? 'valid' : `${stdout}${stderr}`;
}

async function initialized(folder: string): Promise<void> {
  rmSync(join(folder, '.terraform'), { recursive: true, force: true });
  const { ready } = await createWorkspace({ folder, place: () => undefined });
  await ready();
}

/** As an archive does that has no permissions. */
function loseModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
}

test('permissions lost in transfer fail with the documented engine error, and are restored as documented', async () => {
  const above = synthesized();
  loseModes(above);
  await initialized(stackIn(above));
  const words = (text: string): string => text.replaceAll(/[\s│╷╵]+/g, ' ');
  const [, documented = 'no error'] = /```text\n(Error: Failed to load[^]*?)```/.exec(DOCUMENT) ?? [];
  const [, cause = 'no cause in constructs.md'] =
    /(fork\/exec \S+ permission denied)/.exec(words(documented)) ?? [];
  expect(words(await validated(stackIn(above)))).toContain(cause.replace(/linux_amd64/, platform()));

  const [, mend = ''] = /```sh\n(find cdktf\.out .*)\n```/.exec(DOCUMENT) ?? [];
  execFileSync('sh', ['-c', mend], { cwd: above });
  expect(await validated(stackIn(above))).toBe('valid');

  loseModes(above);
  synthesized(above);
  expect(await validated(stackIn(above))).toBe('valid');
});

function platform(): string {
  return `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
}
