import type { Attribute, ObjectSchema, StateOf, Attributes } from '../../../schema/description';
import { canonical, equal, isMembers, type Value, isUnknown, Unknown } from '../values';
import { fromAuthor, toAuthor } from './author-values';
import { reportFailure } from './diagnostics';
import { movedId, movedUnread } from './move-state';
import type { NewObject, AnyResource, Call } from './resource';
import { typeOf, attributeType } from './schema-type';
import { refuseWriteOnly } from './write-only';
import { applyDefaults } from './defaults';
import { mapMembers, transformNested, type MembersTransform } from './members';

/**
 * Makes every computed attribute that the configuration leaves open unknown: something about the object changes,
 * so the provider may answer something new. To be used only when something does change, or every plan shows a diff.
 */
const markComputed: MembersTransform = (attributes, planned, config) =>
  mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const written = config?.[name] ?? null;
    const hasDefault = attribute.default !== undefined;
    if (written === null && attribute.computed && !hasDefault) return Unknown.plain;
    // A default replaces what is not configured, also for nested members.
    const given = written === null && hasDefault ? value : written;
    return attribute.nested ? transformNested(attribute, value, given, markComputed) : value;
  });

export interface PlanRequest {
  /** Null: the object is to be made. */
  readonly prior: Value;
  /**
   * What the engine proposes: the configuration, with prior values where it leaves computed attributes open, and
   * without what is write-only.
   */
  readonly proposed: Value;
  readonly config: Value;
  readonly newObject: NewObject;
}

export interface PlanResult {
  readonly planned: Value;
  /** Names of the attributes because of which a new object is needed. */
  readonly replace: readonly string[];
}

/**
 * Plans one object: defaults, then, if anything differs from the state, computed attributes become unknown, then the
 * plan modifiers, then the resource's own `modifyPlan`. A destroy goes to `modifyPlan` only.
 *
 * @returns the plan; after a failure, which the diagnostics report, the engine's proposal
 */
export async function planResource<C>(
  resource: AnyResource<C>,
  request: PlanRequest,
  client: C | undefined,
  call: Call,
): Promise<PlanResult> {
  try {
    if (movedId(call) !== undefined) return planUnread(resource, request, client, call);
    const plan = await callModifyPlan(resource, request, planAttributes(resource, request), client, call);
    return { ...plan, planned: refuseWriteOnly(resource.schema, plan.planned) };
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return { planned: request.proposed, replace: [] };
  }
}

/**
 * Plans a moved object of which nothing but its id is known. With `plan -minimal-refresh`, a plan that changes something
 * is what makes the engine read it and plan it again; without a read, apply refuses this plan.
 */
function planUnread<C>(
  resource: AnyResource<C>,
  request: PlanRequest,
  client: C | undefined,
  { diagnostics }: Call,
): PlanResult {
  const isRead = client !== undefined && request.proposed !== null;
  diagnostics[isRead ? 'warning' : 'error'](movedUnread(resource.schema.type));
  if (!isRead) return { planned: request.proposed, replace: [] };
  const { planned } = planAttributes(resource, request);
  return { planned: refuseWriteOnly(resource.schema, planned), replace: [] };
}

function planAttributes<C>(resource: AnyResource<C>, request: PlanRequest): PlanResult {
  const { prior, proposed, config } = request;
  if (proposed === null) return { planned: null, replace: [] };
  const { schema } = resource;
  const withDefaults = transform(schema, applyDefaults, proposed, config);
  const settled = keepIfAlone(schema, prior, withDefaults, config);
  const changes = prior === null || !equal(typeOf(schema), prior, settled);
  const marked = changes ? transform(schema, markComputed, settled, config) : settled;
  return modifyAttributes(schema.attributes, prior, marked, config);
}

function transform(schema: ObjectSchema, step: typeof applyDefaults, planned: Value, config: Value): Value {
  return isMembers(planned) ? step(schema.attributes, planned, isMembers(config) ? config : null) : planned;
}

/** A plan that differs from the state in nothing but attributes that matter at creation only is no change. */
function keepIfAlone(schema: ObjectSchema, prior: Value, planned: Value, config: Value): Value {
  if (!isMembers(prior) || !isMembers(planned) || !isMembers(config)) return planned;
  const withoutThose = mapMembers(planned, (value, name) => {
    const before = prior[name] ?? null;
    return mayStay(schema.attributes[name], before, config[name] ?? null) ? before : value;
  });
  return equal(typeOf(schema), prior, withoutThose) ? prior : planned;
}

/**
 * Whether an attribute may be planned as in the state despite the configuration: the engine accepts that for a value
 * instead of another, and for anything when a computed attribute is not configured.
 */
function mayStay(attribute: Attribute | undefined, prior: Value, written: Value): boolean {
  if (!attribute?.creationOnly) return false;
  if (written !== null) return prior !== null;
  return attribute.computed === true || attribute.default !== undefined;
}

async function callModifyPlan<C>(
  resource: AnyResource<C>,
  { prior, config, newObject }: PlanRequest,
  plan: PlanResult,
  client: C | undefined,
  call: Call,
): Promise<PlanResult> {
  if (!resource.modifyPlan) return plan;
  const replace = new Set(plan.replace);
  const changed = await resource.modifyPlan({
    ...call,
    requireReplacement: (name: string) => void replace.add(name),
    client,
    newObject,
    state: toAuthor(prior) as StateOf<ObjectSchema> | null,
    config: toAuthor(config) as Readonly<Record<string, unknown>> | null,
    plan: toAuthor(plan.planned) as Readonly<Record<string, unknown>> | null,
  } as Parameters<NonNullable<AnyResource<C>['modifyPlan']>>[0]);
  return { planned: merged(resource.schema, plan.planned, changed ?? {}), replace: [...replace] };
}

function merged(schema: ObjectSchema, planned: Value, changed: Readonly<Record<string, unknown>>): Value {
  if (!isMembers(planned) || Object.keys(changed).length === 0) return planned;
  const next = mapMembers(planned, (value, name) =>
    Object.hasOwn(changed, name) ? fromAuthor(changed[name]) : value,
  );
  return next === planned ? planned : canonical(typeOf(schema), next);
}

interface ModifiedPlan {
  readonly planned: Value;
  /** Names of the attributes that ask for a new object. */
  readonly replace: readonly string[];
}

/**
 * Applies the plan modifiers that the schema declares, attribute by attribute: `keepsPrior` replaces an unknown value
 * with that of the state, then `replaceOnChange` requires replacement if the value differs.
 */
function modifyAttributes(attributes: Attributes, prior: Value, planned: Value, config: Value): ModifiedPlan {
  const replace: string[] = [];
  if (!isMembers(planned) || !isMembers(prior)) return { planned, replace };
  const modified = mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const before = prior[name] ?? null;
    const isWritten = isMembers(config) && (config[name] ?? null) !== null;
    const kept = attribute.keepsPrior && !isWritten && isUnknown(value) ? before : value;
    if (attribute.replaceOnChange && !equal(attributeType(attribute), before, kept)) replace.push(name);
    return kept;
  });
  return { planned: modified, replace };
}
