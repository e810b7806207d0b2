import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdktf';
import { LogCustomFields, ZoneProvider } from '../../lib';
import { lockedText, lockProvider, type LockedProvider } from '../../lib/provider/dependency-lock';
import { createWorkspace } from '../support/workspace';
import { temporaryFolder } from './fake-provider';
import { testStack } from './synth';

const ZONE: LockedProvider = {
  address: 'registry.terraform.io/zonewright/zone',
  version: '1.2.3',
  hash: 'h1:new=',
};

const HEADER = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

const block = (address: string, version: string, ...hashes: readonly string[]): string => `
provider "${address}" {
  version     = "${version}"
  constraints = "${version}"
  hashes = [
${hashes.map((hash) => `    "${hash}",`).join('\n')}
  ]
}
`;

const AWS = block('registry.terraform.io/hashicorp/aws', '6.0.0', 'h1:aws=', 'zh:abc');
const ZULU = block('registry.terraform.io/zulu/zulu', '2.0.0', 'h1:zulu=');
const OURS = block(ZONE.address, '1.2.3', 'h1:new=');

describe('locking the provider', () => {
  test.each<readonly [string, string, string]>([
    ['in no file', '', `${HEADER}${OURS}`],
    ['in an empty file', '\n', `${HEADER}${OURS}`],
    ['between two', `${HEADER}${AWS}${ZULU}`, `${HEADER}${AWS}${OURS}${ZULU}`],
    [
      'instead of another version',
      `${HEADER}${AWS}${OURS.replace('  = "1.2.3', '  = "1.2.2')}${ZULU}`,
      `${HEADER}${AWS}${OURS}${ZULU}`,
    ],
    [
      'instead of a range of versions',
      `${HEADER}${OURS.replace('constraints = "1', 'constraints = ">= 1')}${ZULU}`,
      `${HEADER}${OURS}${ZULU}`,
    ],
    [
      'instead of another build of the same version',
      `${HEADER}${block(ZONE.address, '1.2.3', 'h1:old=')}`,
      `${HEADER}${OURS}`,
    ],
    ...[
      `${HEADER}${OURS}${ZULU}`,
      `${HEADER}${OURS}${ZULU}`.replaceAll('\n', '\r\n'),
      `${HEADER}${block(ZONE.address, '1.2.3', 'h1:new=', 'zh:more')}`,
    ].map((locked, at) => [`where it is locked (${at})`, locked, locked] as const),
  ])('%s keeps everything else', (_, before, after) => {
    expect(lockedText(before, ZONE)).toBe(after);
  });

  test('keeps everything in a file that it does not understand', () => {
    const conflict = '<<<<<<< HEAD\nprovider "x" {\n';
    expect(lockedText(conflict, ZONE)).toBe(`${conflict}${OURS}`);
  });
});

test('a synthesized stack is locked: init with a read-only lock file passes, and leaves the file as it is', async () => {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  const stack = testStack('locked', app);
  new ZoneProvider(stack, 'zone');
  new LogCustomFields(stack, 'fields', { zoneId: '023e105f4ecef8ad9ca31a8372d0c353', cookies: ['sid'] });
  app.synth();
  const folder = join(outdir, 'stacks', 'locked');
  const workspace = await createWorkspace({ folder, place: () => undefined });
  const before = workspace.read('.terraform.lock.hcl');
  const { exitCode, stdout, stderr } = await workspace.run(['init', '-lockfile=readonly', '-no-color']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).not.toContain('Incomplete lock file');
  expect(workspace.read('.terraform.lock.hcl')).toBe(before);
});

test('a lock file that is up to date is not written again', () => {
  const folder = temporaryFolder();
  const file = join(folder, '.terraform.lock.hcl');
  writeFileSync(file, `${HEADER}${OURS}`, { mode: 0o400 });
  lockProvider(folder, ZONE);
  // What is written has another mode.
  expect(statSync(file).mode & 0o777).toBe(0o400);
});
