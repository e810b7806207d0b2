import type { TerraformStack } from 'cdktf';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import * as zonewright from '../../lib';
import { camelCase } from '../../lib/binding/spelling';
import { checkConfig, isRecord, OBJECT_SCHEMAS, type Attributes, type ObjectSchema } from '../../schema';
import { connect, shownDiagnostics, type ShownPath } from '../provider-shim/sdk/framework/connected';
import { encoded, valueOf } from '../provider-shim/sdk/framework/plain';
import { ZONE, zoneStack } from '../lib/logpush-stack';
import { validationErrors } from '../lib/synth';
import { BY_CONSTRUCTS, NEEDED } from './by-constructs';
import { REFUSED } from './table';

/** What the schema refuses is refused alike by the provider, at validate, and by the construct, at synth. */

const ROWS = Object.entries(REFUSED).flatMap(([type, rows]) =>
  Object.entries(rows).map(([what, [given, ...errors]]) => {
    const attributes: Readonly<Record<string, unknown>> = { zone_id: ZONE, ...given };
    return { type, schema: schemaOf(type), what, given: attributes, errors };
  }),
);

function schemaOf(type: string): ObjectSchema {
  const schema = OBJECT_SCHEMAS.find((one) => one.type === type);
  if (!schema) throw new Error(`no ${type}`);
  return schema;
}

/** A place as a message has it. */
function placeText(path: readonly (string | number)[]): string {
  const step = (text: string, one: string | number): string => {
    if (typeof one === 'number') return `${text}[${one}]`;
    if (!/^\w+$/.test(one)) return `${text}[${JSON.stringify(one)}]`;
    return text === '' ? one : `${text}.${one}`;
  };
  return path.reduce(step, '');
}

const said = (place: string, text: string): string => (place === '' ? text : `${place}: ${text}`);

test.each(ROWS)('$type refuses $what', ({ schema, given, errors }) => {
  expect(
    checkConfig(schema, given).map(({ path, message, hint }) => said(placeText(path), `${message} ${hint}`)),
  ).toEqual(errors);
});

/** The names of the steps, without the elements of sets, which have no place in the protocol. */
const namesIn = (path: ShownPath): readonly (string | number)[] =>
  path.map((step) => (typeof step === 'string' ? step : 'key' in step ? step.key : step.index));

test.each(ROWS)(
  '$type refuses $what over the protocol, on the attribute',
  async ({ type, schema, given, errors }) => {
    const provider = createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' });
    const { diagnostics } = await connect(provider).call('ValidateResourceConfig', {
      typeName: type,
      config: encoded(schema, valueOf(schema, given)),
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    });
    const found = shownDiagnostics(diagnostics).filter(({ severity }) => severity === 'error');
    expect(found.map(({ summary, detail }) => `${summary} ${detail}`)).toEqual(
      errors.map((error) => expect.stringContaining(error.replace(/^\S+: /, '').slice(0, 60)) as string),
    );
    for (const [index, { at = [] }] of found.entries())
      expect(errors[index]).toEqual(
        expect.stringMatching(at.length === 0 ? /^/ : new RegExp(`^${escaped(placeText(namesIn(at)))}`)),
      );
  },
);

function escaped(text: string): string {
  return text.replace(/[[\]".]/g, '\\$&');
}

const { LogCustomFields, LogpushJob, ManagedRules, ManagedRulesMigration } = zonewright;

/** Makes a construct of these attributes. */
type Make = (scope: TerraformStack, props: Props) => unknown;
type Props = Readonly<Record<string, never>>;

/** What has another form in a construct; undefined where that form has no such mistake. */
const CONSTRUCTS: Readonly<Record<string, (props: Props) => Make | undefined>> = {
  zone_log_custom_fields: () => (scope, props) => new LogCustomFields(scope, 'it', props as never),
  zone_managed_rules: () => (scope, props) => new ManagedRules(scope, 'it', props as never),
  zone_managed_rules_migration:
    ({ adjustments, ...props }) =>
    (scope) =>
      new ManagedRulesMigration(scope, 'it', { ...props, adjustments: rulesAlone(adjustments) } as never),
  zone_logpush_job: ({
    destinationConf,
    destinationConfWo,
    ownershipChallengeWo,
    outputOptions,
    logpullOptions,
    ...props
  }) => {
    if (destinationConfWo ?? ownershipChallengeWo ?? outputOptions) return undefined;
    const { fields, timestamps, sample, ...more } = (logpullOptions ?? {}) as Props;
    const all = { destination: destinationConf, fields, timestamps, sample };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    const options = Object.keys(more).length === 0 ? {} : { logpullOptions: more };
    return (scope) =>
      new LogpushJob(scope, 'it', { ...props, ...Object.fromEntries(given), ...options } as never);
  },
};

/** Adjustments of a construct are those of the rules. */
function rulesAlone(adjustments: unknown): unknown {
  if (!isRecord(adjustments)) return undefined;
  return Object.fromEntries(
    Object.entries(adjustments).map(([id, one]) => [id, (one as { readonly rules?: unknown }).rules]),
  );
}

/** Attributes as props: names in camel case, keys of maps as they are. */
function propsOf(attributes: Attributes, values: Readonly<Record<string, unknown>>): Props {
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
  return Object.fromEntries(given) as Props;
}

const asProps = (text: string): string =>
  text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => (PROPS.has(name) ? camelCase(name) : name));

/** Names of attributes. */
const PROPS: ReadonlySet<string> = new Set(OBJECT_SCHEMAS.flatMap(({ attributes }) => namesOf(attributes)));

function namesOf(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    ...(attribute.nested ? namesOf(attribute.attributes) : []),
  ]);
}

const BY_CONSTRUCT = ROWS.flatMap((row) => {
  const props = propsOf(row.schema.attributes, row.given);
  const make = CONSTRUCTS[row.type]?.(props);
  return make ? [{ ...row, make: (scope: TerraformStack) => make(scope, props) }] : [];
});

/** What is said of an attribute, of the prop: where a job has props of another form, without its place. */
const inProps = (error: string): string =>
  asProps(
    error
      .replace(/^(?:destination|logpull_options|ownership)\S*: /, '')
      .replace(/^(adjustments\.\w+)\.rules/, '$1'),
  );

test.each(BY_CONSTRUCT)('the construct of $type refuses $what', ({ errors, make }) => {
  const stack = zoneStack();
  make(stack);
  expect(validationErrors(stack)).toEqual(
    errors.map((error) => expect.stringContaining(inProps(error)) as string),
  );
});

/** The constructs as JavaScript sees them, or a spread in TypeScript. */
type Classes = Readonly<Record<string, new (scope: object, id: string, props: object) => unknown>>;

test.each(
  Object.entries(BY_CONSTRUCTS).flatMap(([construct, rows]) =>
    Object.entries(rows).map(([what, [given, ...errors]]) => ({ construct, what, given, errors })),
  ),
)('$construct refuses $what', ({ construct, given, errors }) => {
  const stack = zoneStack();
  const Construct = (zonewright as unknown as Classes)[construct] as Classes[string];
  const props: object = typeof given === 'function' ? (given as (stack: object) => object)(stack) : given;
  new Construct(stack, 'it', { ...NEEDED[construct], ...props });
  const said = validationErrors(stack).map((line) => line.replace(/^\[stack\/it\] /, ''));
  expect(said).toEqual(
    errors.map((error) => (typeof error === 'string' ? error : (expect.stringMatching(error) as string))),
  );
});

test.each<readonly [string, object]>([
  ['is undefined or null', { cookie: undefined, enable: null }],
  ['cdktf has', { lifecycle: {}, dependsOn: [], count: 1, connection: undefined }],
  ['cdktf has for provisioners', { provisioners: [{ type: 'local-exec', command: 'true' }] }],
])('a prop that %s is accepted', (_what, props) => {
  const stack = zoneStack();
  new LogCustomFields(stack, 'it', { ...NEEDED['LogCustomFields'], ...props } as never);
  expect(validationErrors(stack)).toEqual([]);
});
