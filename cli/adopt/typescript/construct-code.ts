import { logpushJobSchema, type JsonObject } from '../../../schema';
import { resourceOf } from '../../resources';
import type { Declaration } from '../declared-zone';
import type { Secret } from '../destination';
import { CallCode, callStatement, Code, SHORTHAND } from '../../typescript-code';
import { destinationCode } from './destination-code';

/** A statement, with the names that it imports from `zonewright` and the secrets whose variables it uses. */
export interface Statement {
  readonly text: string;
  readonly imports: readonly string[];
  readonly secrets: readonly Secret[];
}

/** The statement that declares and imports an object. */
export function constructCode(declaration: Declaration, indent: string): Statement {
  const { type, label, attributes, destination, importId } = declaration;
  const form = resourceOf(type);
  if (!form) throw new Error(`there is no construct for ${type}`);
  const target = destination && destinationCode(destination);
  const { name, enabled, dataset, kind, ...rest } = attributes;
  // The resource's default is false and the construct's true.
  const isEnabled = type === logpushJobSchema.type ? (enabled ?? false) : enabled;
  const props = {
    zoneId: SHORTHAND,
    ...form.props(defined({ name, enabled: isEnabled, dataset, kind })),
    ...(target ? { destination: target.code } : {}),
    ...form.props(rest),
  };
  const call = new CallCode(`new ${form.construct}`, [new Code('stack'), label, props]);
  return {
    text: callStatement(call, indent, `.importFrom(${jobNumber(importId)});`),
    imports: [form.construct, ...(target ? ['LogDestination'] : [])],
    secrets: target?.secrets ?? [],
  };
}

/** The constructs complete the id of an import block with the zone and the version of the destination. */
function jobNumber(importId: string): string {
  return importId.split('/')[1] ?? '';
}

function defined(attributes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
