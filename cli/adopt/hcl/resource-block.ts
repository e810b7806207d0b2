import { isRecord, logpushJobSchema } from '../../../schema';
import { DESTINATION_VERSION, type Declaration } from '../declared-zone';
import { secretsIn, type Piece, type Secret } from '../destination';
import { readableFilter } from '../../readable-filter';
import { Call, Expression, literal, type Block, type HclMembers, type HclValue } from './expression';

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
export function variableBlocks({ destination }: Declaration): readonly Block[] {
  return secretsIn(destination?.pieces ?? []).map(({ variable, description }) => ({
    head: `variable "${variable}"`,
    members: [
      ['description', description],
      ['type', new Expression('string')],
      ['ephemeral', true],
    ],
  }));
}

function members(type: string, attributes: Readonly<Record<string, unknown>>): HclMembers {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, valueOf(type, name, value)]);
}

function valueOf(type: string, name: string, value: unknown): HclValue {
  const filter =
    type === logpushJobSchema.type && name === 'filter' ? readableFilter(String(value)) : undefined;
  return isRecord(filter) ? new Call('jsonencode', filter as HclValue) : (value as HclValue);
}

function destinationMembers(pieces: readonly Piece[]): HclMembers {
  if (secretsIn(pieces).length === 0) return [['destination_conf', pieces.join('')]];
  return [
    ['destination_conf_wo', new Expression(template(pieces))],
    ['destination_conf_wo_version', DESTINATION_VERSION],
  ];
}

function template(pieces: readonly Piece[]): string {
  const [only, ...more] = pieces;
  if (typeof only === 'object' && more.length === 0) return `var.${only.variable}`;
  return `"${pieces.map((piece) => (typeof piece === 'string' ? literal(piece) : interpolation(piece))).join('')}"`;
}

/** `urlencode` writes a space as a plus sign, which the service would take for one. */
function interpolation({ variable, encoded }: Secret): string {
  return encoded ? `\${replace(urlencode(var.${variable}), "+", "%20")}` : `\${var.${variable}}`;
}
