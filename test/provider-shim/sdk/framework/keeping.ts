import { defineResource, type AnyResource, type Resource } from '../../../../provider-shim/sdk/framework';
import { describe as described, type Attributes, type ObjectSchema } from '../../../../schema';
import { serve, type Client, type PlanInput } from './served-resource';

/** What most attributes of the tests are. */
export const text = { type: 'string', description: 'Text.' } as const;

/** A schema of these attributes, by the name that the tests use. */
export function schemaOf(attributes: Attributes, more: Partial<ObjectSchema> = {}): ObjectSchema {
  return described({ type: 'test_thing', version: 0, description: 'A thing.', attributes, ...more });
}

/** A resource that keeps what it is given, with the parts that a test replaces. */
export function keeping(
  attributes: Attributes | ObjectSchema,
  parts: Partial<Omit<Resource<ObjectSchema, Client>, 'schema'>> = {},
): AnyResource<Client> {
  return defineResource<ObjectSchema, Client>({
    schema: isSchema(attributes) ? attributes : schemaOf(attributes),
    create: async ({ plan }) => plan,
    read: async ({ state }) => state,
    update: async ({ plan }) => plan,
    delete: async () => undefined,
    ...parts,
  });
}

/** The planned object of a resource with these attributes, where nothing is said against it. */
export async function planned(attributes: Attributes, input: PlanInput): Promise<unknown> {
  const { diagnostics, ...plan } = await (await serve(keeping(attributes))).plan(input);
  expect(diagnostics).toEqual([]);
  return plan.planned;
}

function isSchema(described: Attributes | ObjectSchema): described is ObjectSchema {
  return typeof described['type'] === 'string';
}

/** What the framework says of an error that does not explain itself. */
export function bug(message: string): { severity: 'error'; summary: string; detail: string } {
  return {
    severity: 'error',
    summary: `The provider failed unexpectedly: ${message}`,
    detail:
      'This is a bug in the provider. Please report it with the output of the same command under TF_LOG_PROVIDER=TRACE.',
  };
}
