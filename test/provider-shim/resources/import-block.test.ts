import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importBlock } from '../../../provider-shim/resources/suggested-blocks';
import { temporaryFolder } from '../../support/temporary-folder';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const OTHER = 'f'.repeat(32);
const TYPE = 'zone_thing';

/** A text is that of `main.tf`. */
type Files = string | Readonly<Record<string, string>>;

/** A root module with these files. */
function rootModule(given: Files): string {
  const files = typeof given === 'string' ? { 'main.tf': given } : given;
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const block = (address: string): string => `import {\n  to = ${address}\n  id = "${ID}"\n}`;

const PLACEHOLDER =
  `${block('RESOURCE_ADDRESS')}\n\n(Replace RESOURCE_ADDRESS with the address after "with" above, ` +
  'including its module and index. The block of a resource in a module is written in the root module, by who calls the ' +
  'module. From Terraform and OpenTofu 1.7 it can have for_each.)';

const one = `resource "${TYPE}" "one" {\n  zone_id = "${ID}"\n}\n`;
const two = `resource "${TYPE}" "two" {\n  zone_id = "${OTHER}"\n}\n`;
/** The first of them with more inside. */
const oneWith = (more: string): string => one.replace('zone_id', `${more}\n  zone_id`);
const open = `resource "${TYPE}" "one" {\n  zone_id = var.zone_id\n}\n`;
const module_ = 'module "more" {\n  source = "./more"\n}\n';
const json = (document: unknown): string => JSON.stringify(document, null, 2);

describe('an import block names the resource', () => {
  const arrays = [{ other: {} }, { [TYPE]: [{ two: { zone_id: OTHER } }, { one: [{ zone_id: ID }] }] }];
  const inJson = { resource: { [TYPE]: { one: { zone_id: ID } } } };
  const commented = `${one}resource "${TYPE}" "two" {\n  # was "${ID}"\n  zone_id = "${OTHER}"\n}`;
  const cases: readonly (readonly [string, Files])[] = [
    ['that names the id', one],
    ['that names the id, in another file', { 'a.tf': two, 'b.tf': one, 'c.txt': one.replace('one', 'no') }],
    ['that is the only one', open],
    ['that names the id, beside a module', one + module_],
    ['in JSON', { 'cdk.tf.json': json(inJson) }],
    ['in JSON with arrays', { 'main.tf.json': json({ resource: arrays }) }],
    ['in JSON on one line', { 'main.tf.json': JSON.stringify(inJson) }],
    ['beside resources of other types', `resource "other_thing" "x" { zone_id = "${ID}" }\n${open}`],
    ['beside a data source of the same type', `data "${TYPE}" "x" { zone_id = "${ID}" }\n${open}`],
    ['that names the id, beside one that does so in a comment', commented],
    ['that an override repeats', { 'main.tf': one, 'override.tf': `resource "${TYPE}" "one" {\n  x = 1\n}` }],
    ['with count in a name or text', oneWith('discount = "count = 1"')],
  ];

  test.each(cases)('%s', (_case, files) => {
    expect(importBlock(TYPE, ID, rootModule(files))).toBe(block(`${TYPE}.one`));
  });
});

describe('an import block has a placeholder for the address', () => {
  const several = { resource: { [TYPE]: { one: { count: 2, zone_id: ID } } } };
  const cases: readonly (readonly [string, Files])[] = [
    ['when there is no configuration', {}],
    ['when no resource is of the type', 'resource "other_thing" "x" {\n}\n'],
    ['when several could be meant', open + open.replace('"one"', '"two"')],
    ['when several name the id', one + one.replace('"one"', '"two"')],
    ['when a module could be meant', open + module_],
    ['when one could be, in JSON', { 'main.tf': open, 'more.tf.json': json({ module: { more: {} } }) }],
    ['with count', oneWith('count = 2')],
    ['with for_each', oneWith('for_each=toset(["a"])')],
    ['with count in JSON', { 'main.tf.json': json(several) }],
    ['with for_each in a JSON line', { 'main.tf.json': `{"resource":{"${TYPE}":{"one":{"for_each":{}}}}}` }],
    [
      'with count in an override file',
      { 'main.tf': one, 'override.tf': `resource "${TYPE}" "one" {\n  count = 2\n}` },
    ],
    ['when the only one is commented out', `# ${one.replaceAll('\n', '\n# ')}`],
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
    ['odd members', 'a.tf.json', '{"resource":[null,1,{"zone_thing":[null,{"x":null}]}],"module":null}'],
  ])('and does not fail on %s', (_case, name, text) => {
    expect(importBlock(TYPE, ID, rootModule({ [name]: text }))).toBe(PLACEHOLDER);
  });
});

test('the id of an import block is quoted', () => {
  expect(importBlock(TYPE, 'a "b" \\', rootModule({ 'main.tf': open }))).toBe(
    `import {\n  to = ${TYPE}.one\n  id = "a \\"b\\" \\\\"\n}`,
  );
});
