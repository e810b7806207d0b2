import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importBlock } from '../../../../provider-shim/sdk/framework';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const OTHER = 'f'.repeat(32);
const TYPE = 'zone_thing';

const folders: string[] = [];

/** A root module with these files. */
function rootModule(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-block-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const block = (address: string): string => `import {\n  to = ${address}\n  id = "${ID}"\n}`;

const PLACEHOLDER =
  `${block('RESOURCE_ADDRESS')}\n\n(Replace RESOURCE_ADDRESS with the address after "with" above, ` +
  'including its module and index.)';

const one = `resource "${TYPE}" "one" {\n  zone_id = "${ID}"\n}\n`;
const two = `resource "${TYPE}" "two" {\n  zone_id = "${OTHER}"\n}\n`;
const open = `resource "${TYPE}" "one" {\n  zone_id = var.zone_id\n}\n`;
const module_ = 'module "more" {\n  source = "./more"\n}\n';
const json = (document: unknown): string => JSON.stringify(document, null, 2);

describe('an import block names the resource', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['that names the id', { 'main.tf': one }, 'one'],
    [
      'that names the id, in another file',
      { 'a.tf': two, 'b.tf': one, 'c.txt': one.replace('one', 'no') },
      'one',
    ],
    ['that is the only one', { 'main.tf': open }, 'one'],
    ['that names the id, beside a module', { 'main.tf': one + module_ }, 'one'],
    ['in JSON', { 'cdk.tf.json': json({ resource: { [TYPE]: { one: { zone_id: ID } } } }) }, 'one'],
    [
      'in JSON with arrays',
      {
        'main.tf.json': json({
          resource: [{ other: {} }, { [TYPE]: [{ two: { zone_id: OTHER } }, { one: [{ zone_id: ID }] }] }],
        }),
      },
      'one',
    ],
    [
      'in JSON on one line',
      { 'main.tf.json': JSON.stringify({ resource: { [TYPE]: { one: { zone_id: ID } } } }) },
      'one',
    ],
    [
      'beside resources of other types',
      { 'main.tf': `resource "other_thing" "x" { zone_id = "${ID}" }\n${open}` },
      'one',
    ],
    [
      'beside a data source of the same type',
      { 'main.tf': `data "${TYPE}" "x" { zone_id = "${ID}" }\n${open}` },
      'one',
    ],
    [
      'with odd spaces',
      { 'main.tf': `\t resource   "${TYPE}"\t"one"{\r\n\tzone_id="${ID}"\r\n  }\r\n${two}` },
      'one',
    ],
    [
      'with blocks inside',
      { 'main.tf': `resource "${TYPE}" "one" {\n  lifecycle {\n}\n  zone_id = "${ID}"\n}\n${two}` },
      'one',
    ],
    [
      'with braces in its text and comments',
      {
        'main.tf': `resource "${TYPE}" "one" {\n  a = "}" # }\n  b = "\\"}" // }\n  /* } */\n  zone_id = "${ID}"\n}\n${two}`,
      },
      'one',
    ],
    [
      'with a heredoc',
      {
        'main.tf': `resource "${TYPE}" "one" {\n  a = <<-EOT\n    }\n    resource "${TYPE}" "x" {\n    EOT\n  zone_id = "${ID}"\n}\n`,
      },
      'one',
    ],
    [
      'beside one that is commented out',
      { 'main.tf': `${open}/*\n${two}*/\n# ${two.replaceAll('\n', '\n# ')}` },
      'one',
    ],
    [
      'that names the id, beside one that does so in a comment',
      { 'main.tf': `${one}resource "${TYPE}" "two" {\n  # was "${ID}"\n  zone_id = "${OTHER}"\n}` },
      'one',
    ],
    [
      'that an override file declares again',
      { 'main.tf': one, 'override.tf': `resource "${TYPE}" "one" {\n  x = 1\n}` },
      'one',
    ],
    [
      'with count in a name or text',
      { 'main.tf': one.replace('zone_id', 'discount = "count = 1"\n  zone_id') },
      'one',
    ],
  ];

  test.each(cases)('%s', (_case, files, name) => {
    expect(importBlock(TYPE, ID, rootModule(files))).toBe(block(`${TYPE}.${name}`));
  });
});

describe('an import block has a placeholder for the address', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['when there is no configuration', {}],
    ['when no resource is of the type', { 'main.tf': 'resource "other_thing" "x" {\n}\n' }],
    ['when several could be meant', { 'main.tf': open + open.replace('"one"', '"two"') }],
    ['when several name the id', { 'main.tf': one + one.replace('"one"', '"two"') }],
    ['when a module could be meant', { 'main.tf': open + module_ }],
    [
      'when a module could be meant, in JSON',
      { 'main.tf': open, 'more.tf.json': json({ module: { more: {} } }) },
    ],
    ['with count', { 'main.tf': one.replace('zone_id', 'count = 2\n  zone_id') }],
    ['with for_each', { 'main.tf': one.replace('zone_id', 'for_each=toset(["a"])\n  zone_id') }],
    [
      'with count in JSON',
      { 'main.tf.json': json({ resource: { [TYPE]: { one: { count: 2, zone_id: ID } } } }) },
    ],
    [
      'with for_each in JSON on one line',
      { 'main.tf.json': `{"resource":{"${TYPE}":{"one":{"for_each":{}}}}}` },
    ],
    [
      'with count in an override file',
      { 'main.tf': one, 'override.tf': `resource "${TYPE}" "one" {\n  count = 2\n}` },
    ],
    ['when the only one is commented out', { 'main.tf': `# ${one.replaceAll('\n', '\n# ')}` }],
    ['when it is in a module only', { 'main.tf': module_, 'more/main.tf': one }],
  ];

  test.each(cases)('%s', (_case, files) => {
    expect(importBlock(TYPE, ID, rootModule(files))).toBe(PLACEHOLDER);
  });

  test('when the folder is not there', () => {
    expect(importBlock(TYPE, ID, join(tmpdir(), 'there-is-no-such-folder'))).toBe(PLACEHOLDER);
  });

  test.each([
    ['a block that does not end', 'a.tf', `resource "other" "x" {\n${one}`],
    ['JSON that is cut off', 'a.tf.json', '{"resource":{'],
    [
      'JSON with odd members',
      'a.tf.json',
      '{"resource":[null,1,{"zone_thing":[null,{"x":null}]}],"module":null}',
    ],
  ])('and does not fail on %s', (_case, name, text) => {
    expect(importBlock(TYPE, ID, rootModule({ [name]: text }))).toBe(PLACEHOLDER);
  });
});

test('the id of an import block is quoted', () => {
  expect(importBlock(TYPE, 'a "b" \\', rootModule({ 'main.tf': open }))).toBe(
    `import {\n  to = ${TYPE}.one\n  id = "a \\"b\\" \\\\"\n}`,
  );
});
