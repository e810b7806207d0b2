/**
 * Writes `lib/props/` from the schema objects: the named interfaces of what each construct is given and what can be
 * referred to, and the classes with its getters, with the documentation that editors show. Part of the build, once the
 * schema objects are built.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { constructName, indexOf, fileOf } from './props-text.mjs';

const folder = fileURLToPath(new URL('../lib/props', import.meta.url));
const exported = createRequire(import.meta.url)('../dist/schema/index.js');
const described = Object.entries(exported).filter(([, one]) => one?.attributes && one.type);
const schemas = described.map(([, schema]) => schema);
const constructs = new Map(
  schemas.map((schema) => [
    schema.type,
    constructName(schema.type, exported.DATA_SOURCE_SCHEMAS.includes(schema)),
  ]),
);
const names = new Map([
  ...schemas.flatMap(({ attributes }) => attributeNames(attributes)).map((name) => [name, camelCase(name)]),
  ...constructs,
]);

const files = described.map(([source, schema]) => ({
  name: fileName(schema),
  text: fileOf(source, constructs.get(schema.type), kindOf(schema), pageOf(schema), schema, spelled),
}));
const index = { name: 'index', text: indexOf(files.map(({ name }) => name).sort()) };
const expected = new Map([...files, index].map(({ name, text }) => [join(folder, `${name}.ts`), text]));
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!expected.has(join(folder, name))) rmSync(join(folder, name));
for (const [path, text] of expected)
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);

/** A text of the schema as a program in TypeScript would be told it. */
function spelled(text) {
  return text
    .replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => names.get(name) ?? name)
    .replaceAll('`jsonencode`', '`JSON.stringify`')
    .replace(/`[^`]*`/g, (code) => code.replace(/(\w+) = "([^"]*)"/g, "$1: '$2'"));
}

function attributeNames(attributes) {
  return Object.entries(attributes).flatMap(([name, { attributes: inner = {} }]) => [
    name,
    ...attributeNames(inner),
  ]);
}

/** What the schema describes, of what gets a class. */
function kindOf(schema) {
  if (exported.DATA_SOURCE_SCHEMAS.includes(schema)) return 'data source';
  return exported.RESOURCE_SCHEMAS.includes(schema) ? 'resource' : undefined;
}

function pageOf({ type }) {
  const pages = ['resources', 'data-sources', 'ephemeral-resources'].map(
    (folder) => `docs/${folder}/${type.replace(/^zone_/, '')}.md`,
  );
  return pages.find((page) => existsSync(new URL(`../${page}`, import.meta.url))) ?? 'docs/index.md';
}

function fileName({ type }) {
  return constructs
    .get(type)
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();
}

function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
}
