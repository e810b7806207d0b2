import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkFiles, checkProvisioners } from '../../cli/rehearse/reach';
import { temporaryFolder } from './engine/fake-program';

/** What of a configuration would work before there is a plan, or is not in it, as a rehearsal finds it. */

const folder = temporaryFolder();
let stacks = 0;

function stackOf(files: Readonly<Record<string, string>>): string {
  const stack = join(folder, `stack-${(stacks += 1)}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(stack, name)), { recursive: true });
    writeFileSync(join(stack, name), content);
  }
  return stack;
}

/** What is said of a stack that is refused; undefined if it is not. */
function said(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as { readonly problem: { readonly seen: readonly string[] } }).problem.seen.join();
  }
}

const saidOf = (stack: string, env = {}): string | undefined => said(() => checkFiles(stack, env));

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
  ['{"removed":[{"from":"a.b","provisioner":{}}]}', 'removed and provisioner'],
  ['{"removed":{"\\u0070rovisioner":{},"provisione\\u0072":[]}}', 'removed and provisioner'],
  ['{"data":{"terraform_remote_state":{"a":{"backend":"local"}}}}', 'terraform_remote_state'],
])('refused: %j', (text, words) => {
  for (const name of ['main.tf', 'main.tf.json', '#a_override.tofu', '~.tofu.json'])
    expect(saidOf(stackOf({ [name]: text }))).toBe(`${name} has ${words}`);
});

test.each([
  'removed {\n  from = terraform_data.a\n}\n',
  'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n  }\n}\n',
  '# server-side encryption, by an external service\nlocals {\n  encryption_at = "external_key"\n}\n',
  'terraform {\n  encryption {\n  }\n}\n',
])('not refused by its file: %j', (text) => expect(saidOf(stackOf({ 'main.tf': text }))).toBeUndefined());

test.each(['.main.tf', 'main.tf~', '#main.tf#', 'main.tftest.hcl', 'main.TF', 'a.tfvars', 'm/main.tf'])(
  'the engine does not read %j',
  (name) => expect(saidOf(stackOf({ 'a.tf': '', [name]: REMOVED }))).toBeUndefined(),
);

test('installed modules count wherever they are, and a link as what it leads to', () => {
  const elsewhere = stackOf({ 'main.tf': REMOVED });
  for (const module of ['m', '../m', '.terraform/modules/a/modules/b', elsewhere]) {
    const modules = JSON.stringify({ Modules: [{ Dir: '.' }, { Dir: module }] });
    const files = module === elsewhere ? {} : { [`${module}/main.tf`]: REMOVED };
    const stack = stackOf({ 'main.tf': '', 'data/modules/modules.json': modules, ...files });
    const found = `${join(module, 'main.tf')} has removed and provisioner`;
    expect(saidOf(stack, { TF_DATA_DIR: 'data' })).toBe(found);
    expect(saidOf(stack)).toBeUndefined();
  }
  const linked = stackOf({ 'a.txt': REMOVED });
  symlinkSync('a.txt', join(linked, 'linked.tf'));
  expect(saidOf(linked)).toBe('linked.tf has removed and provisioner');
});

const provisioned = { address: 'terraform_data.b', mode: 'managed', provisioners: [{ type: 'file' }] };

test.each([
  ['the root module', { resources: [{ address: 'a.a' }, provisioned] }, 'terraform_data.b has a provisioner'],
  [
    'a module of a module',
    { module_calls: { m: { module: { module_calls: { n: { module: { resources: [provisioned] } } } } } } },
    'terraform_data.b has a provisioner',
  ],
  ['none', { resources: [{ address: 'a.a', expressions: { provisioners: { references: [] } } }] }, undefined],
])('a provisioner of the plan: %s', (_where, root_module, found) => {
  const plan = { format_version: '1.2', configuration: { root_module } as object };
  expect(said(() => checkProvisioners('stack', plan))).toBe(found);
});
