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

/** How a function is called, and the list of its parameters. */
export function functionSection({ name, parameters, variadic, returns }) {
  const all = [...parameters, ...(variadic ? [{ ...variadic, variadic: true }] : [])];
  const call = all.map((parameter) => `${parameter.name}${parameter.variadic ? '...' : ''}`).join(', ');
  const lines = all.map((parameter) => `1. \`${parameter.name}\` (${taken(parameter)}) ${text(parameter)}\n`);
  const list = lines.length > 0 ? `\n## Arguments\n\n${lines.join('')}` : '';
  return `\n## Signature\n\n\`${name}(${call})\` returns ${result(returns)}\n${list}\n`;
}

const GROUPS = [
  ['Required', ({ required }) => required],
  ['Optional', ({ required, optional }) => !required && optional],
  ['Read-Only', ({ required, optional }) => !required && !optional],
];

/** The attributes of an object, then those of each object in it. */
function lists(attributes, within = '') {
  const all = Object.entries(attributes);
  const title = within === '' ? '' : `\n### Nested Schema for \`${within}\`\n`;
  const groups = GROUPS.map(([name, isIn]) => [name, all.filter(([, attribute]) => isIn(attribute))])
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => {
      const heading = within === '' ? `### ${name}` : `${name}:`;
      return `\n${heading}\n\n${members.map(([key, attribute]) => line(key, attribute)).join('')}`;
    });
  const nested = all.filter(([, attribute]) => attribute.nested);
  const below = nested.map(([key, { attributes: own }]) =>
    lists(own, within === '' ? key : `${within}.${key}`),
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

const TYPES = { int: 'Number', bool: 'Boolean', dynamic: 'Dynamic' };

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** An object is told by its members, since nothing else in the reference does. */
function result(type) {
  if (!type.object) return `${typeText({ type })}.`;
  const members = Object.entries(type.object).map(([name, of]) => `\`${name}\` (${typeText({ type: of })})`);
  return `an object: ${members.join(', ')}.`;
}

function taken({ variadic, allowNull, allowUnknown, type }) {
  const kind = [
    typeText({ type }),
    variadic && 'variadic',
    allowNull && 'nullable',
    allowUnknown && 'may be unknown',
  ];
  return kind.filter(Boolean).join(', ');
}

function text({ description, deprecated }) {
  return [description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join(' ');
}
