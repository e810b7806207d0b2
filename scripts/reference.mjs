/**
 * Writes the reference below `docs/` from the schema: on the page of each resource and data source, and on that of
 * the provider, what stands between `<!-- description -->`, `<!-- schema -->` or
 * `<!-- example: PATH -->` and `<!-- end -->`. `--check` changes nothing and fails when a page is not what the schema and
 * the examples say, or is missing. Needs a build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pageOf } from './props-text.mjs';

const root = new URL('..', import.meta.url);
const schema = createRequire(import.meta.url)('../dist/schema/index.js');
const described = Object.values(schema);

/** The headings of an object's attributes, and which of them are below each. */
const GROUPS = [
  ['Required', ({ required }) => required],
  ['Optional', ({ required, optional }) => !required && optional],
  ['Read-Only', ({ required, optional }) => !required && !optional],
];

/** How the registries' documentation calls a type that is not its own name. */
const TYPES = { int: 'Number', bool: 'Boolean' };

const PAGES = [
  ...described
    .filter((one) => one?.attributes && one.type)
    .map((one) => [
      pageOf(one, schema),
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

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/** The lists of a schema's attributes. */
function objectSection({ attributes }) {
  const places = objects(attributes).map((place) => `\`${place}\``);
  const vanishing = `\nNames in ${places.join(', ')} that are neither above nor refused vanish without an error.\n`;
  return `\n## Schema\n${lists(attributes)}${places.length > 0 ? vanishing : ''}\n`;
}

/** The objects that can be set, by their place. */
function objects(attributes, within = '') {
  return Object.entries(attributes)
    .filter(([, { nested, required, optional }]) => nested && (required || optional))
    .flatMap(([name, { attributes: own }]) => [within + name, ...objects(own, `${within}${name}.`)]);
}

/** What a token needs at least; nothing for what needs none. */
function permissionsSection(needed) {
  if (!needed) return '';
  const [plan, apply] = [needed.plan, needed.apply].map((names) => names.join(', '));
  const both = `${plan}. To apply, and to prove a plan: ${apply}.`;
  return `\n## Permissions\n\n${plan === apply ? `The token needs ${plan}.` : `To plan, the token needs ${both}`}\n`;
}

/**
 * The attributes of an object, then those of each object in it.
 *
 * @param told the objects that came before, by their text
 */
function lists(attributes, within = '', told = new Map()) {
  const all = Object.entries(attributes);
  const title = within === '' ? '' : `\n### Nested Schema for \`${within}\`\n`;
  const groups = GROUPS.map(([name, isIn]) => [name, all.filter(([, attribute]) => isIn(attribute))])
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => {
      const heading = within === '' ? `### ${name}` : `${name}:`;
      return `\n${heading}\n\n${members.map(([key, attribute]) => line(key, attribute)).join('')}`;
    });
  const nested = all.filter(([, attribute]) => attribute.nested);
  const same = nested.length === 0 ? told.get(groups.join('')) : undefined;
  if (same !== undefined) return `${title}\nAs for \`${same}\`.\n`;
  told.set(groups.join(''), within);
  const below = nested.map(([key, { attributes: own }]) =>
    lists(own, within === '' ? key : `${within}.${key}`, told),
  );
  return `${title}${groups.join('')}${below.join('')}`;
}

function line(name, attribute) {
  const { default: fallback, writeOnly, sensitive } = attribute;
  const kind = [typeText(attribute), writeOnly && 'write-only', sensitive && 'sensitive'].filter(Boolean);
  const given = fallback === undefined ? '' : ` Default \`${JSON.stringify(fallback)}\`.`;
  return `- \`${name}\` (${kind.join(', ')}) ${text(attribute)}${given}\n`;
}

function typeText({ type, nested }) {
  if (nested) return nested === 'single' ? 'Attributes' : `Attributes ${capital(nested)}`;
  if (typeof type === 'string') return TYPES[type] ?? capital(type);
  const [[kind, element]] = Object.entries(type);
  return kind === 'object' ? 'Object' : `${capital(kind)} of ${typeText({ type: element })}`;
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

function text({ description, deprecated }) {
  return [description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join(' ');
}
