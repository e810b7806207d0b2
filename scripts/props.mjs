/**
 * Writes `lib/props/` from the schema objects: the named interfaces of what each construct is given and what can be
 * referred to, with the documentation that editors show. `--check` changes nothing and fails when a file is not what
 * the schema says. Needs a build.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { constructName, indexOf, interfacesOf } from './props-text.mjs';

const folder = fileURLToPath(new URL('../lib/props', import.meta.url));
const described = Object.entries(createRequire(import.meta.url)('../dist/schema/index.js')).filter(
  ([, one]) => one?.attributes && one.type,
);
const schemas = described.map(([, schema]) => schema);
const names = new Map([
  ...schemas.flatMap(({ attributes }) => attributeNames(attributes)).map((name) => [name, camelCase(name)]),
  ...schemas.map(({ type }) => [type, constructName(type)]),
]);

const files = described.map(([source, schema]) => ({
  name: fileName(schema),
  text: interfacesOf(source, schema, spelled),
}));
const index = { name: 'index', text: indexOf(files.map(({ name }) => name).sort()) };
const expected = new Map();
for (const { name, text } of [...files, index]) {
  const path = join(folder, `${name}.ts`);
  expected.set(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}
const left = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
const stale = left.filter((path) => !expected.has(path));
const changed = [...expected].filter(
  ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
);

if (!process.argv.includes('--check')) {
  mkdirSync(folder, { recursive: true });
  for (const path of stale) rmSync(path);
  for (const [path, text] of changed) writeFileSync(path, text);
} else if (stale.length + changed.length > 0) {
  const which = [...stale, ...changed.map(([path]) => path)].join(', ');
  console.error(`lib/props is not what the schema says. Run: npm run docs. See: ${which}`);
  process.exitCode = 1;
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

function fileName({ type }) {
  return constructName(type)
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();
}

function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
}
