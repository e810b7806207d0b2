import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { workingCopy } from '../../cli/rehearse/working-copy';
import { entriesOf } from '../support/entries';
import { temporaryFolder } from './engine/fake-program';

/** The copies in which a rehearsal works: whatever of a stack is a link, what is written there reaches nothing of the original. */

const FILES: Readonly<Record<string, string>> = {
  'main.tf': 'terraform {\n  backend "s3" {}\n}\n',
  'terraform.tfvars': 'a = 1\n',
  '.terraform.lock.hcl': 'provider "registry.terraform.io/zonewright/zone" {\n  version = "0.0.1"\n}\n',
  '.terraform/terraform.tfstate': '{}',
  '.terraform/environment': 'default',
  '.terraform/modules/modules.json': '{"Modules":[{"Dir":"."}]}',
  '.terraform/modules/vpc/main.tf': '',
  '.terraform/providers/a/program': 'a program',
  'terraform.d/plugins/a/program': 'a program',
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

test.each(PATHS)('nothing is written through a link in place of %s', (path) => {
  for (const kind of ['absolute', 'relative', 'dangling'] as const) {
    const { root, stack, work } = scene();
    linked(join(stack, path), root, kind);
    const before = entriesOf(root);
    const copy = workingCopy(work, realpathSync(stack));
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
  const copy = workingCopy(work, realpathSync(link));
  writeInto(copy);
  expect(entriesOf(root)).toEqual(before);
});

test('nothing that the engine starts programs from, no state and no plan is in a copy', () => {
  const { stack, work } = scene();
  expect(Object.keys(entriesOf(workingCopy(work, stack))).sort()).toEqual([
    ...['.terraform.lock.hcl', 'crash.log', 'files', 'files/page.html', 'main.tf', 'terraform.tfvars'],
    ...['zonewright_finish_override.tf.json', '~100.auto.tfvars', '~zonewright_rehearsal_override.tf.json'],
  ]);
});

test('links that lead back end, and the working folder is not copied into itself', () => {
  const { root, stack } = scene();
  symlinkSync(stack, join(stack, 'back'));
  symlinkSync('itself', join(stack, 'itself'));
  const within = (): object => ({ ...entriesOf(root), 'stacks/shop': undefined });
  const before = within();
  const work = join(stack, 'zonewright-rehearsal-0123456789ab');
  mkdirSync(work);
  const copy = workingCopy(work, stack);
  writeInto(copy);
  expect(existsSync(join(copy, 'zonewright-rehearsal-0123456789ab'))).toBe(false);
  rmSync(work, { recursive: true });
  expect(within()).toEqual(before);
});
