import { MAX_CUSTOM_FIELDS, PROVIDER_ADDRESS, isRecord, logpushJobSchema } from '../../../schema';
import { readableFilter } from '../../resources';
import { given, titleOf } from '../../text/words';
import {
  DESTINATION_VERSION,
  type Declaration,
  type Language,
  type OutputFile,
  type DoneZone,
} from '../language';
import { secretsIn, type Piece } from '../destination';
import {
  blockText,
  Expression,
  type HclMembers,
  Call,
  literal,
  type Block,
  type HclValue,
} from './expression';

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
      ...members(type, first),
      ...(destination ? destinationMembers(destination.pieces) : []),
      ...members(type, rest),
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

function members(type: string, attributes: Readonly<Record<string, unknown>>): HclMembers {
  return Object.entries(attributes).flatMap(([name, value]): HclMembers => {
    if (value === undefined) return [];
    const isFilter = type === logpushJobSchema.type && name === 'filter';
    const filter = isFilter ? readableFilter(String(value)) : undefined;
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
  const [only, ...more] = pieces;
  if (typeof only === 'object' && more.length === 0) return `var.${only.variable}`;
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return literal(piece);
    const { variable, encoded } = piece;
    // `urlencode` writes a space as a plus sign, which the service would take for one.
    return encoded ? `\${replace(urlencode(var.${variable}), "+", "%20")}` : `\${var.${variable}}`;
  });
  return `"${text.join('')}"`;
}
