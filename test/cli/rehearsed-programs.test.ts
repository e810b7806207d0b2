import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkFiles } from '../../cli/rehearse/reach';
import { temporaryFolder } from './engine/fake-program';

/** What of a configuration would work before there is a plan, or is not in it, as a rehearsal finds it. */

const folder = temporaryFolder();
let stacks = 0;

/** What is said of a stack that is refused; undefined if it is not. */
function saidOf(files: Readonly<Record<string, string>>, env = {}): string | undefined {
  const stack = join(folder, `stack-${(stacks += 1)}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(stack, name)), { recursive: true });
    writeFileSync(join(stack, name), content);
  }
  symlinkSync('linked.txt', join(stack, 'linked.tf'));
  symlinkSync('itself.tf', join(stack, 'itself.tf'));
  try {
    checkFiles(stack, env);
    return undefined;
  } catch (error) {
    return (error as { readonly problem: { readonly seen: readonly string[] } }).problem.seen.join();
  }
}

const REMOVED = 'removed {\n  from = terraform_data.a\n  provisioner "local-exec" {\n  }\n}\n';

test.each([
  [REMOVED, 'removed and provisioner'],
  ['removed { /* a\n */ provisioner/**/local-exec {', 'removed and provisioner'],
  ['data "terraform_remote_state" "a" {\n  backend = "local"\n}', 'terraform_remote_state'],
  ['check "c" {\n  data terraform_remote_state a { backend = "s3" }\n}', 'terraform_remote_state'],
  ['data "terraform_remote\\u005fstate" "a" {', 'terraform_remote_state'],
  ['data "terraform_remote\\U0000005Fstate" "a" {', 'terraform_remote_state'],
  ['terraform {\n  encryption {\n    key_provider "pbkdf2" "a" {', 'encryption and key_provider'],
  ['terraform {\n  encryption {\n    method external a {', 'encryption and method and external'],
  ['# no provisioner is removed', 'removed and provisioner'],
  ['{"removed":{"\\u0070rovisioner":{},"provisione\\u0072":[]}}', 'removed and provisioner'],
])('refused: %j', (text, words) => {
  for (const name of ['main.tf', 'main.tf.json', '#a_override.tofu', '~.tofu.json'])
    expect(saidOf({ [name]: text })).toBe(`${name} has ${words}`);
  expect(saidOf({ 'linked.txt': text })).toBe(`linked.tf has ${words}`);
});

test.each([
  ['main.tf', 'removed {\n  from = terraform_data.a\n}\n'],
  ['main.tf', 'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n  }\n}\n'],
  [
    'main.tf',
    '# server-side encryption, by an external service\nlocals {\n  encryption_at = "external_key"\n}\n',
  ],
  ...['.main.tf', 'main.tf~', '#main.tf#', 'main.tftest.hcl', 'main.TF', 'm/main.tf', 'm.tf/main'].map(
    (name) => [name, REMOVED],
  ),
])('not refused, by its words or its name: %s %j', (name = '', text = '') =>
  expect(saidOf({ [name]: text })).toBeUndefined(),
);

test.each(['m', '../m', '.terraform/modules/a/modules/b'])('an installed module counts: %s', (Dir) => {
  const modules = JSON.stringify({ Modules: [{ Dir: '.' }, { Dir }] });
  const files = { 'data/modules/modules.json': modules, [`${Dir}/main.tf`]: REMOVED };
  const found = [{ TF_DATA_DIR: 'data' }, {}].map((env) => saidOf(files, env));
  expect(found).toEqual([`${Dir}/main.tf has removed and provisioner`, undefined]);
});

test.each([
  ...['', '{bad', 'null', '[]', '{}', '{"Modules":null}', '{"Modules":{}}', '{"Modules":"a"}'],
  ...['null', '"a"', '{}', '{"Dir":null}', '{"Dir":1}'].map(
    (module) => `{"Modules":[{"Dir":"."},${module}]}`,
  ),
])('a list of modules that is none is named: %s', (text) => {
  expect(saidOf({ '.terraform/modules/modules.json': text })).toMatch(
    /\/stack-\d+\/\.terraform\/modules\/modules\.json is no list of modules$/,
  );
});

test.each(['nowhere', 'main.tf', 'main.tf/m', '\0', ''])('an installed module has no files: %j', (Dir) => {
  const modules = JSON.stringify({ Modules: [{ Dir }] });
  expect(saidOf({ 'main.tf': '', '.terraform/modules/modules.json': modules })).toBeUndefined();
});
