import { type TerraformStack, TerraformVariable } from 'cdktf';
import { ZoneProvider } from '../../lib';
import { isRecord, type Attributes, type AttributeType, type JsonObject } from '../../schema';
import { accepted } from '../fixtures/schema/baseline.json';
import { writtenOut } from '../schema/written-out';
import { declare, schemaOf } from './props-of-attributes';
import { synth, testStack } from './synth';

/** The names of all members, at any depth. */
const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => [name, ...namesIn(one)]) : [];
};

/** A job has a destination here, and stores its challenge as it does this. */
const isOfConstruct = (type: string, { destination_conf_wo: conf, ...values }: JsonObject): boolean =>
  type !== 'zone_logpush_job' || !(conf ? 'ownership_challenge' in values : !values['destination_conf']);

/** Configurations with every attribute that can be set (test/schema/baseline.test.ts): each adds one to those before. */
const CONFIGURATIONS = Object.entries(accepted).flatMap(([of, samples]) => {
  const [block = '', type = ''] = of.split(' ');
  const seen = new Set<string>();
  return samples.flatMap((sample, index) => {
    const values = writtenOut(sample) as JsonObject;
    const added = namesIn(values).filter((name) => !seen.has(name));
    if (block === 'list' || added.length === 0 || !isOfConstruct(type, values)) return [];
    added.forEach((name) => seen.add(name));
    return [{ of, block, type, number: index + 1, values }];
  });
});

/** What a stack writes of the one construct that declares this. */
function written(block: string, type: string, values: JsonObject, stack = stackOfOne()): unknown {
  declare(stack, type, values);
  const part = synth(stack)[block] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return block === 'provider' ? Object.values(part[type] ?? {})[1] : part[type]?.['it'];
}

function stackOfOne(): TerraformStack {
  const stack = testStack();
  new ZoneProvider(stack, 'zone', { maxCustomFields: 500 });
  return stack;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Where a construct says more than its props, and leaves out what says nothing. */
function asWritten(type: string, values: JsonObject): JsonObject {
  if (type === 'zone') return { alias: 'it', ...values };
  if (type === 'zone_logpush_job') return { enabled: true, ...values };
  const said = Object.entries(values).filter(([, value]) => !isEmpty(value));
  return type === 'zone_log_custom_fields' ? Object.fromEntries(said) : values;
}

test.each(CONFIGURATIONS)('$of $number is written as it is declared', ({ block, type, values }) => {
  expect(written(block, type, values)).toEqual(asWritten(type, values));
});

/** A configuration with other values in the places of plain ones; those of maps stay. */
function replaced(
  attributes: Attributes,
  values: JsonObject,
  by: (type: AttributeType) => unknown,
): JsonObject {
  const all = Object.entries(values).map(([name, value]) => {
    const attribute = attributes[name];
    if (!attribute?.nested)
      return [name, attribute && !isEmpty(value) ? (by(attribute.type) ?? value) : value];
    const inner = (one: unknown): unknown => (isRecord(one) ? replaced(attribute.attributes, one, by) : one);
    if (Array.isArray(value)) return [name, value.map(inner)];
    const isMap = attribute.nested === 'map' && isRecord(value);
    const members = isMap ? Object.entries(value).map(([key, one]) => [key, inner(one)]) : [];
    return [name, isMap ? Object.fromEntries(members) : inner(value)];
  });
  return Object.fromEntries(all) as JsonObject;
}

type TokenOf = (type: AttributeType, variable: TerraformVariable) => unknown;

const plain: TokenOf = (type, variable) => {
  if (type === 'string') return variable.stringValue;
  return type === 'bool' ? variable.booleanValue : variable.numberValue;
};

const isList = (type: AttributeType): boolean => typeof type === 'object' && !('map' in type);
const isPlain = (type: AttributeType): boolean => typeof type === 'string';

/** What a token stands for, and what is written of it. */
const TOKENS: Readonly<Record<string, readonly [isOne: (type: AttributeType) => boolean, TokenOf, unknown]>> =
  {
    'each value': [isPlain, plain, '${var.v}'],
    'each list': [isList, (_, { listValue }) => listValue, '${var.v}'],
    'a part of an element': [isList, (_, { stringValue }) => [`x-${stringValue}`], ['x-${var.v}']],
  };

test.each(
  Object.entries(TOKENS).flatMap(([what, token]) => CONFIGURATIONS.map((one) => ({ ...one, what, token }))),
)('$what of $of $number may be a token', ({ block, type, values, token: [isOne, tokenOf, text] }) => {
  const { attributes } = schemaOf(type);
  const stack = stackOfOne();
  const variable = new TerraformVariable(stack, 'v', {});
  const tokens = replaced(attributes, values, (of) => (isOne(of) ? tokenOf(of, variable) : undefined));
  const expected = replaced(attributes, values, (of) => (isOne(of) ? text : undefined));
  expect(written(block, type, tokens, stack)).toEqual(asWritten(type, expected));
});
