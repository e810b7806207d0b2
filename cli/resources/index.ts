import { camelCase } from '../../lib/binding/spelling';
import {
  FIELD_SETS,
  filterMeaning,
  isRecord,
  logCustomFieldsSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  MAX_FILTER_BYTES,
  shownDestination,
  titleOf,
  type NestedAttribute,
  type ObjectSchema,
} from '../../schema';
import { listIn, member, textOf, textsIn, type Json } from '../text/json';
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
  const set = FIELD_SETS.flatMap((each) => {
    const names = textsIn(member(values, each));
    return names.length === 0 ? [] : [`${titleOf(each)} ${names.join(', ')}`];
  });
  return set.join('; ') || 'no fields';
}

function jobProps({ filter, ...attributes }: Attributes): Props {
  const { logpullOptions: options, ...rest } = propsOf(logpushJobSchema.attributes, attributes);
  const { fields, timestamps, sample, ...further } = (options ?? {}) as Props;
  const readable = typeof filter === 'string' ? readableFilter(filter) : undefined;
  return {
    ...Object.fromEntries(
      Object.entries({ fields, timestamps, sample }).filter(([, value]) => value !== undefined),
    ),
    ...(Object.keys(further).length > 0 && { logpullOptions: further }),
    ...rest,
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

function challengeSummary(values: Json): string {
  const [destination, filename] = ['destination_conf', 'filename'].map((name) => textOf(values, name));
  return [destination && `of ${shownDestination(destination)}`, filename && `in ${filename}`]
    .filter(Boolean)
    .join(' ');
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

function rulesSummary(values: Json): string {
  const rules = member(values, 'rules');
  // A text stands for sensitive ones.
  const names = listIn(rules).flatMap((rule) =>
    typeof rule === 'string' ? rule : (textOf(rule, 'name') ?? []),
  );
  return names.length === 0 ? 'no managed rules' : `rules ${names.join(', ')}`;
}

/** The construct leaves out the level `rules` of `adjustments`. */
function migrationProps({ adjustments, ...rest }: Attributes): Props {
  const props = propsOf(managedRulesMigrationSchema.attributes, rest);
  if (!isRecord(adjustments)) return props;
  const byRuleset = Object.entries(adjustments).map(([id, of]) => [
    id,
    isRecord(of) ? plain(of['rules']) : {},
  ]);
  return { ...props, adjustments: Object.fromEntries(byRuleset) as TsValue };
}

/** Attributes as props: their names in camel case, also in objects inside, and texts for the engine. Keys of maps are data. */
function propsOf(schema: ObjectSchema['attributes'], attributes: Attributes): Props {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const attribute = schema[name];
      return [camelCase(name), attribute?.nested ? nestedProps(attribute, value) : plain(value)];
    }),
  );
}

function nestedProps({ nested, attributes }: NestedAttribute, value: unknown): TsValue {
  const one = (object: unknown): TsValue =>
    isRecord(object) ? (propsOf(attributes, object) as TsValue) : plain(object);
  if (Array.isArray(value)) return value.map(one);
  if (nested !== 'map' || !isRecord(value)) return one(value);
  return Object.fromEntries(Object.entries(value).map(([key, object]) => [key, one(object)]));
}

function propsBy({ attributes: schema }: ObjectSchema): ResourceRecord['props'] {
  return (attributes) => propsOf(schema, attributes);
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
    ...{ props: propsBy(logCustomFieldsSchema), summary: fieldsSummary },
  },
  {
    ...{ schema: logpushJobSchema, construct: 'LogpushJob', label: null, noun: 'a log push job' },
    ...{ props: jobProps, summary: jobSummary },
  },
  {
    // No adoption writes one: the service keeps nothing of it.
    ...{ schema: logpushOwnershipChallengeSchema, construct: 'LogpushOwnershipChallenge', label: null },
    ...{ noun: 'an ownership challenge', props: propsBy(logpushOwnershipChallengeSchema) },
    summary: challengeSummary,
  },
  {
    ...{
      schema: managedRulesSchema,
      construct: 'ManagedRules',
      label: 'managed_rules',
      noun: 'managed rules',
    },
    ...{ props: propsBy(managedRulesSchema), summary: rulesSummary },
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
