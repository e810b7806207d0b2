import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { workingCopies } from '../../cli/rehearse/working-copy';
import { entriesOf } from '../support/entries';
import { temporaryFolder } from './engine/fake-program';

/** The copies in which a rehearsal works: whatever of a stack is a link, what is written there reaches nothing of the original. */

const PLATFORM = '.terraform/providers/registry.terraform.io/hashicorp/null/3.2.1/linux_amd64';
const OWN = 'terraform.d/plugins/registry.terraform.io/zonewright/zone/0.0.1/linux_amd64';

const FILES: Readonly<Record<string, string>> = {
  'main.tf': 'terraform {\n  backend "s3" {}\n}\n',
  'terraform.tfvars': 'a = 1\n',
  '.terraform.lock.hcl': 'provider "registry.terraform.io/zonewright/zone" {\n  version = "0.0.1"\n}\n',
  '.terraform/terraform.tfstate': '{}',
  '.terraform/environment': 'default',
  '.terraform/modules/modules.json': '{"Modules":[{"Dir":"."}]}',
  '.terraform/modules/vpc/main.tf': '',
  [`${PLATFORM}/terraform-provider-null`]: 'a program',
  [`${OWN}/terraform-provider-zone`]: 'a program',
  'terraform.tfstate': '{"serial":1}',
  'terraform.tfstate.d/staging/terraform.tfstate': '{"serial":2}',
  'rehearsal.tfplan': 'a plan',
  'zonewright_finish_override.tf.json': '{}',
  '~zonewright_rehearsal_override.tf.json': '{}',
  '~100.auto.tfvars': 'b = 1\n',
  'crash.log': 'no\n',
  'files/page.html': '<p>',
};

/** What the command, the engine or a provider might write in a copy, besides what is there. */
const WRITTEN = [
  ...Object.keys(FILES).filter((file) => !/^(files|main)/.test(file)),
  ...['terraform.tfstate.backup', '.terraform.tfstate.lock.info', 'errored.tfstate'],
  '.terraform/modules/new/main.tf',
  '.terraform/providers/registry.terraform.io/hashicorp/random/3.0.0/linux_amd64/program',
];

const folder = temporaryFolder();
let cases = 0;

/** A repository with a stack, and where a rehearsal of it works. */
function scene(): { readonly root: string; readonly stack: string; readonly work: string } {
  const root = join(folder, `${(cases += 1)}`, 'repository');
  const stack = join(root, 'stacks', 'shop');
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(stack, file)), { recursive: true });
    writeFileSync(join(stack, file), text);
  }
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'elsewhere'));
  const work = join(dirname(root), 'work');
  mkdirSync(work);
  return { root, stack, work };
}

/** Makes a path a link to what was there. */
function linked(path: string, root: string, kind: 'absolute' | 'relative' | 'dangling'): void {
  const target = join(root, 'elsewhere', basename(path));
  if (kind === 'dangling') rmSync(path, { recursive: true });
  else renameSync(path, target);
  symlinkSync(kind === 'absolute' ? target : relative(dirname(path), target), path);
}

/** Every path of a stack's files, and of the folders that they are in. */
const PATHS = [
  ...new Set(
    Object.keys(FILES).flatMap((file) =>
      file.split('/').map((_name, index, names) => names.slice(0, index + 1).join('/')),
    ),
  ),
];

function writeInto(copy: string): void {
  for (const file of WRITTEN) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'written by a rehearsal');
  }
}

const STATE = { workspace: 'staging', state: { version: 4 } };

test.each(PATHS)('nothing is written through a link in place of %s', (path) => {
  for (const kind of ['absolute', 'relative', 'dangling'] as const) {
    const { root, stack, work } = scene();
    linked(join(stack, path), root, kind);
    writeFileSync(join(root, 'elsewhere', 'real.tfvars'), 'c = 1\n');
    symlinkSync('real.tfvars', join(root, 'elsewhere', 'given.tfvars'));
    const before = entriesOf(root);
    const variables = [join(root, 'elsewhere', 'given.tfvars')];
    const [copy = ''] = workingCopies(work, [{ folder: stack, ...STATE }], variables);
    writeInto(copy);
    expect({ kind, entries: entriesOf(root) }).toEqual({ kind, entries: before });
    if (kind !== 'dangling')
      expect(readFileSync(join(copy, 'files', 'page.html'), 'utf8')).toBe(FILES['files/page.html']);
  }
});

test('a stack that is a link itself, in a folder that is one', () => {
  const { root, stack, work } = scene();
  linked(stack, root, 'relative');
  linked(join(root, 'stacks'), root, 'relative');
  writeFileSync(join(root, 'elsewhere', 'shop', 'modules.tf'), '');
  const link = join(folder, `link-${cases}`);
  symlinkSync(join(root, 'elsewhere', 'shop'), link);
  const before = entriesOf(root);
  const [copy = ''] = workingCopies(work, [{ folder: link, ...STATE }], []);
  writeInto(copy);
  expect(entriesOf(root)).toEqual(before);
});

test.each([
  ['the inner one first', ['shop/inner', 'shop']],
  ['the outer one first', ['shop', 'shop/inner']],
])('stacks in each other, %s: neither is written into', (_what, names) => {
  for (const state of [undefined, STATE.state]) {
    const { root, stack, work } = scene();
    cpSync(stack, join(dirname(stack), 'moved'), { recursive: true });
    renameSync(join(dirname(stack), 'moved'), join(stack, 'inner'));
    linked(join(stack, 'inner', '.terraform'), root, 'absolute');
    linked(join(stack, '.terraform.lock.hcl'), root, 'absolute');
    const before = entriesOf(root);
    const stacks = names.map((name) => ({ folder: join(root, 'stacks', name), workspace: 'default', state }));
    for (const copy of workingCopies(work, stacks, [])) {
      writeInto(copy);
      expect(readFileSync(join(copy, 'files', 'page.html'), 'utf8')).toBe(FILES['files/page.html']);
    }
    expect(entriesOf(root)).toEqual(before);
  }
});

test('links that lead back end, and the working folder is not copied into itself', () => {
  const { root, stack } = scene();
  for (const place of ['.terraform/modules/back', 'terraform.d/back', '.terraform/providers/back', 'back'])
    symlinkSync(stack, join(stack, place));
  symlinkSync('itself', join(stack, 'itself'));
  const within = (): object => ({ ...entriesOf(root), 'stacks/shop': undefined });
  const before = within();
  const work = join(stack, 'zonewright-rehearsal-0123456789ab');
  mkdirSync(work);
  const [copy = ''] = workingCopies(work, [{ folder: stack, ...STATE }], []);
  writeInto(copy);
  expect(existsSync(join(copy, 'zonewright-rehearsal-0123456789ab'))).toBe(false);
  rmSync(work, { recursive: true });
  expect(within()).toEqual(before);
});
