import { createZoneProvider } from '../../provider-shim/zone-provider';
import * as zonewright from '../../lib';
import { camelCase } from '../../lib/binding/spelling';
import { checkConfig, OBJECT_SCHEMAS, type Attributes } from '../../schema';
import { connect, shownDiagnostics, type ShownPath } from '../provider-shim/sdk/framework/connected';
import { encoded, valueOf } from '../provider-shim/sdk/framework/plain';
import { ZONE, zoneStack } from '../lib/logpush-stack';
import { declare, schemaOf } from '../lib/props-of-attributes';
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

/** What a job cannot have both of, or has in a form without such a mistake. */
const OF_NO_CONSTRUCT = ['destination_conf_wo', 'ownership_challenge_wo', 'output_options'];
const BY_CONSTRUCT = ROWS.filter(
  ({ type, given }) =>
    type !== 'zone_logpush_ownership_challenge' && !OF_NO_CONSTRUCT.some((name) => name in given),
);

/** What is said of an attribute, of the prop: where a job has props of another form, without its place. */
const inProps = (error: string): string =>
  asProps(
    error
      .replace(/^(?:destination|logpull_options|ownership)\S*: /, '')
      .replace(/^(adjustments\.\w+)\.rules/, '$1'),
  );

test.each(BY_CONSTRUCT)('the construct of $type refuses $what', ({ type, given, errors }) => {
  const stack = zoneStack();
  declare(stack, type, given);
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
  new zonewright.LogCustomFields(stack, 'it', { ...NEEDED['LogCustomFields'], ...props } as never);
  expect(validationErrors(stack)).toEqual([]);
});
