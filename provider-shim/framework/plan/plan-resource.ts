import type { ObjectSchema, StateOf } from '../../../schema';
import { canonical, equal, isMembers, type Value } from '../../values';
import { fromAuthor, toAuthor } from '../author-values';
import { reportFailure } from '../failure';
import type { AnyResource, Call } from '../resource';
import { typeOf } from '../schema-type';
import { modifyAttributes } from './attribute-modifiers';
import { applyDefaults } from './defaults';
import { markComputed } from './mark-computed';
import { mapMembers } from './members';

export interface PlanRequest {
  /** Null: the object is to be made. */
  readonly prior: Value;
  /** What the engine proposes: the configuration, with prior values where it leaves computed attributes open. */
  readonly proposed: Value;
  readonly config: Value;
}

export interface PlanResult {
  readonly planned: Value;
  /** Names of the attributes because of which a new object is needed. */
  readonly replace: readonly string[];
}

/**
 * Plans one object: defaults, then, if anything differs from the state, computed attributes become unknown, then the
 * plan modifiers, then the resource's own look at the plan. A destroy goes to the resource's look only.
 */
export async function planResource<C>(
  resource: AnyResource<C>,
  request: PlanRequest,
  client: C | undefined,
  call: Call,
): Promise<PlanResult> {
  if (request.proposed === null) return look(resource, request, { planned: null, replace: [] }, client, call);
  const { prior, config } = request;
  const type = typeOf(resource.schema);
  const withDefaults = transform(resource.schema, applyDefaults, request.proposed, config);
  const settled = keepIfAlone(resource.schema, prior, withDefaults);
  const changes = prior === null || !equal(type, prior, settled);
  const marked = changes ? transform(resource.schema, markComputed, settled, config) : settled;
  return look(resource, request, modifyAttributes(resource, prior, marked, config), client, call);
}

function transform(schema: ObjectSchema, step: typeof applyDefaults, planned: Value, config: Value): Value {
  return isMembers(planned) ? step(schema.attributes, planned, isMembers(config) ? config : null) : planned;
}

/** A plan that differs from the state in nothing but attributes that matter at creation only is no change. */
function keepIfAlone(schema: ObjectSchema, prior: Value, planned: Value): Value {
  if (!isMembers(prior) || !isMembers(planned)) return planned;
  const withoutThose = mapMembers(planned, (value, name) =>
    schema.attributes[name]?.creationOnly ? (prior[name] ?? null) : value,
  );
  return equal(typeOf(schema), prior, withoutThose) ? prior : planned;
}

async function look<C>(
  resource: AnyResource<C>,
  { prior, config }: PlanRequest,
  plan: PlanResult,
  client: C | undefined,
  call: Call,
): Promise<PlanResult> {
  if (!resource.modifyPlan) return plan;
  const replace = [...plan.replace];
  try {
    const changed = await resource.modifyPlan({
      ...call,
      client,
      state: toAuthor(prior) as StateOf<ObjectSchema> | null,
      config: toAuthor(config) as Readonly<Record<string, unknown>> | null,
      plan: toAuthor(plan.planned) as Readonly<Record<string, unknown>> | null,
      requireReplace: (name) => void replace.push(name),
    } as Parameters<NonNullable<AnyResource<C>['modifyPlan']>>[0]);
    return { planned: merged(resource.schema, plan.planned, changed ?? {}), replace: [...new Set(replace)] };
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return plan;
  }
}

function merged(schema: ObjectSchema, planned: Value, changed: Readonly<Record<string, unknown>>): Value {
  if (!isMembers(planned) || Object.keys(changed).length === 0) return planned;
  const next = mapMembers(planned, (value, name) => (name in changed ? fromAuthor(changed[name]) : value));
  return canonical(typeOf(schema), next);
}
