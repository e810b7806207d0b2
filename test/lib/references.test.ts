import { TerraformIterator, TerraformOutput, type TerraformStack } from 'cdktf';
import { ZoneDataSource } from '../../lib/elements/zone-data-source';
import { ZoneResource } from '../../lib/elements/zone-resource';
import { type Attributes, DATA_SOURCE_SCHEMAS, OBJECT_SCHEMAS, type ObjectSchema } from '../../schema';
import { camelCase } from '../../lib/binding/spelling';
import { testApp, withProvider } from './app-of-stacks';

type Repeated = { readonly forEach?: TerraformIterator; readonly count?: number };

const isData = (schema: ObjectSchema): boolean =>
  (DATA_SOURCE_SCHEMAS as readonly unknown[]).includes(schema);

/** Everything that can be referred to, in each schema: an attribute, an object in it, and what is in that. */
function referred(
  attributes: Attributes,
  references: object,
): readonly (readonly [string, unknown, boolean, unknown?])[] {
  return Object.entries(attributes)
    .filter(([, { writeOnly }]) => !writeOnly)
    .flatMap(([name, attribute]) => {
      const value = (references as Readonly<Record<string, unknown>>)[camelCase(name)];
      const own = [name, value, attribute.required !== true, attribute.type] as const;
      if (attribute.nested !== 'single' && attribute.nested !== 'list') return [own];
      const isList = attribute.nested === 'list';
      const inner = isList ? (value as { get(index: number): object }).get(2) : (value as object);
      const at = isList ? `${name}[2]` : name;
      return [
        own,
        ...(isList ? [[at, inner, true] as const] : []),
        ...referred(attribute.attributes, inner).map(
          ([path, each, , type]) => [`${at}.${path}`, each, true, type] as const,
        ),
      ];
    });
}

/** What refers to each attribute, in the stack of its owner and in another one. */
function outputs(schema: ObjectSchema, meta: Repeated) {
  const app = testApp();
  const [own, other] = [withProvider(app, 'own'), withProvider(app, 'other')] as [
    TerraformStack,
    TerraformStack,
  ];
  const owner = isData(schema)
    ? new ZoneDataSource(own, 'one', schema, meta as never)
    : new ZoneResource(own, 'one', schema, () => ({}), meta);
  const secret = Object.entries(schema.attributes).filter(([, { writeOnly }]) => writeOnly);
  expect(secret.filter(([name]) => camelCase(name) in owner.references)).toEqual([]);
  const all = referred(schema.attributes, owner.references);
  all.forEach(([, value], index) => {
    new TerraformOutput(own, `o${index}`, { value });
    new TerraformOutput(other, `o${index}`, { value });
  });
  for (const stack of [own, other]) stack.prepareStack();
  const written = (stack: TerraformStack): Readonly<Record<string, { value: string }>> =>
    (JSON.parse(JSON.stringify(stack.toTerraform())) as { output: Record<string, { value: string }> }).output;
  return { all, own: written(own), other: written(other) };
}

/** An expression, which makes a list of a set of texts: a set cannot be indexed. */
const ofType = (type: unknown, text: string): string =>
  `\${${typeof type === 'object' && type !== null && 'set' in type ? `tolist(${text})` : text}}`;

describe.each((OBJECT_SCHEMAS as readonly ObjectSchema[]).map((schema) => [schema.type, schema] as const))(
  '%s',
  (type, schema) => {
    const address = `${isData(schema) ? 'data.' : ''}${type}.one`;

    const isSingle = (path: string): boolean =>
      schema.attributes[path.replace(/\..*/, '')]?.nested === 'single';

    // How something is repeated is in the address alone: one resource and one data source show it.
    const isShown = type === 'zone_managed_rules_migration' || type === 'zone_logpush_job_health';
    const repeated: readonly (readonly [string, Repeated, string])[] = [
      ['for each', { forEach: TerraformIterator.fromList(['a']) }, `values(${address})[*]`],
      ['by count', { count: 2 }, `${address}[*]`],
    ];

    test.each<readonly [string, Repeated, string]>([['once', {}, address], ...(isShown ? repeated : [])])(
      'every attribute, and every object in one as a whole, of what is created %s',
      (_, meta, from) => {
        const { all, own, other } = outputs(schema, meta);
        expect(all.length).toBeGreaterThan(0);
        all.forEach(([path, , isNullable, type], index) => {
          const isOfNull = from === address && /^\w+\./.test(path) && isSingle(path);
          const there = isOfNull ? `try(${from}.${path}, null)` : `${from}.${path}`;
          expect(own[`o${index}`]?.value).toBe(ofType(type, there));
          // A null is no output of a state.
          const elsewhere = /data\.terraform_remote_state\.[\w-]+\.outputs\.cross-stack-output-[\w-]+/;
          const read = (other[`o${index}`]?.value ?? '').replace(elsewhere, 'READ');
          expect(read).toBe(ofType(type, isNullable ? 'try(READ, null)' : 'READ'));
        });
      },
    );
  },
);
