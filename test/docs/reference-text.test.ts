import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe as described, describeFunction } from '../../schema';

/** The Markdown of the reference; the scripts are ES modules, so a separate process loads them. */
function written(section: 'objectSection' | 'functionSection', one: object): string {
  const module = pathToFileURL(join(__dirname, '..', '..', 'scripts', 'reference-text.mjs')).href;
  const script = `import { ${section} } from '${module}'; process.stdout.write(${section}(${JSON.stringify(one)}));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('the reference shows an object with its attributes, and marks write-only ones', () => {
  const text = { type: 'string', description: 'Text | more.' } as const;
  const schema = described({
    type: 'test',
    version: 0,
    description: 'A thing.',
    attributes: {
      name: { ...text, required: true },
      secret: { ...text, required: true, writeOnly: true },
      token: { ...text, computed: true, sensitive: true },
      size: { type: 'int', optional: true, default: 1, deprecated: 'Use name.', description: 'Size.' },
      many: {
        nested: 'list',
        optional: true,
        description: 'Many.',
        attributes: {
          any: { type: { list: 'dynamic' }, optional: true, writeOnly: true, description: 'Any.' },
        },
      },
    },
  });
  expect(written('objectSection', schema)).toBe(`A thing.

| Attribute | Type | | |
|---|---|---|---|
| \`name\` | string | required | Text \\| more. |
| \`secret\` | string | required, write-only | Text \\| more. Never in plan or state; needs Terraform 1.11 or OpenTofu 1.11. |
| \`token\` | string | computed | Text \\| more. Sensitive. |
| \`size\` | whole number | default \`1\` | Size. Deprecated: Use name. |
| \`many\` | list of objects | optional | Many. |
| \`many.any\` | list of any values | optional, write-only | Any. Never in plan or state; needs Terraform 1.11 or OpenTofu 1.11. |

`);
});

test('the reference shows a function with its parameters and its result', () => {
  const stamp = describeFunction({
    name: 'stamp',
    summary: 'Stamps.',
    description: 'Stamps a text.',
    parameters: [
      { name: 'text', type: 'string', description: 'What.' },
      { name: 'size', type: 'int', allowNull: true, allowUnknown: true, description: 'Size.' },
    ],
    variadic: { name: 'marks', type: { set: 'string' }, description: 'Marks.' },
    returns: { object: { text: 'string', sizes: { list: 'int' } } },
  });
  expect(written('functionSection', stamp)).toBe(`Stamps a text.

\`stamp(text, size, marks...)\` returns an object: \`text\` (string), \`sizes\` (list of whole numbers).

| Parameter | Type | | |
|---|---|---|---|
| \`text\` | string | one | What. |
| \`size\` | whole number | one, may be null, may be unknown | Size. |
| \`marks\` | set of strings | any number | Marks. |

`);
});

test('the reference shows no table for a function without parameters', () => {
  const now = describeFunction({
    name: 'one',
    summary: 'One.',
    description: 'Always 1.',
    parameters: [],
    returns: 'int',
  });
  expect(written('functionSection', now)).toBe(
    'Always 1.\n\n`one()` returns a value of the type whole number.\n\n',
  );
});
