/**
 * Writes the tables of `docs/provider.md` from the schema objects, between `<!-- schema: NAME -->` and `<!-- end -->`,
 * and those of functions between `<!-- function: NAME -->` and `<!-- end -->`. `--check` changes nothing and fails when
 * a table is not what the schema says, or is missing. Needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { functionSection, objectSection } from './reference-text.mjs';

const described = Object.values(createRequire(import.meta.url)('../dist/schema/index.js'));
const SECTIONS = [
  ...described
    .filter((one) => one?.attributes && one.type)
    .map((schema) => [`schema: ${schema.type}`, objectSection(schema)]),
  ...described
    .filter((one) => one?.parameters && one.returns)
    .map((one) => [`function: ${one.name}`, functionSection(one)]),
];

const file = new URL('../docs/provider.md', import.meta.url);
const text = readFileSync(file, 'utf8');
const places = SECTIONS.map(([name, section]) => {
  return { name, section, pattern: new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`) };
});
const missing = places.filter(({ pattern }) => !pattern.test(text)).map(({ name }) => name);
const written = places.reduce(
  (document, { section, pattern }) =>
    document.replace(pattern, (_all, begin, end) => `${begin}${section}${end}`),
  text,
);

if (missing.length > 0) {
  console.error(
    `docs/provider.md has no place for: ${missing.join(', ')}. Write <!-- … --> and <!-- end --> there.`,
  );
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (written !== text) {
  console.error('docs/provider.md is not what the schema says. Run: npm run docs');
  process.exitCode = 1;
}
