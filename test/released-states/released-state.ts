import { isDeepStrictEqual } from 'node:util';

/** What the engine writes into its state file, as far as an upgrade must keep it. */
export interface State {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly Instance[];
  }[];
}

interface Instance {
  readonly index_key?: string | number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly private?: string;
}

interface ShownPlan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly mode: string;
    readonly change: { readonly actions: readonly string[] };
  }[];
}

/** The changes of a plan, from `show -json`: addresses of managed objects, and what is done to each. */
export function changesOf(plan: unknown): Readonly<Record<string, readonly string[]>> {
  const { resource_changes: all = [] } = plan as ShownPlan;
  return Object.fromEntries(
    all
      .filter(({ mode, change }) => mode === 'managed' && change.actions.join() !== 'no-op')
      .map(({ address, change }) => [address, change.actions]),
  );
}

interface Line {
  readonly type: string;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly diagnostic?: {
    readonly severity: string;
    readonly summary: string;
    readonly detail: string;
    readonly address?: string;
  };
}

/**
 * The changes in the output of `plan -json`: addresses, and what is done to each. For a plan with `-target`, of which
 * `show -json` says nothing: it fails over objects of an older schema that the plan leaves out.
 */
export function plannedIn(output: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(output).flatMap(({ type, change }) =>
      type === 'planned_change' && change ? [[change.resource.addr, change.action]] : [],
    ),
  );
}

/** The errors in the output of `plan -json`, by the addresses that they are about. */
export function refusalsOf(output: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(output)
      .flatMap(({ diagnostic }) => (diagnostic?.severity === 'error' ? [diagnostic] : []))
      .map(({ address = '', summary, detail }) => [address, `${summary}\n${detail}`]),
  );
}

function linesOf(output: string): readonly Line[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/**
 * What of one state is not in another, one line for each value: an object, a value of an attribute or of an attribute
 * inside of another one, a fact of the private state. What the other has in addition is no loss.
 */
export function lostValues(before: State, after: State): readonly string[] {
  const instances = new Map(objects(after));
  return objects(before).flatMap(([address, instance]) => {
    const now = instances.get(address);
    if (!now) return [`${address}: the object`];
    return [
      ...lost(instance.attributes, now.attributes, address),
      ...lost(privateState(instance), privateState(now), `${address}: private state`),
    ];
  });
}

function objects({ resources }: State): readonly (readonly [string, Instance])[] {
  return resources
    .filter(({ mode, type }) => mode === 'managed' && type !== 'terraform_data')
    .flatMap(({ type, name, instances }) =>
      instances.map((instance) => [`${type}.${name}[${String(instance.index_key)}]`, instance] as const),
    );
}

function privateState({ private: text }: Instance): unknown {
  return text === undefined ? {} : (JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as unknown);
}

function lost(before: unknown, after: unknown, path: string): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((element, index) => lost(element, after[index], `${path}[${index}]`));
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) => lost(value, after[name], `${path}.${name}`));
  if (isDeepStrictEqual(before, after)) return [];
  return [`${path}: ${JSON.stringify(before)}, now ${JSON.stringify(after)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
