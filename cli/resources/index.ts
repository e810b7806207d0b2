import { camelCase } from '../../lib/binding/spelling';
import {
  FIELD_LISTS,
  filterMeaning,
  isRecord,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  MAX_FILTER_BYTES,
  shownDestination,
  type ObjectSchema,
} from '../../schema';
import { isObject, member, textOf, textsIn, type Json } from '../text/json';
import { CallCode, forEngine, type TsValue } from '../text/typescript-code';

/** What the commands know of a resource beside its schema. */
export interface ResourceRecord {
  readonly schema: ObjectSchema;
  /** The class of its construct. */
  readonly construct: string;
  /** How the construct takes the attributes of an adopted object. */
  readonly props: (attributes: Attributes) => Props;
  /** What an adoption calls the one object of a zone; null where a zone may have several. */
  readonly label: string | null;
  /** What a sentence calls one of it. */
  readonly noun: string;
  /** What an object is, in one line, without its zone. Values that a plan marks as sensitive are masked before. */
  readonly summary: (values: Json) => string;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Arguments of a construct, as code. */
export type Props = { readonly [name: string]: TsValue | undefined };

function fieldsSummary(values: Json): string {
  const set = FIELD_LISTS.flatMap((list) => {
    const names = textsIn(member(values, list));
    return names.length === 0 ? [] : [`${list.replace('_', ' ')} ${names.join(', ')}`];
  });
  return set.join('; ') || 'no fields';
}

function jobProps({ filter, logpull_options: options, ...rest }: Attributes): Props {
  const { fields, timestamps, sample, ...further } = isRecord(options) ? camelCased(options) : {};
  const readable = typeof filter === 'string' ? readableFilter(filter) : undefined;
  return {
    ...Object.fromEntries(
      Object.entries({ fields, timestamps, sample }).filter(([, value]) => value !== undefined),
    ),
    ...(Object.keys(further).length > 0 && { logpullOptions: further }),
    ...camelCased(rest),
    ...(typeof filter === 'string'
      ? {
          filter:
            readable === undefined ? forEngine(filter) : new CallCode('JSON.stringify', [plain(readable)]),
        }
      : {}),
  };
}

function jobSummary(values: Json): string {
  const name = textOf(values, 'name');
  const number = member(values, 'job_id');
  const configured = textOf(values, 'destination_conf');
  const place = textOf(values, 'destination') ?? (configured === null ? null : shownDestination(configured));
  return [
    name ? `job "${name}"` : `job ${typeof number === 'number' ? number : 'without a name'}`,
    ...(textOf(values, 'dataset') === null ? [] : [`of ${textOf(values, 'dataset')}`]),
    ...(place === null ? [] : [`to ${place}`]),
    ...(member(values, 'enabled') === false ? ['(not enabled)'] : []),
  ].join(' ');
}

/**
 * The filter of a job as JSON, to be written for people. Undefined if it must stay a text: because its JSON cannot be read
 * without rounding a number, or because the engine's way to write JSON would make it too long for the service.
 */
export function readableFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value);
    // `jsonencode` escapes these (HashiCorp, "jsonencode Function").
    const longest = written.replace(/[<>&\u2028\u2029]/g, '\\u0000');
    const fits = new TextEncoder().encode(longest).length <= MAX_FILTER_BYTES;
    return fits && filterMeaning(written) === filterMeaning(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The names of deployments, exceptions, categories and rules are data; the attributes of each are not. */
function rulesProps({ deployments, exceptions, order }: Attributes): Props {
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

function deploymentProps({ overrides, ...rest }: Attributes): Props {
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

function eachOf(items: Attributes, props: (item: Attributes) => Props): TsValue {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, props(item as Attributes)]));
}

function rulesSummary(values: Json): string {
  const set = ['deployments', 'exceptions'].flatMap((list) => {
    const map = member(values, list);
    const names = isObject(map) ? Object.keys(map) : [];
    return names.length === 0 ? [] : [`${list} ${names.join(', ')}`];
  });
  return set.join('; ') || 'no managed rules';
}

/** The construct leaves out the level `rules` of `adjustments`. */
function migrationProps({ adjustments, ...rest }: Attributes): Props {
  if (!isRecord(adjustments)) return camelCased(rest);
  const byRuleset = Object.entries(adjustments).map(([id, of]) => [
    id,
    isRecord(of) ? plain(of['rules']) : {},
  ]);
  return { ...camelCased(rest), adjustments: Object.fromEntries(byRuleset) as TsValue };
}

/** Attributes as props: their names in camel case, also in objects inside, and texts for the engine. */
function camelCased(attributes: Attributes): Props {
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

/** Every resource of the provider. */
export const RESOURCES: readonly ResourceRecord[] = [
  {
    ...{ schema: logCustomFieldsSchema, construct: 'LogCustomFields', label: 'fields', noun: 'log fields' },
    ...{ props: camelCased, summary: fieldsSummary },
  },
  {
    ...{ schema: logpushJobSchema, construct: 'LogpushJob', label: null, noun: 'a log push job' },
    ...{ props: jobProps, summary: jobSummary },
  },
  {
    ...{
      schema: managedRulesSchema,
      construct: 'ManagedRules',
      label: 'managed_rules',
      noun: 'managed rules',
    },
    ...{ props: rulesProps, summary: rulesSummary },
  },
  {
    ...{ schema: managedRulesMigrationSchema, construct: 'ManagedRulesMigration' },
    ...{ label: 'migration', noun: 'a migration', props: migrationProps },
    summary: (values) => `target ${textOf(values, 'target_state') ?? 'known after apply'}`,
  },
];

/** The record of a type; undefined for another one. */
export function resourceOf(type: string): ResourceRecord | undefined {
  return RESOURCES.find(({ schema }) => schema.type === type);
}
