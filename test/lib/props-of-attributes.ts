import type { TerraformStack } from 'cdktf';
import * as zonewright from '../../lib';
import { camelCase } from '../../lib/binding/spelling';
import { isRecord, OBJECT_SCHEMAS, providerSchema, type Attributes, type ObjectSchema } from '../../schema';

type Values = Readonly<Record<string, unknown>>;
type Class = new (scope: object, id: string, props: object) => unknown;

const CLASSES: Readonly<Record<string, Class>> = Object.fromEntries(
  Object.values(zonewright as unknown as Readonly<Record<string, { readonly tfResourceType?: string }>>)
    .filter(({ tfResourceType }) => tfResourceType !== undefined)
    .map((one) => [one.tfResourceType, one as unknown as Class]),
);

/** The schema of a type, the provider's own included. */
export function schemaOf(type: string): ObjectSchema {
  const schema = [providerSchema, ...OBJECT_SCHEMAS].find((one) => one.type === type);
  if (!schema) throw new Error(`no ${type}`);
  return schema;
}

/** Declares what a configuration does, as a construct with the id `it`. */
export function declare(stack: TerraformStack, type: string, values: Values): void {
  const props = propsOf(schemaOf(type).attributes, values);
  const inOwnForm = OWN_FORMS[type] ?? ((given) => given);
  new (CLASSES[type] as Class)(stack, 'it', inOwnForm(props));
}

/** Attributes as props: names in camel case, keys of maps as they are. */
function propsOf(attributes: Attributes, values: Values): Values {
  const given = Object.entries(values).map(([name, value]) => {
    const attribute = attributes[name];
    const nested = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(nested);
      return attribute?.nested && isRecord(one) ? propsOf(attribute.attributes, one) : one;
    };
    const isMap = attribute?.nested === 'map' && isRecord(value);
    const prop = isMap
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nested(one)]))
      : nested(value);
    return [camelCase(name), prop];
  });
  return Object.fromEntries(given) as Values;
}

/** What has another form in a construct. */
const OWN_FORMS: Readonly<Record<string, (props: Values) => object>> = {
  zone: (props) => ({ alias: 'it', ...props }),
  zone_managed_rules_migration: ({ adjustments, ...props }) => ({
    ...props,
    adjustments: rulesAlone(adjustments),
  }),
  zone_logpush_job: ({ logpullOptions, ...props }) => {
    const { fields, timestamps, sample, ...more } = (logpullOptions ?? {}) as Values;
    const options = Object.keys(more).length === 0 ? {} : { logpullOptions: more };
    return { ...withDestination(props), ...given({ fields, timestamps, sample }), ...options };
  },
  zone_logpush_ownership_challenge: withDestination,
};

/** Adjustments of a construct are those of the rules. */
function rulesAlone(adjustments: unknown): unknown {
  if (!isRecord(adjustments)) return undefined;
  return Object.fromEntries(
    Object.entries(adjustments).map(([id, one]) => [id, (one as { readonly rules?: unknown }).rules]),
  );
}

/** A destination that is stored, or is not, with its challenge: a plan says whether it needs one. */
function withDestination({
  destinationConf: stored,
  destinationConfWo: conf = stored,
  destinationConfWoVersion: destinationVersion,
  ownershipChallengeWo,
  ownershipChallenge = ownershipChallengeWo,
  ...props
}: Values): object {
  const storeSecrets = conf === stored;
  const facts = { needsChallenge: false, ...(!storeSecrets && { holdsSecrets: true }) };
  const destination = zonewright.LogDestination.of(conf as string, facts);
  return { ...props, ...given({ destination, destinationVersion, ownershipChallenge }), storeSecrets };
}

/** Without what is not set. */
function given(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
