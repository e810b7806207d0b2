/**
 * Writes the tables of `docs/provider.md` from the schema objects, between `<!-- schema: NAME -->` and `<!-- end -->`.
 * `--check` changes nothing and fails when a table is not what the schema says. Needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { logCustomFieldsSchema, providerSchema, rulesetsSchema } = createRequire(import.meta.url)(
  '../dist/schema/index.js',
);
const SCHEMAS = [providerSchema, logCustomFieldsSchema, rulesetsSchema];

const file = new URL('../docs/provider.md', import.meta.url);
const text = readFileSync(file, 'utf8');
const written = SCHEMAS.reduce(
  (document, schema) =>
    document.replace(
      new RegExp(`(<!-- schema: ${schema.type} -->\n)[\\s\\S]*?(<!-- end -->)`),
      (_all, begin, end) => `${begin}${section(schema)}${end}`,
    ),
  text,
);

if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (written !== text) {
  console.error('docs/provider.md is not what the schema says. Run: npm run docs');
  process.exit(1);
}

function section({ description, attributes }) {
  return `${description}\n\n${table(attributes)}\n`;
}

function table(attributes, prefix = '') {
  const head = prefix === '' ? '| Attribute | Type | | |\n|---|---|---|---|\n' : '';
  const rows = Object.entries(attributes).map(([name, attribute]) => {
    const row = `| \`${prefix}${name}\` | ${typeText(attribute)} | ${presence(attribute)} | ${cell(attribute)} |\n`;
    return attribute.nested ? row + table(attribute.attributes, `${prefix}${name}.`) : row;
  });
  return head + rows.join('');
}

function typeText({ type, nested }) {
  if (nested) return nested === 'single' ? 'object' : `${nested} of objects`;
  if (typeof type === 'string') return type === 'int' ? 'whole number' : type;
  const [[kind, element]] = Object.entries(type);
  return kind === 'object' ? 'object' : `${kind} of ${typeText({ type: element })}s`;
}

function presence({ required, optional, computed, default: fallback }) {
  if (required) return 'required';
  if (fallback !== undefined) return `default \`${JSON.stringify(fallback)}\``;
  return [optional && 'optional', computed && 'computed'].filter(Boolean).join(', ');
}

function cell({ description, sensitive, deprecated }) {
  return [description, sensitive && 'Sensitive.', deprecated && `Deprecated: ${deprecated}`]
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
}
