import { createWorkspace, startService } from '../support/workspace';
import type { Blocks, PlanScenario } from './plan-scenarios';

/** A recorded plan: what `show -json` wrote, and the requests that its apply sent. */
export interface RecordedPlan {
  readonly shown: Readonly<Record<string, unknown>>;
  /** `zone: operation` of each, sorted. Null when the plan was not applied. */
  readonly applyRequests: readonly string[] | null;
  /** The zones that its apply asked the service to finish, sorted: as the service saw it. */
  readonly finished: readonly string[];
}

/** Plays a scenario on the emulator with the real engine and the built provider. */
export async function recordPlan(scenario: PlanScenario): Promise<RecordedPlan> {
  const { control, env, close } = await service(scenario);
  const workspace = await createWorkspace({ env, startedBy: 'workspace' });
  const declare = (blocks: Blocks): void =>
    workspace.write('main.tf.json', JSON.stringify(rootModule(blocks)));
  try {
    for (const [name, blocks] of Object.entries(scenario.modules ?? {}))
      workspace.write(`${name}/main.tf.json`, JSON.stringify({ terraform: REQUIRED, ...blocks }));
    declare(scenario.applied ?? {});
    await workspace.ready();
    if (scenario.applied) await workspace.applied({ args: ['-parallelism=1'] });
    scenario.others?.(control);
    declare(scenario.declared);
    if (scenario.modules) await workspace.ready();
    const planned = await workspace.plan({
      out: 'saved.tfplan',
      args: ['-parallelism=1', ...(scenario.args ?? [])],
    });
    const { json } = await workspace.showJson(scenario.shows === 'state' ? undefined : 'saved.tfplan');
    if (json === undefined)
      throw new Error(`the engine shows no plan:\n${planned.stdout}\n${planned.stderr}`);
    const sent = scenario.applies === false ? null : await sentByApply();
    return {
      shown: withoutUnread(withoutVolatile(json as Readonly<Record<string, unknown>>)),
      applyRequests: sent?.map(({ path, operation }) => `${zoneIn(path)}: ${operation}`).sort() ?? null,
      finished: (sent ?? [])
        .filter(({ query }) => query['waf_migration']?.includes('pending'))
        .map(({ path }) => zoneIn(path))
        .sort(),
    };
  } finally {
    workspace.remove();
    await close();
  }

  async function sentByApply() {
    const before = control.journal().length;
    const applied = await workspace.apply({ planFile: 'saved.tfplan' });
    if (applied.exitCode !== 0) throw new Error(`apply failed:\n${applied.stdout}\n${applied.stderr}`);
    return control.journal().slice(before);
  }
}

function zoneIn(path: string): string {
  return /zones\/([0-9a-f]{32})/.exec(path)?.[1] ?? '-';
}

async function service({ seed }: PlanScenario) {
  const { emulator, env } = await startService({ seed, settings: { finishSeconds: 0 } });
  return { control: emulator.control, env, close: () => emulator.close() };
}

const REQUIRED = { required_providers: { zone: { source: 'zonewright/zone' } } };

function rootModule(blocks: Blocks): object {
  return {
    terraform: REQUIRED,
    provider: { zone: {} },
    ...blocks,
  };
}

/**
 * Without what nobody reads of the objects in `prior_state` and `planned_values`: they are in the changes as well, and here
 * only their zones are read (`cli/review/zone-names.ts`).
 */
function withoutUnread(shown: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const module = (one: Module): Module => ({
    ...one,
    ...(one.resources && { resources: one.resources.map(resource) }),
    ...(one.child_modules && { child_modules: one.child_modules.map(module) }),
  });
  const resource = (one: Resource): Resource => {
    if (one.mode !== 'managed' || !one.type.startsWith('zone_')) return one;
    const { zone_id, zone_name } = one.values;
    return {
      ...one,
      values: { zone_id, ...(zone_name === undefined ? {} : { zone_name }) },
      sensitive_values: {},
    };
  };
  const { planned_values: planned, prior_state: prior } = shown as Shown;
  return {
    ...shown,
    ...(planned?.root_module && {
      planned_values: { ...planned, root_module: module(planned.root_module) },
    }),
    ...(prior?.values && {
      prior_state: { ...prior, values: { ...prior.values, root_module: module(prior.values.root_module) } },
    }),
  };
}

interface Shown {
  readonly planned_values?: { readonly root_module?: Module };
  readonly prior_state?: { readonly values?: { readonly root_module: Module } };
}

interface Module {
  readonly resources?: readonly Resource[];
  readonly child_modules?: readonly Module[];
}

interface Resource {
  readonly mode: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sensitive_values?: unknown;
}

/** The ids of terraform_data, which are random. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What differs from run to run and says nothing of the plan. */
function withoutVolatile(shown: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { timestamp: _timestamp, terraform_version: _version, ...rest } = shown;
  const text = JSON.stringify(rest).replace(UUID, '00000000-0000-0000-0000-000000000000');
  const masked: unknown = JSON.parse(text, (key, value: unknown) =>
    key === 'rule_ids' ? maskedIds(value) : value,
  );
  return masked as Readonly<Record<string, unknown>>;
}

/** The service numbers rules in the order in which they are made, which is that of the engine. */
function maskedIds(ids: unknown): unknown {
  if (typeof ids !== 'object' || ids === null) return ids;
  return Object.fromEntries(Object.keys(ids).map((name) => [name, '0'.repeat(32)]));
}
