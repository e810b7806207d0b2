import { isObject, member, type Json } from '../text/json';
import {
  ACTION_SCHEMAS,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  OBJECT_SCHEMAS,
  OPENTOFU_PROVIDER_ADDRESS,
  PROVIDER_ADDRESS,
} from '../../schema';

/**
 * The JSON of a saved plan, as far as the review reads it, format version 1.x
 * (https://developer.hashicorp.com/terraform/internals/json-format).
 */
export interface PlanJson {
  readonly format_version: string;
  /** When the plan was made (Terraform 1.5). */
  readonly timestamp?: string;
  /** Whether apply would do anything (Terraform 1.9). */
  readonly applyable?: boolean;
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  /** Changes that the engine put off to a later plan (Terraform 1.9). */
  readonly deferred_changes?: readonly {
    readonly reason: string;
    readonly resource_change: ResourceChange;
  }[];
  /** What apply has providers do beside changing objects (Terraform 1.14). */
  readonly action_invocations?: readonly ActionInvocation[];
  readonly output_changes?: Readonly<Record<string, ValueChange>>;
  readonly prior_state?: { readonly values?: StateValues };
  readonly planned_values?: StateValues;
  readonly checks?: readonly {
    readonly address: { readonly to_display: string };
    readonly status: 'pass' | 'fail' | 'error' | 'unknown';
    readonly instances?: readonly { readonly problems?: readonly { readonly message: string }[] }[];
  }[];
  readonly configuration?: { readonly provider_config?: Readonly<Record<string, ProviderBlock>> };
}

interface ProviderBlock {
  readonly name: string;
  readonly alias?: string;
  readonly module_address?: string;
  readonly expressions?: Json;
}

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly module_address?: string;
  readonly name?: string;
  /** The key of an instance. */
  readonly index?: string | number;
  readonly provider_name: string;
  /** The object is left over from a replacement that created first and could not destroy. */
  readonly deposed?: string;
  readonly change: ValueChange;
  readonly action_reason?: string;
}

type Typed = Pick<ResourceChange, 'address' | 'type' | 'provider_name'>;

export interface ActionInvocation extends Typed {
  /** What it comes before or after; not with `-invoke`. */
  readonly lifecycle_action_trigger?: {
    readonly triggering_resource_address: string;
    /** For example `BeforeCreate`. */
    readonly action_trigger_event: string;
  };
  readonly config_values?: Json;
  readonly config_unknown?: Json;
  readonly config_sensitive?: Json;
}

export interface ValueChange {
  /** `["no-op"]`, `["create"]`, `["read"]`, `["update"]`, `["delete"]`, `["forget"]`, or two for a replacement, with `forget` if it leaves the old one. */
  readonly actions: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
  readonly after_unknown?: Json;
  readonly before_sensitive?: Json;
  readonly after_sensitive?: Json;
  readonly replace_paths?: readonly (readonly (string | number)[])[];
  readonly importing?: { readonly id?: string; readonly unknown?: boolean };
}

interface StateValues {
  readonly root_module?: ModuleValues;
}

interface ModuleValues {
  readonly resources?: readonly ResourceValues[];
  readonly child_modules?: readonly ModuleValues[];
}

interface ResourceValues {
  readonly address: string;
  readonly type: string;
  readonly values?: Json;
  readonly sensitive_values?: Json;
}

/** All resources and data sources of a module and the modules in it. */
export function resourcesIn(module: ModuleValues | undefined): readonly ResourceValues[] {
  if (module === undefined) return [];
  return [...(module.resources ?? []), ...(module.child_modules ?? []).flatMap(resourcesIn)];
}

/**
 * The object that the planned one continues; null for a new one. A replacement continues none, and nor does an object of
 * another zone, whatever it has in common with the one before.
 */
export function predecessor({ actions, before = null, after = null }: ValueChange): Json {
  const isSameZone = member(before, 'zone_id') === member(after, 'zone_id');
  return actions.length > 1 || (after !== null && !isSameZone) ? null : before;
}

/** What every object has that is made, by type; the provider plans it as null where the service does not have the zone. */
const ALWAYS_SET: Readonly<Record<string, string>> = {
  [logCustomFieldsSchema.type]: 'ruleset_id',
  [logpushJobSchema.type]: 'job_id',
  [managedRulesSchema.type]: 'ruleset_id',
  [managedRulesMigrationSchema.type]: 'migration_state',
};

/** Whether an object is to be made in a zone that the service did not have: apply refuses it. */
export function isOfGoneZone({ type, change }: ResourceChange): boolean {
  const { [type]: name } = ALWAYS_SET;
  return (
    name !== undefined && change.actions.includes('create') && member(change.after ?? null, name) === null
  );
}

/** An address without the key of its instance: `zone_logpush_job.shop` of `zone_logpush_job.shop["a]b"]`. */
export function withoutKey(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]$/, '');
}

/** The type of the object that a `moved` block makes this one of; undefined where it had the same type before. */
export function formerType({ type, previous_address: previous }: ResourceChange): string | undefined {
  const former = previous === undefined ? undefined : /([^.[]+)\.[^.]+$/.exec(withoutKey(previous))?.[1];
  return former === type ? undefined : former;
}

const OUR_TYPES: ReadonlySet<string> = new Set(
  [...OBJECT_SCHEMAS, ...ACTION_SCHEMAS].map(({ type }) => type),
);

/**
 * Whether an object is one of Zonewright's: its type says so, whichever registry, mirror or name its provider has. The
 * provider's name does for the types of later versions.
 */
export function isOurs({ type, provider_name: provider }: Typed): boolean {
  return OUR_TYPES.has(type) || provider.endsWith(PROVIDER_ADDRESS.slice(PROVIDER_ADDRESS.indexOf('/')));
}

/** Whether a provider has one of the addresses that Zonewright publishes. */
export function isPublished(provider: string): boolean {
  return provider === PROVIDER_ADDRESS || provider === OPENTOFU_PROVIDER_ADDRESS;
}

/** Whether a mask of a plan (`after_sensitive`, `after_unknown`) marks the value or a part of it. */
export function someTrue(mask: Json): boolean {
  if (mask === true) return true;
  if (Array.isArray(mask)) return (mask as readonly Json[]).some(someTrue);
  return isObject(mask) && Object.values(mask).some(someTrue);
}

/** Whether a plan marks the id or the name of a zone as sensitive: each would tell the other. */
export function hidesZone({ before_sensitive, after_sensitive }: Partial<ValueChange>): boolean {
  const masks = [before_sensitive ?? false, after_sensitive ?? false];
  return ['zone_id', 'zone_name'].some((name) => masks.some((mask) => member(mask, name) === true));
}
