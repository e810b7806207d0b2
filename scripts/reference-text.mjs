/** The Markdown of the reference: what a resource, a data source, an ephemeral resource or a function is described as. */

/** A schema's description and the table of its attributes. */
export function objectSection({ description, attributes }) {
  return `${description}\n\n| Attribute | Type | | |\n|---|---|---|---|\n${rows(attributes)}\n`;
}

/** A function's description, how it is called, and the table of its parameters. */
export function functionSection({ name, description, parameters, variadic, returns }) {
  const all = [...parameters, ...(variadic ? [{ ...variadic, variadic: true }] : [])];
  const call = all.map((parameter) => `${parameter.name}${parameter.variadic ? '...' : ''}`).join(', ');
  const lines = all.map(
    (parameter) =>
      `| \`${parameter.name}\` | ${typeText(parameter)} | ${taken(parameter)} | ${cell(parameter)} |\n`,
  );
  const table = lines.length > 0 ? `| Parameter | Type | | |\n|---|---|---|---|\n${lines.join('')}\n` : '';
  return `${description}\n\n\`${name}(${call})\` returns ${result(returns)}\n\n${table}`;
}

function rows(attributes, prefix = '') {
  return Object.entries(attributes)
    .map(([name, attribute]) => {
      const row = `| \`${prefix}${name}\` | ${typeText(attribute)} | ${presence(attribute)} | ${cell(attribute)} |\n`;
      return attribute.nested ? row + rows(attribute.attributes, `${prefix}${name}.`) : row;
    })
    .join('');
}

function typeText({ type, nested }) {
  if (nested) return nested === 'single' ? 'object' : `${nested} of objects`;
  if (typeof type === 'string')
    return type === 'int' ? 'whole number' : type === 'dynamic' ? 'any value' : type;
  const [[kind, element]] = Object.entries(type);
  return kind === 'object' ? 'object' : `${kind} of ${typeText({ type: element })}s`;
}

/** An object is told by its members, since nothing else in the reference does. */
function result(type) {
  if (!type.object) return `a value of the type ${typeText({ type })}.`;
  const members = Object.entries(type.object).map(([name, of]) => `\`${name}\` (${typeText({ type: of })})`);
  return `an object: ${members.join(', ')}.`;
}

function presence({ required, optional, computed, writeOnly, default: fallback }) {
  if (fallback !== undefined) return `default \`${JSON.stringify(fallback)}\``;
  return [required && 'required', optional && 'optional', computed && 'computed', writeOnly && 'write-only']
    .filter(Boolean)
    .join(', ');
}

function taken({ variadic, allowNull, allowUnknown }) {
  return [variadic ? 'any number' : 'one', allowNull && 'may be null', allowUnknown && 'may be unknown']
    .filter(Boolean)
    .join(', ');
}

function cell({ description, sensitive, writeOnly, deprecated }) {
  return [
    description,
    sensitive && 'Sensitive.',
    writeOnly && 'Never in plan or state; needs Terraform 1.11 or OpenTofu 1.11.',
    deprecated && `Deprecated: ${deprecated}`,
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
}
