import type { Exchange } from '../sdk/typescript-sdk';
import { branchesOf } from './generate';
import type { JsonSchema, PublishedSchema } from './sdk-schema';

/** What is wrong with an answer: where, and what the validator says. */
export interface AnswerFault {
  /** `/result/rules/0/action`: a path into the answer. */
  readonly path: string;
  readonly message: string;
}

/** A validator of JSON Schema. */
interface Ajv {
  compile(schema: JsonSchema): Validate;
}
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

const { default: AjvClass } = jest.requireActual<{ readonly default: new (options: object) => Ajv }>('ajv');
const ajv = new AjvClass({ allErrors: true, strict: false, allowUnionTypes: true });
const compiled = new WeakMap<JsonSchema, Validate>();

/** Compiles each schema once. */
export function validatorOf(schema: JsonSchema): Validate {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** Everything in an answer to the method that the published schema does not allow, and members that it does not know. */
export function faultsOf(
  schema: PublishedSchema,
  method: string,
  { status, answer }: Exchange,
): readonly AnswerFault[] {
  if (status === 204) return answer === null ? [] : [{ path: '', message: 'a body with status 204' }];
  const envelope = check(envelopeSchema(schema, status < 400), answer, '');
  if (envelope.length > 0 || status >= 400) return envelope;
  const { result } = answer as { readonly result: unknown };
  const resultSchema = schema.answer(method);
  if (resultSchema === undefined) return [];
  const values =
    schema.isList(method) && Array.isArray(result)
      ? result.map((value, index) => [`/result/${index}`, value] as const)
      : [['/result', result] as const];
  return values.flatMap(([path, value]) => [
    ...check(resultSchema, value, path),
    ...unknownMembers(resultSchema, resultSchema, value, path),
  ]);
}

function check(schema: JsonSchema, value: unknown, path: string): readonly AnswerFault[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => ({
    path: path + instancePath,
    message: message ?? 'not valid',
  }));
}

const envelopes = new Map<boolean, JsonSchema>();

/** What is around each result: the same for all operations of the service. */
function envelopeSchema(schema: PublishedSchema, success: boolean): JsonSchema {
  const known = envelopes.get(success);
  if (known !== undefined) return known;
  const { definitions, ...info } = schema.type('ResponseInfo');
  const infos = { type: 'array', items: info };
  const envelope = {
    definitions,
    type: 'object',
    required: ['success', 'errors', 'messages', 'result'],
    properties: {
      success: { const: success },
      errors: success ? { type: 'array', maxItems: 0 } : { ...infos, minItems: 1 },
      messages: infos,
      result: success ? {} : { type: 'null' },
      result_info: {
        type: 'object',
        properties: Object.fromEntries(
          ['page', 'per_page', 'count', 'total_count', 'total_pages'].map((name) => [
            name,
            { type: 'integer' },
          ]),
        ),
      },
    },
    additionalProperties: false,
  };
  envelopes.set(success, envelope);
  return envelope;
}

/** Members that no branch of the schema names. */
function unknownMembers(
  root: JsonSchema,
  schema: JsonSchema,
  value: unknown,
  path: string,
): readonly AnswerFault[] {
  const branches = branchesOf(root, schema);
  if (Array.isArray(value)) {
    const items = { anyOf: branches.flatMap(({ items: each }) => (each === undefined ? [] : [each])) };
    return value.flatMap((item, index) => unknownMembers(root, items, item, `${path}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (branches.some((branch) => !('properties' in branch) && isOpenObject(branch))) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const named = branches.flatMap(({ properties, additionalProperties }) => {
      const own = (properties as Readonly<Record<string, JsonSchema>> | undefined)?.[name];
      const other = additionalProperties as JsonSchema | boolean | undefined;
      return own ?? (typeof other === 'object' ? other : []);
    });
    return named.length === 0
      ? [{ path: `${path}/${name}`, message: 'is a member that the schema does not know' }]
      : unknownMembers(root, { anyOf: named }, member, `${path}/${name}`);
  });
}

/** A schema that takes any object, such as that of `unknown`. */
function isOpenObject({ type, anyOf, enum: words, const: word, additionalProperties }: JsonSchema): boolean {
  const takesObjects =
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
  return (
    takesObjects &&
    [anyOf, words, word].every((each) => each === undefined) &&
    typeof additionalProperties !== 'object'
  );
}
