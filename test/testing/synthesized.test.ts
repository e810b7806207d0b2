import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, AssetType, TerraformAsset, TerraformOutput, TerraformStack } from 'cdktf';
import { LogCustomFields, ZoneProvider } from '../../lib';
import { synthesized } from '../../testing';
import { twoStacks, ZONE, zoneStack } from './zone-stacks';

test('a synthesized document has nothing that varies by release or machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  try {
    writeFileSync(join(folder, 'names.txt'), 'sid');
    // No backend, so that cdktf writes an absolute path; with its own version and traces, as in an app.
    const app = new App({ outdir: join(folder, 'out') });
    const stack = new TerraformStack(app, 'zone');
    new ZoneProvider(stack, 'provider');
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
    const asset = new TerraformAsset(stack, 'names', {
      path: join(folder, 'names.txt'),
      type: AssetType.FILE,
    });
    new TerraformOutput(stack, 'names_path', { value: asset.path });
    const document = synthesized(stack);
    expect(document).toEqual({
      output: { names_path: { value: 'assets/names/<hash>/names.txt' } },
      provider: { zone: [{}] },
      resource: { zone_log_custom_fields: { fields: { cookies: ['sid'], zone_id: ZONE } } },
      terraform: {
        backend: { local: { path: 'terraform.zone.tfstate' } },
        required_providers: { zone: { source: 'registry.terraform.io/zonewright/zone' } },
      },
    });
    expect(Object.keys(document)).toEqual(Object.keys(document).sort());
    // The second time it is the same, and the app's own folder does not change.
    expect(synthesized(stack)).toEqual(document);
    expect(readdirSync(join(folder, 'out', 'stacks'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a synthesized app is an object of its stacks by name', () => {
  const { app, second } = twoStacks();
  const all = synthesized(app);
  expect(Object.keys(all)).toEqual(['first', 'second']);
  expect(all['second']).toEqual(synthesized(second));
  expect(all['second']).toMatchObject({
    output: { ruleset: { value: expect.stringContaining('data.') as unknown } },
  });
});

test('synthesized throws for a stack with a problem', () => {
  const stack = zoneStack();
  new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['X'] });
  expect(() => synthesized(stack)).toThrow('requestHeaders[0]');
});
