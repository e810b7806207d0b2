import { existsSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { byEngine } from '../support/engine';
import { inLane } from '../support/lane';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';

/** Ephemeral resources that have nothing to do with zones, served with the framework to the real engine. */
let workspace: Workspace;

const PROVIDER = 'safe = { source = "test/safe" }';
const JOURNAL = 'journal = "${path.root}/journal.txt"';

beforeAll(async () => {
  workspace = await createWorkspace({
    fixture: 'safe',
    startedBy: inLane({ share: 'workspace', whole: 'engine' }),
    files: { 'main.tf': hcl('', PROVIDER) },
  });
  await workspace.ready();
});
beforeEach(() => {
  for (const file of ['terraform.tfstate', 'journal.txt']) rmSync(join(workspace.cwd, file), { force: true });
});

function written(body: string): void {
  workspace.write('main.tf', hcl(`provider "safe" {\n  ${JOURNAL}\n}\n${body}`, PROVIDER));
}

/** What happened since this was last asked. */
function journal(): readonly string[] {
  if (!existsSync(join(workspace.cwd, 'journal.txt'))) return [];
  const lines = workspace.read('journal.txt').trimEnd().split('\n');
  rmSync(join(workspace.cwd, 'journal.txt'));
  return lines;
}

/** As the fixture has it. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const LOCKER = `
ephemeral "safe_ticket" "t" { name = "ann" }
resource "safe_locker" "a" {
  name              = "a"
  secret_wo         = ephemeral.safe_ticket.t.token
  secret_wo_version = 1
}`;

describe('an ephemeral resource', () => {
  test('is opened and closed by a plan, and again by the apply, which takes its value', async () => {
    written(LOCKER);
    expect((await workspace.plan({ out: 'saved.tfplan' })).exitCode).toBe(2);
    expect(journal()).toEqual(['open ann day', 'close ann 0']);
    await workspace.applied();
    expect(journal().filter((line) => line.startsWith('create'))).toEqual([
      `create a ${digest('ticket-of-ann undefined')}`,
    ]);
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('can configure another provider', async () => {
    written(`
provider "safe" {
  alias = "in"
  ${JOURNAL}
  token = ephemeral.safe_ticket.t.token
}
ephemeral "safe_ticket" "t" { name = "bob" }
resource "safe_locker" "a" {
  provider = safe.in
  name     = "a"
}`);
    await workspace.applied();
    expect((await workspace.attributes('safe_locker.a'))['by']).toBe(digest('ticket-of-bob'));
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('is renewed until the run ends', async () => {
    written(`
ephemeral "safe_ticket" "t" {
  name        = "ann"
  renew_after = 0.5
  kind        = "night"
}
resource "safe_locker" "a" {
  name      = "a"
  wait      = 2
  secret_wo = ephemeral.safe_ticket.t.token
}`);
    await workspace.plan({ out: 'saved.tfplan' });
    journal();
    await workspace.apply({ planFile: 'saved.tfplan' });
    const seen = journal();
    expect(seen.slice(0, 3)).toEqual(['open ann night', 'renew ann 1', 'renew ann 2']);
    const renewals = seen.filter((line) => line.startsWith('renew')).length;
    // Terraform hands close what open kept, and OpenTofu what the last renew kept.
    expect(seen.at(-1)).toBe(`close ann ${byEngine({ terraform: 0, tofu: renewals })}`);
  });

  test('is opened at apply when its configuration is unknown before', async () => {
    written(`
resource "terraform_data" "later" { input = "cid" }
ephemeral "safe_ticket" "t" { name = terraform_data.later.output }
resource "safe_locker" "a" {
  name      = "a"
  secret_wo = ephemeral.safe_ticket.t.token
}`);
    await workspace.plan();
    expect(journal()).toEqual([]);
    await workspace.applied();
    expect(journal()).toEqual([
      'open cid day',
      `create a ${digest('ticket-of-cid undefined')}`,
      'close cid 0',
    ]);
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test.each([
    ['is validated, on the attribute', 'a b', ['"a b" has a space.', 'name = "a b"']],
    ['fails to open', 'broken', ['The provider failed unexpectedly: no ticket-of-broken']],
    ['fails to close', 'stuck', ['The door is stuck.']],
  ])('that %s reports it', async (_case, name, texts) => {
    written(`ephemeral "safe_ticket" "t" {\n  name = "${name}"\n}`);
    const { exitCode, stderr } = await workspace.plan();
    expect({ exitCode, missing: texts.filter((text) => !stderr.includes(text)) }).toEqual({
      exitCode: 1,
      missing: [],
    });
  });

  test('leaves its value nowhere', async () => {
    written(LOCKER);
    await workspace.plan({ out: 'saved.tfplan' });
    await workspace.applied();
    const shown = [
      workspace.read('terraform.tfstate'),
      (await workspace.showJson('saved.tfplan')).stdout,
      (await workspace.showJson()).stdout,
    ];
    expect(shown.map((text) => text.includes('ticket-of-ann'))).toEqual([false, false, false]);
  });
});
