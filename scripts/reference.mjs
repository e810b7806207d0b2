/**
 * Writes the reference below `docs/` from the schema: on the page of each resource, data source and ephemeral resource,
 * and on that of the provider, what stands between `<!-- description -->`, `<!-- schema -->` or
 * `<!-- example: PATH -->` and `<!-- end -->`. `--check` changes nothing and fails when a page is not what the schema and
 * the examples say, or is missing. Needs a build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { objectSection, permissionsSection } from './reference-text.mjs';

const root = new URL('..', import.meta.url);
const schema = createRequire(import.meta.url)('../dist/schema/index.js');
const described = Object.values(schema);
const FOLDERS = ['resources', 'data-sources', 'ephemeral-resources'];

const PAGES = [
  ...described
    .filter((one) => one?.attributes && one.type)
    .map((one) => [
      pageOf(one.type),
      one.description,
      permissionsSection(schema.NEEDED_PERMISSIONS[one.type]) + objectSection(one),
    ]),
];

for (const [page, description, section] of PAGES) {
  const file = new URL(page, root);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const written = text
    .replace(
      /(<!-- description -->\n)[^]*?(<!-- end -->)/,
      (_all, begin, end) => `${begin}\n${description}\n\n${end}`,
    )
    .replace(/(<!-- schema -->\n)[^]*?(<!-- end -->)/, (_all, begin, end) => `${begin}${section}${end}`)
    .replaceAll(/<!-- example: (\S+) -->\n[^]*?<!-- end -->/g, (_all, path) => {
      const example = readFileSync(new URL(path, root), 'utf8');
      return `<!-- example: ${path} -->\n\n\`\`\`terraform\n${example}\`\`\`\n\n<!-- end -->`;
    });
  if (!written.includes(description) || !written.includes(section))
    fail(`${page} has no place for its description or its schema: <!-- schema --> and <!-- end -->.`);
  else if (!process.argv.includes('--check')) writeFileSync(file, written);
  else if (written !== text) fail(`${page} is not what the schema and the examples say. Run: npm run docs`);
}

/** Where the registries look for the page of a type. */
function pageOf(type) {
  if (type === 'zone') return 'docs/index.md';
  const pages = FOLDERS.map((folder) => `docs/${folder}/${type.replace('zone_', '')}.md`);
  return pages.find((page) => existsSync(new URL(page, root))) ?? pages[0];
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
