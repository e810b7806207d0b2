import {
  isUnknown,
  unknown,
  type Attribute,
  type ObjectSchema,
  type StateOf,
} from '../../../schema/description';
import { equal, isMembers, type Value } from '../values';
import { withDefault } from './defaults';
import { reportFailure } from './diagnostics';
import { keepOuterSpace, mapMembers, mapNested, type Step } from './members';
import { movedId, movedUnread } from './move-state';
import type { NewObject, AnyResource, Call } from './resource';
import { attributeType, attributeValue } from './schema-type';
import { refuseWriteOnly } from './write-only';

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
  readonly mayBeReadYet: boolean;
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

/** An attribute of the object that is planned. */
interface Planned {
  readonly name: string;
  readonly attribute: Attribute;
  readonly before: Value;
  readonly written: Value;
  /** With its default. */
  readonly value: Value;
  readonly differs: boolean;
}

/**
 * Each attribute with its default, beside the state. A plan that differs from it in nothing but attributes that matter at
 * creation only is no change, and is the state. Otherwise the provider may answer something new: computed attributes that
 * the configuration leaves open become unknown. Then come the plan modifiers.
 */
function planAttributes<C>(
  { schema }: AnyResource<C>,
  { prior, config, ...request }: PlanRequest,
): PlanResult {
  const proposed = keepOuterSpace(schema.attributes, request.proposed, prior);
  const replace: string[] = [];
  if (!isMembers(proposed)) return { planned: proposed, replace };
  const member = (of: Value, name: string): Value => (isMembers(of) ? (of[name] ?? null) : null);
  const all = Object.entries(schema.attributes).map(([name, attribute]): Planned => {
    const before = member(prior, name);
    const written = member(config, name);
    const value = withDefault(attribute, member(proposed, name), written);
    return {
      name,
      attribute,
      before,
      written,
      value,
      differs: !equal(attributeType(attribute), before, value),
    };
  });
  if (prior !== null && all.every((one) => !one.differs || mayStay(one))) return { planned: prior, replace };
  const planned = all.map(({ name, attribute, before, written, value }) => {
    const marked = markComputed(attribute, value, written);
    if (prior === null) return [name, marked] as const;
    const isKept = attribute.keepsPrior === true && written === null && isUnknown(marked);
    const kept = isKept ? before : marked;
    if (attribute.replaceOnChange && !equal(attributeType(attribute), before, kept)) replace.push(name);
    return [name, kept] as const;
  });
  return { planned: Object.fromEntries(planned), replace };
}

/**
 * Whether an attribute may be planned as in the state despite the configuration: the engine accepts that for a value
 * instead of another, and for anything when a computed attribute is not configured.
 */
function mayStay({ attribute, before, written }: Planned): boolean {
  if (!attribute.creationOnly) return false;
  if (written !== null) return before !== null;
  return attribute.computed === true || attribute.default !== undefined;
}

/** Makes a computed attribute that the configuration leaves open unknown. */
const markComputed: Step = (attribute, value, written) => {
  const hasDefault = attribute.default !== undefined;
  if (written === null && attribute.computed && !hasDefault) return unknown;
  // A default replaces what is not configured, also for nested members.
  const given = written === null && hasDefault ? value : written;
  return attribute.nested ? mapNested(attribute, value, given, markComputed) : value;
};

async function callModifyPlan<C>(
  resource: AnyResource<C>,
  { prior, config, newObject, mayBeReadYet }: PlanRequest,
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
    mayBeReadYet,
    state: prior as StateOf<ObjectSchema> | null,
    config: config as Readonly<Record<string, unknown>> | null,
    plan: plan.planned as Readonly<Record<string, unknown>> | null,
  } as Parameters<NonNullable<AnyResource<C>['modifyPlan']>>[0]);
  return { planned: merged(resource.schema, plan.planned, changed ?? {}), replace: [...replace] };
}

function merged(
  { attributes }: ObjectSchema,
  planned: Value,
  changed: Readonly<Record<string, unknown>>,
): Value {
  if (!isMembers(planned)) return planned;
  return mapMembers(planned, (value, name) => {
    const isChanged = Object.hasOwn(changed, name) && changed[name] !== value;
    const attribute = isChanged ? attributes[name] : undefined;
    return attribute ? attributeValue(name, attribute, changed[name]) : value;
  });
}
