import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { workingCopy } from '../../cli/rehearse/reach';
import { entriesOf } from '../support/entries';
import { temporaryFolder } from './engine/fake-program';

/** The copies in which a rehearsal works: whatever of a stack is a link, what is written there reaches nothing of the original. */

/** What the copy has of a stack, and what it has not. */
const COPIED = ['.terraform.lock.hcl', 'crash.log', 'main.tf', 'rehearsal.tfplan', '~100.auto.tfvars'];
const OVERRIDES = ['zonewright_finish_override.tf.json', '~zonewright_rehearsal_override.tf.json'];
const LEFT = ['.terraform/providers/a', 'terraform.d/plugins/a', 'terraform.tfstate', 'errored.tfstate'];
const STATES = ['terraform.tfstate.d/staging/terraform.tfstate', '.terraform.tfstate.lock.info'];
const WRITTEN = [...COPIED, ...OVERRIDES, ...LEFT, ...STATES];

const folder = temporaryFolder();

test.each(['file', 'absolute', 'relative', 'dangling'])('nothing is written through a link: %s', (kind) => {
  const root = join(folder, kind, 'repository');
  const [stack, work] = [join(root, 'stacks', 'shop'), join(folder, kind, 'work')];
  for (const file of [...WRITTEN, 'files/page.html', '../../elsewhere/a', '../../.git/a', '../m/a'])
    mkdirSync(dirname(join(stack, file)), { recursive: true });
  for (const file of [...WRITTEN, 'files/page.html', '../m/a']) writeFileSync(join(stack, file), file);
  for (const name of kind === 'file' ? [] : new Set(WRITTEN.map((file) => file.split('/')[0] ?? ''))) {
    const [path, target] = [join(stack, name), join(root, 'elsewhere', name)];
    renameSync(path, target);
    symlinkSync(kind === 'relative' ? relative(stack, target) : target, path);
    if (kind === 'dangling') rmSync(target, { recursive: true });
  }
  // Those that lead back end, and the working folder may be in the stack.
  for (const [name, target] of [
    ['back', stack],
    ['itself', 'itself'],
  ] as const)
    symlinkSync(target, join(stack, name));
  mkdirSync(join(stack, 'zonewright-rehearsal-0123456789ab'));
  const before = entriesOf(root);
  const copy = workingCopy(work, stack);
  const names = kind === 'dangling' ? [] : [...COPIED, ...OVERRIDES];
  expect(Object.keys(entriesOf(copy)).sort()).toEqual([...names, 'back', 'files'].sort());
  for (const file of WRITTEN) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), 'written by a rehearsal');
  }
  expect(entriesOf(root)).toEqual(before);
  expect(['files/page.html', '../m/a'].map((file) => readFileSync(join(copy, file), 'utf8'))).toEqual([
    ...['files/page.html', '../m/a'],
  ]);
  expect(readdirSync(join(copy, '..', '..', '..'))).toEqual(['repository']);
});

test.each([
  ['is the stack', 'a/b/c', []],
  ['is the folder that it is in', 'a/b', ['a/b']],
  ['is far above it', '.', ['.', 'a', 'a/b']],
  ['is not there', undefined, ['a', 'a/b']],
])('a stack has beside it what is in its repository, or near: that %s', (name, repository, folders) => {
  const [root, work] = [join(folder, name), join(folder, `${name}-work`)];
  const all = ['.', 'a', 'a/b', 'a/b/c'];
  for (const each of all) mkdirSync(join(root, each, 'terraform.d'), { recursive: true });
  if (repository !== undefined) mkdirSync(join(root, repository, '.git'));
  const copy = workingCopy(work, join(root, 'a/b/c'));
  expect(all.filter((each) => existsSync(join(copy, '../../..', each, 'terraform.d')))).toEqual(folders);
});
