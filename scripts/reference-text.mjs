/** The Markdown of the reference, in the form of the registries' documentation. */

/** The lists of a schema's attributes. */
export function objectSection({ attributes }) {
  return `\n## Schema\n${lists(attributes)}\n`;
}

/** What a token needs at least; nothing for what needs none. */
export function permissionsSection(needed) {
  if (!needed) return '';
  const [plan, apply] = [needed.plan, needed.apply].map((names) => names.join(', '));
  const both = `${plan}. To apply, and to prove a plan: ${apply}.`;
  return `\n## Permissions\n\n${plan === apply ? `The token needs ${plan}.` : `To plan, the token needs ${both}`}\n`;
}

const GROUPS = [
  ['Required', ({ required }) => required],
  ['Optional', ({ required, optional }) => !required && optional],
  ['Read-Only', ({ required, optional }) => !required && !optional],
];

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

const TYPES = { int: 'Number', bool: 'Boolean' };

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

function text({ description, deprecated }) {
  return [description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join(' ');
}
