import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  App,
  AssetType,
  LocalBackend,
  ref,
  TerraformAsset,
  TerraformHclModule,
  TerraformOutput,
  TerraformStack,
  Testing,
} from 'cdktf';
import { LogCustomFields, ZoneProvider } from '../../lib';
import { problemsOf, synthesized } from '../../testing';
import { stacksOf } from '../../testing/stacks/root-modules';
import { twoStacks, ZONE, zoneStack } from './zone-stacks';

test.each([synthesized, problemsOf])('a TMPDIR that cannot be written is named', (read) => {
  const stack = zoneStack();
  const folder = jest.spyOn(os, 'tmpdir').mockReturnValue('/proc/nowhere');
  expect(() => read(stack)).toThrow(
    /^No temporary folder can be made: ENOENT.* Set TMPDIR to a folder that exists and can be written\.$/,
  );
  folder.mockRestore();
});

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
  expect(stacksOf(second).map(({ node }) => node.id)).toEqual(['first', 'second']);
  expect(all['second']).toMatchObject({
    output: { ruleset: { value: expect.stringContaining('data.') as unknown } },
  });
});

test('synthesized throws for a stack with a problem', () => {
  const stack = zoneStack();
  new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['X'] });
  expect(() => synthesized(stack)).toThrow('requestHeaders[0]');
});

describe('wherever tests run', () => {
  const root = mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  const member = join(root, 'packages', 'logs');
  mkdirSync(join(member, 'src'), { recursive: true });
  for (const folder of [root, member]) writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(root, 'names.txt'), 'sid');
  afterAll(() => rmSync(root, { recursive: true }));
  afterEach(() => jest.restoreAllMocks());

  /** Two stacks with files of their own: of one package, or the state where cdktf keeps it. */
  function documents(cwd: string, texts: readonly string[]) {
    jest.spyOn(process, 'cwd').mockReturnValue(cwd);
    const app = Testing.app();
    const [stack, other] = [new TerraformStack(app, 'one'), new TerraformStack(app, 'other')];
    new LocalBackend(other, {
      path: join(member, 'states', 'other.tfstate'),
      workspaceDir: join(member, 'all'),
    });
    const asset = new TerraformAsset(stack, 'names', { path: join(root, 'names.txt'), type: AssetType.FILE });
    new TerraformHclModule(stack, 'module', { source: join(member, 'modules', 'zone') });
    const values = [...texts, `\${file("${asset.path}")}`];
    values.forEach((value, index) => new TerraformOutput(stack, `o${index}`, { value }));
    new TerraformOutput(other, 'taken', { value: ref('local.x', stack) });
    return synthesized(app);
  }

  const cwds = [root, member, join(member, 'src'), '/', '/tmp', tmpdir()];
  const texts = cwds.flatMap((cwd) => [
    cwd,
    join(cwd, 'ingest'),
    `s3:/${join('/bucket', cwd, 'logs')}?path=${cwd}/x`,
    `${cwd}/a ${cwd}/b`,
    `\${file("${join(cwd, 'names.txt')}")}`,
    join(cwd, 'assets', 'names', '0'.repeat(32), 'names.txt'),
  ]);

  test.each(cwds)('a text is itself, and paths of the stack are the same: in %s', (cwd) => {
    const { one, other } = documents(cwd, texts) as Record<string, Record<string, Record<string, unknown>>>;
    expect(texts.map((_, index) => one?.['output']?.[`o${index}`])).toEqual(
      texts.map((value) => ({ value })),
    );
    expect(one?.['output']?.[`o${texts.length}`]).toEqual({
      value: '${file("assets/names/<hash>/names.txt")}',
    });
    expect(one?.['terraform']).toEqual({ backend: { local: { path: 'terraform.one.tfstate' } } });
    expect(one?.['module']).toEqual({ module: { source: 'modules/zone' } });
    expect(Object.values(other?.['data']?.['terraform_remote_state'] ?? {})).toEqual([
      expect.objectContaining({ config: { path: 'terraform.one.tfstate' } }),
    ]);
    expect(other?.['terraform']).toEqual({
      backend: { local: { path: 'states/other.tfstate', workspace_dir: 'all' } },
    });
  });
});
