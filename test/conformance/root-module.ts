import { isDeepStrictEqual } from 'node:util';
import { ExtData } from '@msgpack/msgpack';
import { providerSchema, type ObjectSchema } from '../../schema';
import { valueOf, type Plain } from '../provider-shim/sdk/framework/plain';
import {
  EngineCalls,
  Refused,
  storedIn,
  type Caller,
  type Outcome,
  type Stored,
  type Values,
} from './engine-calls';
import { UNKNOWN } from './wire-value';

/** How a command of the engine ended, and what it printed. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is done for one object, unless what comes before it failed. */
interface Named {
  readonly name: string;
  /** The names of those that it depends on. */
  readonly after: readonly string[];
}

interface Step extends Named {
  readonly act: () => Promise<void>;
}

/** A resource block of the root module. */
interface Declared extends Named {
  readonly config: Plain;
  readonly lifecycle: {
    readonly create_before_destroy?: boolean;
    readonly ignore_changes?: readonly string[];
  };
}

/** What becomes of one object of the state, or of a new one. */
interface Change extends Named {
  readonly outcome: Outcome;
  readonly config: Values | null;
  readonly isCreatedFirst: boolean;
}

/** A plan of all objects. */
interface Plan {
  /** The objects as the plan found them. */
  readonly objects: ReadonlyMap<string, Stored>;
  readonly changes: readonly Change[];
  readonly isDifferent: boolean;
}

/** An object as the state has it. */
interface Instance {
  readonly attributes: Values;
  readonly private?: string;
  readonly status?: 'tainted';
}

/**
 * A root module that declares resources of one type, with the commands of an engine and without an engine: what Terraform
 * 1.11 calls for each. `test/e2e/lifecycle` runs the same commands with the engine.
 */
export class RootModule {
  readonly #files = new Map<string, string>();
  readonly #engine: EngineCalls;
  readonly #printed: string[] = [];
  #saved: Plan | undefined;

  constructor(
    caller: Caller,
    private readonly schema: ObjectSchema,
  ) {
    this.#engine = new EngineCalls(caller);
  }

  write(path: string, text: string): void {
    this.#files.set(path, text);
  }

  read(path: string): string {
    return this.#files.get(path) ?? '';
  }

  /** Nothing is to be installed. */
  async ready(): Promise<void> {}

  async applied(): Promise<void> {
    const { exitCode, stdout } = await this.apply();
    if (exitCode !== 0) throw new Error(stdout);
  }

  plan({
    args = [],
    out,
  }: { readonly args?: readonly string[]; readonly out?: string } = {}): Promise<Ended> {
    return this.#ended(async () => {
      const plan = await this.#planned(args);
      if (out !== undefined) this.#saved = plan;
      this.#print(plan);
      return plan.isDifferent ? 2 : 0;
    });
  }

  /** With `-killed`, the run is stopped at its end, before the state is written. */
  apply({ args = [], planFile }: { readonly args?: readonly string[]; readonly planFile?: string } = {}) {
    const before = this.read('terraform.tfstate');
    return this.#ended(async () => {
      const plan = planFile === undefined ? await this.#planned(args) : this.#saved;
      if (plan && planFile === undefined) this.#print(plan);
      const kill = async (): Promise<void> => {
        this.write('terraform.tfstate', before);
        await this.#engine.call('StopProvider', {});
      };
      if (plan) await this.#apply(plan).finally(() => args.includes('-killed') && kill());
      return 0;
    });
  }

  destroy({ args = [] }: { readonly args?: readonly string[] } = {}): Promise<Ended> {
    return this.#ended(async () => {
      const plan = await this.#destroyed(args);
      this.#print(plan);
      await this.#apply(plan);
      return 0;
    });
  }

  /** `taint ADDRESS`. */
  run([, address = '']: readonly string[]): Promise<Ended> {
    return this.#ended(async () => {
      const objects = new Map(this.#objects());
      const name = nameIn(address);
      const found = objects.get(name);
      if (found) this.#store(objects.set(name, { ...found, isTainted: true }));
      return 0;
    });
  }

  async #ended(run: () => Promise<number>): Promise<Ended> {
    this.#engine.takeSaid();
    const exitCode = await run().catch((error: unknown) => {
      if (error instanceof Refused) return 1;
      throw error;
    });
    const said = this.#engine
      .takeSaid()
      .map(
        ({ severity, summary, detail }) =>
          `${severity === 'ERROR' ? 'Error' : 'Warning'}: ${summary}\n\n${detail}\n`,
      );
    return { exitCode, stdout: [...this.#printed.splice(0), '', ...said].join('\n'), stderr: '' };
  }

  /** Prints a plan: of each object what becomes of it, and the attributes that change, or are not as configured in a new one. */
  #print({ changes }: Plan): void {
    for (const { name, outcome, config } of changes) {
      const { action, value } = outcome.plan;
      const before = action === 'update' ? outcome.stored?.value : (config ?? {});
      const changes = action === 'no-op' || value === null ? [] : [shown(value, before)];
      this.#printed.push([`${name}: ${action}`, ...changes].join(' '));
    }
  }

  get #root(): Plain {
    return JSON.parse(this.read('main.tf.json')) as Plain;
  }

  /** Begins a walk of the engine. */
  #walk(): Promise<void> {
    const { zone = {} } = (this.#root['provider'] ?? {}) as { readonly zone?: Plain };
    return this.#engine.walk(valueOf(providerSchema, zone) as Values);
  }

  /** The blocks, each after those that it depends on. */
  get #declared(): readonly Declared[] {
    const { [this.schema.type]: blocks = {} } = (this.#root['resource'] ?? {}) as Readonly<
      Record<string, Readonly<Record<string, Plain>>>
    >;
    return Object.entries(blocks).map(([name, { depends_on: after = [], lifecycle = {}, ...config }]) => ({
      ...{ name, config, after: (after as readonly string[]).map(nameIn) },
      lifecycle: lifecycle as Declared['lifecycle'],
    }));
  }

  #objects(): ReadonlyMap<string, Stored> {
    const { resources } = JSON.parse(this.read('terraform.tfstate') || '{"resources":[]}') as {
      readonly resources: readonly ({
        readonly name: string;
        readonly instances: readonly Instance[];
      } | null)[];
    };
    return new Map(
      resources.flatMap((resource) =>
        (resource?.instances ?? []).map(({ attributes, private: kept = '', status }) => [
          resource?.name ?? '',
          { value: attributes, private: Buffer.from(kept, 'base64'), isTainted: status === 'tainted' },
        ]),
      ),
    );
  }

  #store(objects: ReadonlyMap<string, Stored>): void {
    const resources = [...objects].map(([name, { value, private: kept, isTainted = false }]) => ({
      ...{ mode: 'managed', type: this.schema.type, name },
      instances: [
        {
          attributes: value,
          private: Buffer.from(kept as Uint8Array).toString('base64'),
          ...(isTainted && { status: 'tainted' }),
        },
      ],
    }));
    this.write('terraform.tfstate', JSON.stringify({ resources }));
  }

  #blocks<T>(kind: string): readonly T[] {
    return (this.#root[kind] ?? []) as readonly T[];
  }

  /** What the blocks `moved` and `removed` make of the objects. */
  #renamed(): Map<string, Stored> {
    const objects = new Map(this.#objects());
    for (const { from, to } of this.#blocks<{ readonly from: string; readonly to: string }>('moved')) {
      const found = objects.get(nameIn(from));
      if (found && objects.delete(nameIn(from))) objects.set(nameIn(to), found);
    }
    for (const { from } of this.#blocks<{ readonly from: string }>('removed')) objects.delete(nameIn(from));
    return objects;
  }

  /** A normal plan, or one of `-refresh-only`. */
  async #planned(args: readonly string[]): Promise<Plan> {
    const objects = this.#renamed();
    const before = this.#objects();
    const changes: Change[] = [];
    const declared = this.#declared;
    let isRefreshed = !isDeepStrictEqual([...before.keys()].sort(), [...objects.keys()].sort());
    await this.#walk();
    await this.#show(objects);
    const refreshed = async (name: string, there: Stored): Promise<Stored | null> => {
      const found = args.includes('-refresh=false') ? there : await this.#engine.read(this.schema, there);
      if (!isDeepStrictEqual(found?.value, there.value)) isRefreshed = true;
      if (found) objects.set(name, found);
      else objects.delete(name);
      return found;
    };
    const orphans = [...objects].filter(([name]) => !declared.some((one) => one.name === name));
    // Its end is planned before it is read.
    const planOrphan = async ([name, stored]: readonly [string, Stored]): Promise<void> => {
      const plan = await this.#engine.planOnce(this.schema, stored, { config: null });
      if (await refreshed(name, stored))
        changes.push({ name, after: [], config: null, outcome: { stored, plan }, isCreatedFirst: false });
    };
    const planDeclared = async ({ name, after, config: plain, lifecycle }: Declared): Promise<void> => {
      const there = objects.get(name);
      const address = `${this.schema.type}.${name}`;
      const imports = this.#blocks<{ readonly to: string; readonly id: string }>('import').find(
        ({ to }) => !there && to === address,
      );
      let stored = there ? await refreshed(name, there) : null;
      if (imports) {
        stored = await this.#engine.importedAt(this.schema, imports.id);
        objects.set(name, stored);
        isRefreshed = true;
      }
      if (args.includes('-refresh-only')) return;
      const config = evaluated(valueOf(this.schema, plain), 'at plan');
      await this.#engine.validate(this.schema, config);
      const known = valueOf(this.schema, evaluated(plain, 'at apply')) as Values;
      for (const path of stored ? (lifecycle.ignore_changes ?? []) : [])
        for (const one of [config, known]) keep(one, stored?.value, path);
      const isReplaced = args.includes(`-replace=${address}`);
      const plan = await this.#engine.planOnce(this.schema, stored, { config, isReplaced });
      const isCreatedFirst = lifecycle.create_before_destroy === true;
      changes.push({ name, after, config: known, outcome: { stored, plan }, isCreatedFirst });
    };
    await this.#each([
      ...declared.map((one) => ({ ...one, act: () => planDeclared(one) })),
      ...orphans.map((one) => ({ name: one[0], after: [], act: () => planOrphan(one) })),
    ]);
    const isDifferent = isRefreshed && args.includes('-refresh-only');
    return {
      ...{ objects, changes },
      isDifferent: isDifferent || changes.some(({ outcome: { plan } }) => plan.action !== 'no-op'),
    };
  }

  /** The engine reads the stored form of each object at the begin of a walk. */
  async #show(objects: ReadonlyMap<string, Stored>): Promise<void> {
    await Promise.all([...objects.values()].map((stored) => this.#engine.show(this.schema, stored)));
  }

  /** A plan of `destroy`: the engine refreshes all objects by a normal plan before, of which it shows only errors. */
  async #destroyed(args: readonly string[]): Promise<Plan> {
    const isRefreshed = !args.includes('-refresh=false');
    const objects = isRefreshed ? (await this.#planned([])).objects : this.#objects();
    this.#engine.takeSaid();
    const changes: Change[] = [];
    await this.#walk();
    await this.#show(objects);
    const end = async (name: string, stored: Stored): Promise<void> => {
      const plan = await this.#engine.planOnce(this.schema, stored, { config: null });
      changes.push({ name, after: [], config: null, outcome: { stored, plan }, isCreatedFirst: false });
    };
    await this.#each([...objects].map(([name, one]) => ({ name, after: [], act: () => end(name, one) })));
    return { objects, changes, isDifferent: true };
  }

  async #apply({ objects: planned, changes }: Plan): Promise<void> {
    const objects = new Map(planned);
    const set = (name: string, stored: Stored | null): unknown =>
      stored ? objects.set(name, stored) : objects.delete(name);
    await this.#walk();
    await this.#show(objects);
    const carryOut = async ({ name, outcome, config, isCreatedFirst }: Change): Promise<void> => {
      const { stored, plan } = outcome;
      if (plan.action === 'no-op') return;
      const isReplaced = plan.action === 'replace';
      const isDestroyed = plan.action === 'delete' || (isReplaced && !isCreatedFirst);
      const destroy = async (): Promise<void> =>
        stored ? this.#engine.destroyed(this.schema, stored, plan.private) : undefined;
      const write = (): Promise<Stored> =>
        this.#engine.written(this.schema, plan.action === 'update' ? stored : null, plan, {
          config,
        });
      const keep = (isNew: boolean) => (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        const left = storedIn(error.reply);
        if (left !== undefined) set(name, left && { ...left, isTainted: isNew });
        throw error;
      };
      if (isDestroyed) await destroy().catch(keep(false));
      if (isDestroyed) objects.delete(name);
      if (plan.action !== 'delete') set(name, await write().catch(keep(plan.action !== 'update')));
      if (!stored || !isReplaced || !isCreatedFirst) return;
      // The end of a deposed object is planned once its successor is there.
      const end = await this.#engine.planOnce(this.schema, stored, { config: null });
      await this.#engine.destroyed(this.schema, stored, end.private);
    };
    try {
      await this.#each(changes.map((change) => ({ ...change, act: () => carryOut(change) })));
    } finally {
      this.#store(objects);
      for (const [name, { value, isTainted }] of objects) {
        const as = changes.find((one) => one.name === name)?.outcome.plan.value ?? {};
        this.#printed.push([name, '=', ...(isTainted ? ['tainted'] : []), shown(value, as)].join(' '));
      }
    }
  }

  /** All at once, but each after those that it depends on. One that fails stops those. */
  async #each(all: readonly Step[]): Promise<void> {
    const done = new Map<string, Promise<void>>();
    for (const { name, after, act } of all) {
      const before = after.flatMap((one) => done.get(one) ?? []);
      done.set(name, Promise.all(before).then(act));
    }
    const [failed] = (await Promise.allSettled(done.values())).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as unknown] : [],
    );
    if (failed) throw failed;
  }
}

/** What is configured, with what is known after apply: "${VALUE}". */
function evaluated(config: unknown, when: 'at plan' | 'at apply'): Values {
  return JSON.parse(JSON.stringify(config), (_, one: unknown) => {
    const [, later] = /^\$\{(.*)\}$/.exec(String(one)) ?? [];
    return later === undefined ? one : when === 'at plan' ? UNKNOWN : JSON.parse(later);
  }) as Values;
}

/** Sets what a path such as `rules[0]` leads to as it is in the state. */
function keep(config: unknown, state: unknown, path: string): void {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  const last = steps.pop() ?? '';
  const inside = (of: unknown): Record<string, unknown> =>
    steps.reduce((part, step) => (part as Record<string, unknown>)[step], of) as Record<string, unknown>;
  inside(config)[last] = inside(state)[last];
}

/** The attributes that are not null, but for those that are as before. */
function shown(value: Values, before: Values = {}): string {
  const changed = Object.entries(value).filter(
    ([name, one]) => !isDeepStrictEqual(one, before[name] ?? null),
  );
  return JSON.stringify(Object.fromEntries(changed), (_, one: unknown) => (isUnknown(one) ? '?' : one));
}

const isUnknown = (value: unknown): boolean => value instanceof ExtData;

/** The name in an address. */
const nameIn = (address: string): string => address.replace(/^.*\./, '');
