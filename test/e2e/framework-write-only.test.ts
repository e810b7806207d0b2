import { createHash } from 'node:crypto';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';
import { writtenFiles } from '../support/written-files';

/** A resource with write-only attributes, served with the framework to the real engine. */
const SECRET = 'planted-Secret-0123456789-Zx81kQ';
const PASSWORD = 'planted"Pass\\word-Zx81kQ';
const SECRETS = [SECRET, PASSWORD];

const config = (version: number, more = ''): string =>
  hcl(
    `provider "safe" {
  journal = "\${path.root}/journal.txt"
}
variable "secret" {
  type      = string
  ephemeral = true
}
variable "password" {
  type      = string
  ephemeral = true
}
resource "safe_locker" "a" {
  name              = "a"
  secret_wo         = var.secret
  secret_wo_version = ${version}
  login             = { user = "u", password_wo = var.password }
}
${more}`,
    'safe = { source = "test/safe" }',
  );

/** As the fixture has it. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

let workspace: Workspace;
let printed = '';

beforeAll(async () => {
  workspace = await createWorkspace({
    fixture: 'safe',
    env: { TF_VAR_secret: SECRET, TF_VAR_password: PASSWORD, TF_LOG: 'TRACE' },
    files: { 'main.tf': config(1) },
  });
  await workspace.ready();
});

async function ran(what: Promise<{ exitCode: number; stdout: string; stderr: string }>): Promise<number> {
  const { exitCode, stdout, stderr } = await what;
  printed += stdout + stderr;
  return exitCode;
}

const locker = (): Promise<Readonly<Record<string, unknown>>> => workspace.attributes('safe_locker.a');

const KEPT = {
  name: 'a',
  wait: null,
  secret_wo: null,
  login: { user: 'u', password_wo: null },
  digest: digest(`${SECRET} ${PASSWORD}`),
  by: digest('undefined'),
};

test('a write-only value reaches create, and is null in the state', async () => {
  expect(await ran(workspace.plan({ out: 'first.tfplan' }))).toBe(2);
  expect(printed).toMatch(/\+ secret_wo += \(write-only attribute\)/);
  expect(await ran(workspace.apply({ planFile: 'first.tfplan' }))).toBe(0);
  expect(await locker()).toEqual({ ...KEPT, secret_wo_version: 1 });
  expect(await ran(workspace.plan())).toBe(0);
});

test('a changed write-only value is sent only when its version changes', async () => {
  workspace.write('main.tf', config(1).replace('var.secret\n', '"${var.secret}-two"\n'));
  expect(await ran(workspace.plan())).toBe(0);
  workspace.write('main.tf', config(2).replace('var.secret\n', '"${var.secret}-two"\n'));
  expect(await ran(workspace.plan({ out: 'second.tfplan' }))).toBe(2);
  expect(printed).toMatch(/~ secret_wo_version += 1 -> 2/);
  expect(await ran(workspace.apply({ planFile: 'second.tfplan' }))).toBe(0);
  expect(await locker()).toEqual({
    ...KEPT,
    secret_wo_version: 2,
    digest: digest(`${SECRET}-two ${PASSWORD}`),
  });
  expect(await ran(workspace.plan())).toBe(0);
});

test('a diagnostic about a write-only value does not show it', async () => {
  const bad = config(2, `resource "safe_locker" "b" {\n  name      = "b"\n  secret_wo = "${SECRET} "\n}`);
  workspace.write('main.tf', bad);
  const validated = await workspace.validate();
  expect(validated.exitCode).toBe(1);
  expect(validated.stderr).toContain('"(sensitive)" has a space.');
  printed += validated.stdout + validated.stderr;
  workspace.write(
    'main.tf',
    config(2, 'resource "safe_locker" "c" {\n  name = "broken"\n  secret_wo = var.secret\n}'),
  );
  expect(await ran(workspace.apply())).toBe(1);
  expect(printed).toContain('cannot keep (sensitive) undefined and (sensitive)');
});

test('a write-only value is stored nowhere', async () => {
  printed += (await workspace.showJson('first.tfplan')).stdout;
  printed += (await workspace.showJson('second.tfplan')).stdout;
  printed += (await workspace.showJson()).stdout;
  expect(printed).toContain('stack');
  const found = [['printed', printed] as const, ...writtenFiles(workspace.cwd)].filter(([, text]) =>
    SECRETS.some((secret) =>
      [secret, JSON.stringify(secret).slice(1, -1)].some((form) => text.includes(form)),
    ),
  );
  expect(found.map(([place]) => place)).toEqual([]);
});
