import type { AnyResource } from '../../../../provider-shim/sdk/framework';
import { isMembers, type Members, type Value } from '../../../../provider-shim/sdk/values';
import {
  isUnknown,
  type Attribute,
  type Attributes,
  type NestedAttribute,
  type ObjectSchema,
} from '../../../../schema';
import {
  connectParts,
  ready,
  shownDiagnostics,
  shownPath,
  type Connected,
  type ShownDiagnostic,
  type ShownPath,
} from './connected';
import { encoded, plainOf, valueOf, type Plain } from './plain';

/** What the resources of these tests work with. */
export interface Client {
  readonly name: string;
}

export const CLIENT: Client = { name: 'the client' };

export interface PlanInput {
  /** Null or absent: the object is to be made. */
  readonly prior?: Plain | null;
  /** Null: it is to be destroyed. */
  readonly config: Plain | null;
  readonly private?: Uint8Array;
}

export interface Planned {
  readonly planned: unknown;
  readonly replace: readonly ShownPath[];
  readonly private: unknown;
  readonly diagnostics: readonly ShownDiagnostic[];
}

export interface ApplyInput {
  readonly prior?: Plain | null;
  readonly planned: Plain | null;
  readonly config?: Plain;
  readonly private?: Uint8Array;
}

export interface Outcome {
  readonly state: unknown;
  readonly private: unknown;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** One resource of a provider, driven through the RPCs with values as a test writes them. */
export interface ServedResource extends Connected {
  validate(config: Plain): Promise<readonly ShownDiagnostic[]>;
  plan(input: PlanInput): Promise<Planned>;
  apply(input: ApplyInput, caller?: AbortController): Promise<Outcome>;
  read(state: Plain, stored?: Uint8Array): Promise<Outcome>;
}

/** @param client what the provider's configuration makes; undefined while that is not known */
export async function serve(
  resource: AnyResource<Client>,
  client: Client | undefined = CLIENT,
): Promise<ServedResource> {
  const served = unconfigured(resource, client);
  await ready(served);
  return served;
}

/** The same before ConfigureProvider came. */
export function unconfigured(
  resource: AnyResource<Client>,
  client: Client | undefined = CLIENT,
): ServedResource {
  return servedBy(connectParts({ resources: [resource] }, client), resource.schema);
}

/** The resource with this schema, of any provider. */
export function servedBy(connected: Connected, schema: ObjectSchema): ServedResource {
  const typeName = schema.type;
  const { call } = connected;
  return {
    ...connected,

    async validate(config) {
      const reply = await call('ValidateResourceConfig', {
        typeName,
        config: encoded(schema, valueOf(schema, config)),
      });
      return shownDiagnostics(reply.diagnostics);
    },

    async plan(input) {
      const prior = valueOf(schema, input.prior ?? null);
      const config = valueOf(schema, input.config);
      const reply = await call('PlanResourceChange', {
        typeName,
        priorState: encoded(schema, prior),
        config: encoded(schema, config),
        proposedNewState: encoded(schema, proposed(schema.attributes, prior, config)),
        priorPrivate: input.private,
      });
      return {
        planned: plainOf(schema, reply.plannedState),
        replace: reply.requiresReplace.map(shownPath),
        private: privateValues(reply.plannedPrivate),
        diagnostics: shownDiagnostics(reply.diagnostics),
      };
    },

    async apply(input, caller) {
      const request = {
        typeName,
        priorState: encoded(schema, valueOf(schema, input.prior ?? null)),
        plannedState: encoded(schema, valueOf(schema, input.planned)),
        config: encoded(schema, valueOf(schema, input.config ?? null)),
        plannedPrivate: input.private,
      };
      const reply = await call('ApplyResourceChange', request, caller);
      return {
        state: plainOf(schema, reply.newState),
        private: privateValues(reply.private),
        diagnostics: shownDiagnostics(reply.diagnostics),
      };
    },

    async read(state, stored) {
      const reply = await call('ReadResource', {
        typeName,
        currentState: encoded(schema, valueOf(schema, state)),
        private: stored,
      });
      return {
        state: plainOf(schema, reply.newState),
        private: privateValues(reply.private),
        diagnostics: shownDiagnostics(reply.diagnostics),
      };
    },
  };
}

/** The private state of an object, as the engine stores it. */
export function privateBytes(value: Readonly<Record<string, unknown>>): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

export function privateValues(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? null : JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/**
 * What the engine proposes before it asks for a plan: the configuration, and where that leaves a computed attribute
 * open, the prior value. Written from what is known of the engine, not from the framework. It takes elements of a set
 * for those at their place, which the tests keep to.
 */
function proposed(attributes: Attributes, prior: Value, config: Value): Value {
  return config === null ? null : proposedMembers(attributes, prior, config);
}

function proposedMembers(attributes: Attributes, prior: Value, config: Value): Members {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]): readonly [string, Value] => {
      const before = member(prior, name);
      const written = member(config, name);
      if (written === null && isComputed(attribute)) return [name, before];
      const isOpen = !attribute.nested || written === null || isUnknown(written);
      return [name, isOpen ? written : proposedNested(attribute, before, written)];
    }),
  );
}

function proposedNested({ nested, attributes }: NestedAttribute, prior: Value, config: Value): Value {
  const beside = (before: Value, written: Value): Value =>
    before === null ? written : proposedMembers(attributes, before, written);
  if (nested === 'single') return proposedMembers(attributes, prior, config);
  if (Array.isArray(config)) {
    const before: readonly Value[] = Array.isArray(prior) ? prior : [];
    return config.map((element: Value, index) => beside(before[index] ?? null, element));
  }
  return Object.fromEntries(
    Object.entries(config as Members).map(([key, element]) => [key, beside(member(prior, key), element)]),
  );
}

/** What the engine's schema calls computed: a default makes an attribute so. */
function isComputed(attribute: Attribute): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

/** A member of an object; of an unknown object, it is unknown too. */
function member(object: Value, name: string): Value {
  if (isUnknown(object)) return object;
  return isMembers(object) ? (object[name] ?? null) : null;
}
