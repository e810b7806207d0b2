import { flat, IMPORT, MANAGED_ONLY, rules, useManagedZone, workspace, ZONE } from '../e2e/managed-zone';

useManagedZone('engine');

test('an import of managed rules where there are none, and one by an id that is none, are refused', async () => {
  workspace.write('main.tf', rules(MANAGED_ONLY));
  workspace.write('more.tf', IMPORT);
  expect(flat((await workspace.plan()).stderr)).toContain('nothing to import');
  workspace.write('more.tf', IMPORT.replace(ZONE, 'shop.example'));
  expect(flat((await workspace.plan()).stderr)).toContain('is not a zone id');
});
