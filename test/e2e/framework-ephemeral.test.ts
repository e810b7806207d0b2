import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { byEngine } from '../support/engine';
import { inLane } from '../support/lane';
import { createWorkspace, hcl } from '../support/workspace';

/** An ephemeral resource that has nothing to do with zones, served with the framework to the real engine. */
const CONFIG = `
provider "safe" { journal = "\${path.root}/journal.txt" }
ephemeral "safe_ticket" "t" {
  name        = "ann"
  renew_after = 0.5
}
resource "safe_locker" "a" {
  wait      = 2
  secret_wo = ephemeral.safe_ticket.t.token
}`;

test('an ephemeral resource is opened and closed by a plan, and again by the apply, and renewed until that ends', async () => {
  const workspace = await createWorkspace({
    fixture: 'safe',
    startedBy: inLane({ share: 'workspace', whole: 'engine' }),
    files: { 'main.tf': hcl(CONFIG, 'safe = { source = "test/safe" }') },
  });
  await workspace.ready();
  /** What happened since this was last asked. */
  const journal = (): readonly string[] => {
    const lines = workspace.read('journal.txt').trimEnd().split('\n');
    rmSync(join(workspace.cwd, 'journal.txt'));
    return lines;
  };
  const isRenewal = (line: string): boolean => line.startsWith('renew');

  await workspace.plan({ out: 'saved.tfplan' });
  expect(journal().filter((line) => !isRenewal(line))).toEqual([
    'open ann',
    expect.stringMatching(/^close ann \d+$/),
  ]);
  expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });
  const seen = journal();
  expect(seen.slice(0, 3)).toEqual(['open ann', 'renew ann 1', 'renew ann 2']);
  expect(seen.filter((line) => line.startsWith('create'))).toEqual(['create ticket-of-ann']);
  // Terraform hands close what open kept, and OpenTofu what the last renew kept.
  const renewals = seen.filter(isRenewal).length;
  expect(seen.at(-1)).toBe(`close ann ${byEngine({ terraform: 0, tofu: renewals })}`);
  expect(workspace.read('terraform.tfstate')).not.toContain('ticket-of-ann');
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});
