import { createWorkspace, startService } from '../support/workspace';
import { someTrue } from '../../cli/review/plan-json';
import type { Json } from '../../cli/text/json';
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
    declare(scenario.applied ?? {});
    await workspace.ready();
    if (scenario.applied) await workspace.applied({ args: ['-parallelism=1'] });
    scenario.others?.(control);
    declare(scenario.declared);
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
      applyRequests:
        sent
          // Of whose packages the id is taken depends on who asks first: `api/previous-waf.test` holds how often.
          ?.filter(({ operation }) => operation !== 'waf.packages.list')
          // Which zones are asked by themselves for their names, and not in a list, depends on who asks first.
          ?.map(
            ({ path, operation }) => `${operation?.startsWith('zones.') ? '-' : zoneIn(path)}: ${operation}`,
          )
          .sort() ?? null,
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

/** The members that the review and the policies read of a plan (`cli/review/plan-json.ts`), beside its resources. */
const READ = [
  ...['format_version', 'complete', 'applyable', 'errored', 'values'],
  ...['resource_drift', 'resource_changes', 'deferred_changes', 'output_changes', 'checks'],
];
const WHAT_IT_IS = ['address', 'mode', 'type', 'provider_name'];

/** A plan without what nobody reads of it: what stays takes a third. */
function withoutUnread(shown: Shown): Readonly<Record<string, unknown>> {
  const isChanged = new Set(shown.resource_changes?.map(({ address }) => address));
  // The values of objects that change are read in their changes.
  const values = (module: Module | undefined, isPlanned: boolean): Module => ({
    resources: module?.resources
      ?.filter(({ address, type }) => !isPlanned || !type.startsWith('zone_') || !isChanged.has(address))
      .map((each) =>
        pick(
          each,
          each.type.startsWith('zone_') && isChanged.has(each.address)
            ? WHAT_IT_IS
            : [...WHAT_IT_IS, 'values'],
        ),
      ),
    child_modules: module?.child_modules?.map((each) => values(each, isPlanned)),
  });
  const { planned_values: planned, prior_state: prior } = shown;
  return {
    ...pick(shown, READ),
    ...(planned && {
      planned_values: { root_module: values(planned.root_module, true) },
    }),
    ...(prior?.values && {
      prior_state: { values: { root_module: values(prior.values.root_module, false) } },
    }),
    resource_drift: shown.resource_drift?.map(withoutEmpty),
    resource_changes: shown.resource_changes?.map(withoutEmpty),
  };
}

/** A change without the attributes that are null and stay so, and without what marks nothing in its masks. */
function withoutEmpty(one: ResourceChange): ResourceChange {
  const { before, after } = one.change;
  const isSet = (name: string): boolean =>
    before === null || [before, after].some((values) => (values?.[name] ?? null) !== null);
  const set = (values: Values | null): Values | null =>
    values && Object.fromEntries(Object.entries(values).filter(([name]) => isSet(name)));
  const { name: _name, ...what } = one;
  const marks = MASKS.filter((mask) => someTrue((one.change[mask] ?? null) as Json));
  return {
    ...what,
    change: {
      ...Object.fromEntries(Object.entries(one.change).filter(([name]) => !MASKS.includes(name))),
      ...{ before: set(before), after: set(after) },
      ...Object.fromEntries(marks.map((mask) => [mask, marked(one.change[mask])])),
    },
  };
}

const MASKS = ['after_unknown', 'before_sensitive', 'after_sensitive'];

function marked(mask: unknown): unknown {
  if (Array.isArray(mask)) return mask.some(someTrue) ? mask.map(marked) : [];
  if (typeof mask !== 'object' || mask === null) return mask;
  const parts = Object.entries(mask as object).filter(([, part]) => someTrue(part as Json));
  return Object.fromEntries(parts.map(([name, part]) => [name, marked(part)]));
}

function pick(from: object, names: readonly string[]): Resource {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => names.includes(name)),
  ) as unknown as Resource;
}

type Values = Readonly<Record<string, unknown>>;

interface Shown {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly planned_values?: { readonly root_module?: Module };
  readonly prior_state?: { readonly values?: { readonly root_module: Module } };
}

interface Module {
  readonly resources?: readonly Resource[] | undefined;
  readonly child_modules?: readonly Module[] | undefined;
}

interface Resource {
  readonly address: string;
  readonly type: string;
}

interface ResourceChange {
  readonly address: string;
  readonly name?: string;
  readonly change: { readonly before: Values | null; readonly after: Values | null } & Values;
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
