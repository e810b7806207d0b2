/**
 * Writes `lib/props/` from the schema objects, the named interfaces of what each construct is given and what can be
 * referred to, and `lib/attributes/`, the classes with the getters; both with the documentation that editors show. Part of
 * the build, once the schema objects are built.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { camelCase, classOf, constructName, indexOf, interfacesOf, fileOf, pageOf } from './props-text.mjs';

const exported = createRequire(import.meta.url)('../dist/schema/index.js');
const described = Object.entries(exported).filter(([, one]) => one?.attributes && one.type);
const schemas = described.map(([, schema]) => schema);

/** What the class of a schema extends, if it is a whole one. */
const bases = new Map([
  ...exported.DATA_SOURCE_SCHEMAS.map((schema) => [schema, 'ZoneDataSource']),
  ...exported.ACTION_SCHEMAS.map((schema) => [schema, 'ZoneAction']),
]);

const constructs = new Map(schemas.map((schema) => [schema, constructName(schema.type, bases.get(schema))]));
const fileName = (schema) => fileOf(constructs.get(schema));
const names = new Map([
  ...schemas.flatMap(({ attributes }) => attributeNames(attributes)).map((name) => [name, camelCase(name)]),
  ...[...constructs].map(([{ type }, name]) => [type, name]),
]);

writeFolder('props', 'export type', described, (source, schema) =>
  interfacesOf(source, constructs.get(schema), pageOf(schema, exported), schema, spelled),
);
writeFolder(
  'attributes',
  'export',
  described.filter(([, { type }]) => type !== 'zone'),
  (source, schema) => classOf(source, constructs.get(schema), bases.get(schema), schema, spelled),
);

/**
 * Writes a folder of `lib`: a file for each schema, and an index, without the classes that only a construct extends. What
 * it holds already keeps its time.
 */
function writeFolder(name, exports, schemasByName, textOf) {
  const folder = fileURLToPath(new URL(`../lib/${name}`, import.meta.url));
  const files = schemasByName.map(([source, schema]) => [fileName(schema), textOf(source, schema)]);
  const forUsers = schemasByName.filter(([, schema]) => exports !== 'export' || bases.has(schema));
  const index = indexOf(forUsers.map(([, schema]) => fileName(schema)).sort(), exports);
  const expected = new Map(
    [...files, ['index', index]].map(([file, text]) => [join(folder, `${file}.ts`), text]),
  );
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!expected.has(join(folder, file))) rmSync(join(folder, file));
  for (const [path, text] of expected)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

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
