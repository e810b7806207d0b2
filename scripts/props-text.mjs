/** The TypeScript that follows from a schema: what a construct is given, what can be referred to, and the getters. */

/** The name of the construct for a type: `zone_logpush_job` becomes `LogpushJob`; that of a data source begins with Data. */
export function constructName(type, base) {
  const prefix = base === 'ZoneDataSource' ? 'Data' : '';
  return type === 'zone' ? 'ZoneProvider' : prefix + pascalCase(type.replace(/^zone_/, ''));
}

/** The page of an object, where the registries look for it. @param schemas those of the package */
export function pageOf(one, { ACTION_SCHEMAS, DATA_SOURCE_SCHEMAS }) {
  if (one.type === 'zone') return 'docs/index.md';
  const folders = { actions: ACTION_SCHEMAS, 'data-sources': DATA_SOURCE_SCHEMAS };
  const folder = Object.keys(folders).find((name) => folders[name].includes(one)) ?? 'resources';
  return `docs/${folder}/${one.type.replace('zone_', '')}.md`;
}

/**
 * The text of a file with the interfaces of one schema.
 *
 * @param {string} source the name of the schema
 * @param {string} name the name of the construct
 * @param {string} page where the reference has it
 * @param {object} schema
 * @param {(text: string) => string} spelled puts names of attributes and types into the spelling of TypeScript
 */
export function interfacesOf(source, name, page, { attributes }, spelled) {
  const title = {
    given: `The arguments of \`${name}\`: ${page} of the package.`,
    read: `References to the attributes of \`${name}\`.`,
  };
  const blocks = [
    ...argumentInterfaces(`${name}Arguments`, name, attributes, title.given, spelled),
    // Nothing refers to the attributes of a provider or an action.
    ...(/index|actions/.test(page) ? [] : referenceInterfaces(name, attributes, title.read, spelled)),
  ];
  return fileText(source, blocks, [
    ['cdktf', 'IResolvable'],
    ['../binding/props', 'OneOf'],
    ['../binding/references', 'ListReference'],
  ]);
}

/** The same of a class: of a resource the one that its construct extends, of everything else the whole. */
export function classOf(source, name, base = 'ResourceConstruct', { description, attributes }, spelled) {
  const write = base === 'ResourceConstruct' ? resourceClass : wholeClass;
  return fileText(
    source,
    write(source, name, getters(name, attributes, spelled), spelled(description), base),
    [
      ['cdktf', 'IResolvable'],
      ['constructs', 'Construct'],
      ['../elements/meta', 'MetaArguments'],
      ['../elements/zone-resource', 'ZoneResource'],
      ['../props', `${name}Arguments`, `${name}References`],
    ],
    `import { ${source} } from '../../schema';\nimport { ${base} } from '../elements/${fileOf(base)}';\n`,
  );
}

/** @param types a module and its types, of which those that the blocks use are imported */
function fileText(source, blocks, types, values = '') {
  const body = blocks.join('\n\n');
  const imports = types.flatMap(([from, ...names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${from}';\n`];
  });
  return `${header(source)}${imports.join('')}${values}\n${body}\n`;
}

/** The text of the file that exports all files of a folder. */
export function indexOf(files, exported) {
  return header('the schema') + files.map((file) => `${exported} * from './${file}';\n`).join('');
}

const header = (source) => `// Written by "npm run build" from ${source}: change that, and not this file.\n`;

/** A data source or an action, as a user makes it. */
function wholeClass(source, name, members, description, base) {
  const isAction = base === 'ZoneAction';
  const meta = isAction ? "Omit<MetaArguments, 'dependsOn' | 'lifecycle'>" : 'MetaArguments';
  return [
    `/** What to ${isAction ? 'do' : 'look up'}. */\nexport interface ${name}Props extends ${name}Arguments, ${meta} {}`,
    `${comment([description])}export class ${name} extends ${base}<typeof ${source}> {
  ${TYPE_MEMBER} = ${source}.type;
${isAction ? '' : `\n  /** References to the data source's attributes. */\n  declare readonly references: ${name}References;\n`}
  constructor(scope: Construct, id: string, props: ${name}Props) {
    super(scope, id, ${source}, props);
  }
${members.map(({ text, name, type }) => `\n${text}  get ${name}(): ${type} {\n    return this.references.${name};\n  }\n`).join('')}}`,
  ];
}

/** What the construct of a resource extends: the references to what the service or the provider decides. */
function resourceClass(source, name, members) {
  return [
    `/** What \`${name}\` has of its resource. */
export abstract class ${name}Attributes extends ResourceConstruct {
  ${TYPE_MEMBER} = ${source}.type;

  protected abstract override readonly inner: ZoneResource<typeof ${source}>;

  /** References to the stored attributes. */
  get references(): ${name}References {
    return this.inner.references;
  }
${members.map(({ text, name, type }) => `\n${text}  get ${name}(): ${type} {\n    return this.inner.references.${name};\n  }\n`).join('')}}`,
  ];
}

const TYPE_MEMBER =
  '/** The type in the synthesized stack, for the matchers of cdktf. */\n  static readonly tfResourceType';

/** What nobody sets. */
function getters(prefix, attributes, spelled) {
  return Object.entries(attributes)
    .filter(([, each]) => !each.required && !each.optional)
    .map(([attribute, each]) => {
      const inner = `${prefix}${pascalCase(attribute)}References`;
      const name = camelCase(attribute);
      const type = ['string', 'number', 'IResolvable'].includes(referenceType(each, inner))
        ? referenceType(each, inner)
        : `${prefix}References['${name}']`;
      return { name, type, text: comment([spelled(each.description)], '  ') };
    });
}

/** One interface for the object and one for each object inside of it that the user may set. */
function argumentInterfaces(name, prefix, attributes, title, spelled) {
  const given = Object.entries(attributes).filter(([, each]) => each.required || each.optional);
  if (given.length === 0) return [];
  const members = given.map(([attribute, each]) => {
    const mark = each.required ? '' : '?';
    const type = each.nested ? collection(each.nested, prefix + pascalCase(attribute)) : argumentType(each);
    return `${comment(argumentLines(each, spelled), '  ')}  readonly ${camelCase(attribute)}${mark}: ${type};`;
  });
  const inner = given
    .filter(([, each]) => each.nested)
    .flatMap(([attribute, each]) => {
      const nested = prefix + pascalCase(attribute);
      const about = spelled(each.description);
      return argumentInterfaces(nested, nested, each.attributes, about, spelled);
    });
  return [`${comment([title])}export interface ${name} {\n${members.join('\n')}\n}`, ...inner];
}

/** The same for references. Sets and maps of objects have no order or keys to refer by. */
function referenceInterfaces(prefix, attributes, title, spelled, isInner = false) {
  const kept = Object.entries(attributes).filter(([, each]) => !each.writeOnly);
  const members = kept.map(([attribute, each]) => {
    const type = referenceType(each, `${prefix}${pascalCase(attribute)}References`);
    return `${comment([spelled(each.description)], '  ')}  readonly ${camelCase(attribute)}: ${type};`;
  });
  const inner = kept
    .filter(([, each]) => each.nested === 'single' || each.nested === 'list')
    .flatMap(([attribute, each]) => {
      const about = spelled(each.description);
      return referenceInterfaces(prefix + pascalCase(attribute), each.attributes, about, spelled, true);
    });
  // An object is also a token, for a reference to it as a whole.
  const kind = isInner ? ' extends IResolvable' : '';
  return [
    `${comment([title])}export interface ${prefix}References${kind} {\n${members.join('\n')}\n}`,
    ...inner,
  ];
}

function collection(nested, name) {
  const all = { single: name, map: `Readonly<Record<string, ${name}>>` }[nested] ?? `readonly ${name}[]`;
  return `${all} | IResolvable`;
}

function argumentType({ type, checks }) {
  const words = checks?.[0]?.words;
  return words ? `OneOf<${words.map(quoted).join(' | ')}>` : valueType(type);
}

function valueType(type) {
  if (type === 'string') return 'string';
  if (type === 'bool') return 'boolean | IResolvable';
  if (type === 'int' || type === 'number') return 'number';
  if (type.map) return `Readonly<Record<string, ${valueType(type.map)}>> | IResolvable`;
  const element = type.list ?? type.set;
  if (element === undefined) return 'unknown';
  const isPlain = ['string', 'int', 'number'].includes(element);
  const of = valueType(element);
  return isPlain ? `readonly ${of}[]` : `readonly (${of})[] | IResolvable`;
}

function referenceType({ type, nested }, name) {
  if (nested === 'single') return name;
  if (nested === 'list') return `ListReference<${name}>`;
  if (type === 'string') return 'string';
  if (type === 'int' || type === 'number') return 'number';
  if (type?.list === 'string' || type?.set === 'string') return 'string[]';
  return type?.map === 'string' ? 'Record<string, string>' : 'IResolvable';
}

/** What the sentences of a description say about the case that the attribute is left out. */
const LEFT_OUT = [
  [/ ?Also from the environment: (`\w+`)\./, (variable) => `${variable} in the environment of the engine`],
  [/ ?Default:? ([^.]+)\./, (value) => value],
  [/ ?When it is left out: ([^.]+)\./, (value) => value],
  [/ ?(`[^`]+`) when left out\./, (value) => value],
];

/** The description, what is allowed, and the tags. */
function argumentLines(attribute, spelled) {
  const { description, required, sensitive, writeOnly, deprecated, checks } = attribute;
  const [said, text] = LEFT_OUT.find(([pattern]) => pattern.test(description)) ?? [];
  const unsaid = checks?.[0]?.words?.filter((word) => !description.includes(word)) ?? [];
  const lines = [
    said ? description.replace(said, '') : description,
    unsaid.length > 0 && `One of ${checks[0].words.map((word) => `\`${word}\``).join(', ')}.`,
    sensitive && 'Hidden in what the engine prints.',
    // A plan may store what is sensitive.
    writeOnly && !sensitive && 'Never in plan or state; needs Terraform 1.11 or OpenTofu 1.11.',
  ].filter(Boolean);
  const fallback = attribute.default === undefined ? 'none' : JSON.stringify(attribute.default);
  return [
    spelled(lines.join(' ')),
    !required && `@default ${said ? spelled(text(said.exec(description)[1])) : fallback}`,
    deprecated && `@deprecated ${spelled(deprecated)}`,
  ].filter(Boolean);
}

/** A documentation comment with a line for each of the texts, wrapped. */
function comment(texts, indent = '') {
  const lines = texts.flatMap((text) => wrapped(text.replaceAll('*/', '*\\/'), 118 - indent.length - 3));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function wrapped(text, width) {
  return text.split(' ').reduce((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

function quoted(word) {
  return `'${word}'`;
}

/** The file of a class, without its ending. */
export function fileOf(name) {
  return name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
}

export function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
}

function pascalCase(name) {
  return camelCase(`_${name}`);
}
