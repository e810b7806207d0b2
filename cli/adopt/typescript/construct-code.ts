import { camelCase } from '../../../lib/binding/camel-case';
import {
  isRecord,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  type JsonObject,
} from '../../../schema';
import type { Declaration } from '../declared-zone';
import type { Secret } from '../destination';
import { readableFilter } from '../filter';
import { CallCode, callStatement, Code, SHORTHAND, type TsValue, forEngine } from './code';
import { destinationCode } from './destination-code';

/** A statement, with the names that it imports from `zonewright` and the secrets whose variables it uses. */
export interface Statement {
  readonly text: string;
  readonly imports: readonly string[];
  readonly secrets: readonly Secret[];
}

type Props = { readonly [name: string]: TsValue | undefined };

/** How the construct of each type takes what the resource has. */
interface ConstructForm {
  readonly className: string;
  readonly props: (attributes: JsonObject) => Props;
}

const CONSTRUCTS: Readonly<Record<string, ConstructForm>> = {
  [logCustomFieldsSchema.type]: { className: 'LogCustomFields', props: camelCased },
  [logpushJobSchema.type]: { className: 'LogpushJob', props: jobProps },
  [managedRulesSchema.type]: { className: 'ManagedRules', props: managedRulesProps },
  [managedRulesMigrationSchema.type]: { className: 'ManagedRulesMigration', props: migrationProps },
};

/** The statement that declares and imports an object. */
export function constructCode(declaration: Declaration, indent: string): Statement {
  const { type, label, attributes, destination, importId } = declaration;
  const form = CONSTRUCTS[type];
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
  const call = new CallCode(`new ${form.className}`, [new Code('stack'), label, props]);
  return {
    text: callStatement(call, indent, `.importFrom(${jobNumber(importId)});`),
    imports: [form.className, ...(target ? ['LogDestination'] : [])],
    secrets: target?.secrets ?? [],
  };
}

/** The constructs complete the id of an import block with the zone and the version of the destination. */
function jobNumber(importId: string): string {
  return importId.split('/')[1] ?? '';
}

function jobProps({ filter, options, ...rest }: JsonObject): Props {
  const readable = typeof filter === 'string' ? readableFilter(filter) : undefined;
  return {
    ...(isRecord(options) ? camelCased(options) : {}),
    ...camelCased(rest),
    ...(typeof filter === 'string'
      ? {
          filter:
            readable === undefined ? forEngine(filter) : new CallCode('JSON.stringify', [plain(readable)]),
        }
      : {}),
  };
}

/** The construct leaves out the level `rules` of `adjustments`. */
function migrationProps({ adjustments, ...rest }: JsonObject): Props {
  if (!isRecord(adjustments)) return camelCased(rest);
  const byRuleset = Object.entries(adjustments).map(([id, of]) => [
    id,
    isRecord(of) ? plain(of['rules']) : {},
  ]);
  return { ...camelCased(rest), adjustments: Object.fromEntries(byRuleset) as TsValue };
}

/** The names of deployments, exceptions, categories and rules are data; the attributes of each are not. */
function managedRulesProps({ deployments, exceptions, order }: JsonObject): Props {
  return {
    deployments: isRecord(deployments) ? eachOf(deployments, deploymentProps) : undefined,
    exceptions: isRecord(exceptions)
      ? eachOf(exceptions, ({ rules, ...rest }) => ({
          ...camelCased(rest),
          ...(rules === undefined ? {} : { rules: plain(rules) }),
        }))
      : undefined,
    order: order === undefined ? undefined : plain(order),
  };
}

function deploymentProps({ overrides, ...rest }: JsonObject): Props {
  if (!isRecord(overrides)) return camelCased(rest);
  const { categories, rules, ...whole } = overrides;
  return {
    ...camelCased(rest),
    overrides: {
      ...camelCased(whole),
      categories: isRecord(categories) ? eachOf(categories, camelCased) : undefined,
      rules: isRecord(rules) ? eachOf(rules, camelCased) : undefined,
    },
  };
}

function eachOf(items: JsonObject, props: (item: JsonObject) => Props): TsValue {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, props(item as JsonObject)]));
}

/** Attributes as props: their names in camel case, also in objects inside, and texts for the engine. */
function camelCased(attributes: JsonObject): Props {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      camelCase(name),
      isRecord(value) ? (camelCased(value) as TsValue) : plain(value),
    ]),
  );
}

/** A value whose names are data, and stay as they are. */
function plain(value: unknown): TsValue {
  if (typeof value === 'string') return forEngine(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  return value as TsValue;
}

function defined(attributes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
