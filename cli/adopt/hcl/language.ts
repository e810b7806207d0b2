import { MAX_CUSTOM_FIELDS, PROVIDER_ADDRESS, isRecord } from '../../../schema';
import { readableFilter } from '../../resources';
import { withEscapes } from '../../text/typescript-code';
import { given, titleOf } from '../../text/words';
import { secretsIn, type Piece } from '../destination';
import {
  DESTINATION_VERSION,
  type Declaration,
  type Language,
  type OutputFile,
  type DoneZone,
} from '../language';

/** The oldest engine that reads import blocks, and the oldest one with write-only attributes. */
const ENGINES = { plain: '>= 1.5', withSecrets: '>= 1.11' };

const SECRETS_FILE = 'secrets.auto.tfvars.json';

/**
 * One root module with a file for each zone: a zone can be read, reviewed and moved by itself, and nothing has to be passed
 * on from a root to modules. The import blocks are in a file of their own, because they are of no use after the first apply.
 */
export const HCL: Language = {
  secretsFile: SECRETS_FILE,
  ignored: ['.terraform/'],
  zoneFile: ({ zone, label, declarations }) => ({
    path: `${label.replaceAll('_', '-')}.tf`,
    text: `${[
      `# ${titleOf(zone)}`,
      ...declarations.flatMap((one) => [
        ...variableBlocks(one).map(blockText),
        blockText(resourceBlock(zone.id, one)),
      ]),
    ].join('\n\n')}\n`,
    secrets: declarations.flatMap(({ destination }) => secretsIn(destination?.pieces ?? [])),
  }),
  projectFiles: (zones, version) => [mainFile(zones, version), importsFile(zones)],
  nextSteps: (folder) => [
    // Before the folder changes, so that npx finds the package that runs now.
    'npx zonewright install',
    `cd ${folder}`,
    'terraform init',
    'terraform plan',
    'terraform apply',
  ],
  undoing: [
    'replace the resource blocks with removed blocks that have destroy = false.',
    'Without them, the engine would destroy at the service what the blocks declared.',
  ],
};

function mainFile(zones: readonly DoneZone[], version: string): OutputFile {
  const hasSecrets = zones.some(({ variables }) => variables.length > 0);
  const most = Math.max(0, ...zones.map(({ customFields }) => customFields));
  return {
    path: 'main.tf',
    text: [
      '# Written by `zonewright adopt`: each zone has a file of its own.',
      '# The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.',
      ...given(
        hasSecrets,
        `# The values of the variables are in ${SECRETS_FILE}, which is not for the repository: elsewhere, set`,
        '# TF_VAR_<name> for each plan and apply.',
      ),
      '',
      'terraform {',
      `  required_version = "${hasSecrets ? ENGINES.withSecrets : ENGINES.plain}"`,
      '',
      '  required_providers {',
      '    zone = {',
      `      source  = "${PROVIDER_ADDRESS}"`,
      `      version = "${version}"`,
      '    }',
      '  }',
      '}',
      '',
      most > MAX_CUSTOM_FIELDS ? `provider "zone" {\n  max_custom_fields = ${most}\n}` : 'provider "zone" {}',
      '',
    ].join('\n'),
  };
}

function importsFile(zones: readonly DoneZone[]): OutputFile {
  const blocks = zones
    .flatMap(({ imports }) => Object.entries(imports))
    .map(([to, id]) =>
      blockText({ head: 'import', members: Object.entries({ to: new Expression(to), id }) }),
    );
  const text = ['# Remove this file after the first apply.', ...blocks].join('\n\n');
  return { path: 'imports.tf', text: `${text}\n` };
}

/** The resource of an object, with what people look for first at its beginning. */
export function resourceBlock(zoneId: string, { type, label, attributes, destination }: Declaration): Block {
  const { name, enabled, dataset, kind, ...rest } = attributes;
  const first = { zone_id: zoneId, name, enabled, dataset, kind };
  return {
    head: `resource "${type}" "${label}"`,
    members: [
      ...members(first),
      ...(destination ? destinationMembers(destination.pieces) : []),
      ...members(rest),
    ],
  };
}

/** The variables for the secrets of an object's destination. */
function variableBlocks({ destination }: Declaration): readonly Block[] {
  return secretsIn(destination?.pieces ?? []).map(({ variable, description }) => ({
    head: `variable "${variable}"`,
    members: Object.entries({ description, type: new Expression('string'), ephemeral: true }),
  }));
}

function members(attributes: Readonly<Record<string, unknown>>): HclMembers {
  return Object.entries(attributes).flatMap(([name, value]): HclMembers => {
    if (value === undefined) return [];
    const filter = name === 'filter' ? readableFilter(String(value)) : undefined;
    return [[name, isRecord(filter) ? new Call('jsonencode', filter as HclValue) : (value as HclValue)]];
  });
}

function destinationMembers(pieces: readonly Piece[]): HclMembers {
  if (secretsIn(pieces).length === 0) return Object.entries({ destination_conf: pieces.join('') });
  return Object.entries({
    destination_conf_wo: new Expression(template(pieces)),
    destination_conf_wo_version: DESTINATION_VERSION,
  });
}

function template(pieces: readonly Piece[]): string {
  const [first] = pieces;
  // The whole destination.
  if (typeof first === 'object') return `var.${first.variable}`;
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return literal(piece);
    const { variable, encoded } = piece;
    // `urlencode` writes a space as a plus sign, which the service would take for one.
    return encoded ? `\${replace(urlencode(var.${variable}), "+", "%20")}` : `\${var.${variable}}`;
  });
  return `"${text.join('')}"`;
}

/** An expression that is written as it is, on one line. */
export class Expression {
  constructor(readonly text: string) {}
}

/** A call of a function with one argument, such as `jsonencode({ … })`. */
export class Call {
  constructor(
    readonly name: string,
    readonly argument: HclValue,
  ) {}
}

/** A value of the configuration language; objects are JSON objects. */
export type HclValue =
  | string
  | number
  | boolean
  | null
  | Expression
  | Call
  | readonly HclValue[]
  | { readonly [name: string]: HclValue };

/** The names and values of a block or an object, in order. */
export type HclMembers = readonly (readonly [name: string, value: HclValue])[];

/** A block of the configuration language: `resource "type" "name" { … }`. */
export interface Block {
  readonly head: string;
  readonly members: HclMembers;
}

/** The text of a block, without a line end. */
export function blockText({ head, members }: Block): string {
  return `${head} {\n${membersText(members, INDENT)}}`;
}

/** The longest line that a list stays on. */
const WIDTH = 100;

const INDENT = '  ';

/**
 * The lines of a block's or an object's members, exactly as `terraform fmt` leaves them: the equals signs of members
 * that follow each other on one line each are aligned.
 */
function membersText(members: HclMembers, indent: string): string {
  const texts = members.map(([name, value]) => valueText(value, indent, name.length + 3));
  const widths = members.map(([name]) => [...graphemes.segment(name)].length);
  const isShort = (at: number): boolean => texts[at]?.includes('\n') === false;
  let widest = 0;
  const lines = members.map(([name], at) => {
    if (!isShort(at)) return `${indent}${name} = ${texts[at]}\n`;
    if (!isShort(at - 1)) {
      widest = 0;
      for (let next = at; isShort(next); next += 1) widest = Math.max(widest, widths[next] ?? 0);
    }
    return `${indent}${name}${' '.repeat(widest - (widths[at] ?? 0))} = ${texts[at]}\n`;
  });
  return lines.join('');
}

const graphemes = new Intl.Segmenter();

/** The text of a value; its first line without its indentation. @param column where that begins after it */
function valueText(value: HclValue, indent: string, column: number): string {
  if (value instanceof Expression) return value.text;
  if (value instanceof Call) return `${value.name}(${valueText(value.argument, indent, column)})`;
  if (Array.isArray(value)) {
    const inside = indent + INDENT;
    const items = (value as readonly HclValue[]).map((item) => valueText(item, inside, 0));
    const line = `[${items.join(', ')}]`;
    if (!line.includes('\n') && indent.length + column + line.length <= WIDTH) return line;
    return `[\n${items.map((item) => `${inside}${item},\n`).join('')}${indent}]`;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, each]): readonly [string, HclValue] => {
      // An identifier stands for itself.
      const isPlain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && !KEYWORDS.has(name);
      return [isPlain ? name : quoted(name), each as HclValue];
    });
    return members.length === 0 ? '{}' : `{\n${membersText(members, indent + INDENT)}${indent}}`;
  }
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Words that a key cannot begin an object with. */
const KEYWORDS = new Set(['for', 'null', 'true', 'false', 'if', 'in']);

/** A quoted string that means exactly this text: no template, no escape sequence of its own. */
export function quoted(text: string): string {
  return `"${literal(text)}"`;
}

/** The text as it is written inside a quoted template. */
export function literal(text: string): string {
  const plain = text.replace(/[\\"]/g, '\\$&').replace(/([$%])(?=\{)/g, '$1$1');
  return withEscapes(plain, (code) =>
    code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`,
  );
}
