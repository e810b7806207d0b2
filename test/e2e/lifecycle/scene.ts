import type { FaultRule, SeedZone, ServiceSettings } from '../../../emulator';
import { engine, isBefore } from '../../support/engine';
import { rootModule, startService, type TestService, type Workspace } from '../../support/workspace';
import { zoneIdOf } from '../migrating-zones';
import type { Cell } from './recorded';
import type { Situation } from './situations';

export type Control = TestService['emulator']['control'];
export type Block = Readonly<Record<string, unknown>>;
export type Rule = Readonly<Record<string, unknown>>;
type Other = (control: Control) => void;

/** A resource as the situations see it. Each has two zones: one of its own, and another. */
export interface Adapter {
  readonly type: string;
  readonly zones: readonly [SeedZone & { readonly id: string }, SeedZone & { readonly id: string }];
  /** Two declarations, without `zone_id`; `second` changes one thing. */
  readonly first: Block;
  readonly second: Block;
  /** What the service has of the resource in a zone, in a few words; an empty text for nothing. */
  held(control: Control, zoneId: string): string;
  importId(control: Control, zoneId: string): string;
  /** What somebody else does in the first zone. */
  readonly others: {
    /** Makes what `first` declares. */
    readonly makeTheSame: Other;
    /** Makes what is in its way. */
    readonly makeAnother: Other;
    /** Changes what `first` and `second` have in common. */
    readonly edit: Other;
    /** Changes what `second` changes, to something else. */
    readonly editTheSame: Other;
    /** Changes what `second` changes, to the same. */
    readonly makeSecond: Other;
    /** Changes the order of what the object has, and nothing else. */
    readonly reorder: Other;
    /** Makes its own of what the object has, equal to it. */
    readonly takeOver: Other;
    /** Sets what nobody can declare in the first thing that the object has. */
    readonly extend: Other;
    /** Makes something beside it that is not declared. */
    readonly add: Other;
    /** Puts what `add` made elsewhere, and takes it away. */
    readonly move: Other;
    readonly takeAway: Other;
    /** Deletes what the object has. */
    readonly remove: Other;
  };
  /** Operations that write, as the emulator names them. */
  readonly operations: {
    readonly create: string;
    readonly update: string;
    readonly destroy: string;
  };
  /** A member that can be ignored, and that `edit` changes. */
  readonly ignored: string;
  /** The file of `test/fixtures/lifecycle` that has what comes of each situation, with Terraform 1.11. */
  readonly record: string;
  /** Situations that cannot be, by the reason. */
  readonly never?: Readonly<Record<string, readonly Situation[]>>;
  /** What other engines say more, which read what goes before they plan its end. */
  readonly readFirst?: Readonly<Partial<Record<Situation, readonly string[]>>>;
  /**
   * What comes with `-minimal-refresh`, where that is something else: the engine does not read an object whose configuration
   * stays, nor one that goes. Where no more than what a read says is missing, this is UNSAID.
   */
  readonly unnoticed: Readonly<Partial<Record<Situation, Cell | typeof UNSAID>>>;
}

export const zone = (name: string): SeedZone & { readonly id: string } => ({
  id: zoneIdOf(name),
  name: `${name}.example`,
  plan: 'enterprise',
});

/** The rules that a zone has in a phase. */
export function rulesIn(control: Control, zoneId: string, of: string): readonly Rule[] {
  const found = control.zones().find(({ id }) => id === zoneId);
  const ruleset = found?.rulesets.find(({ phase, kind }) => phase === of && kind === 'zone');
  return (ruleset?.rules ?? []) as readonly object[] as readonly Rule[];
}

export function cell(comes: string, ...says: readonly string[]): Cell {
  return { comes, says };
}

export const UNSAID = 'without what a read says';

/** What comes of a situation with `-minimal-refresh`. */
export function withMinimalRefresh(usual: Cell, unnoticed: Cell | typeof UNSAID = usual): Cell {
  if (unnoticed !== UNSAID) return unnoticed;
  return { ...usual, says: usual.says.filter((summary) => !SAID_BY_READS.test(summary)) };
}

const SAID_BY_READS = /^(?:Changed|Deleted) outside since the last apply|cannot express\. They stay/;

/** What a destroy says only if its plan is made before the object is read: Terraform before 1.12 reads it later. */
const SAID_UNREAD = /, and this plan deletes them as they are now\.$/;

/** What comes of a situation with this engine. */
export function withEngine(usual: Cell, { readFirst = {} }: Adapter, name: Situation): Cell {
  if (engine.flavor === 'terraform' && isBefore('1.12')) return usual;
  const says = [...usual.says, ...(readFirst[name] ?? [])].sort();
  return { ...usual, says: says.filter((summary) => !SAID_UNREAD.test(summary)) };
}

/** A root module, with the engine or with its calls alone. */
export type Root = Pick<
  Workspace,
  'applied' | 'apply' | 'destroy' | 'plan' | 'read' | 'ready' | 'run' | 'write'
>;
export type CreateRoot = (env: TestService['env']) => Root | Promise<Root>;

/** One resource in a root module, and the service behind it. Whatever happens is noted, in order. */
export class Scene {
  readonly #notes: string[] = [];
  readonly #said = new Set<string>();
  #isOrdered = true;
  #held = '';
  #meanwhile: keyof Adapter['others'] | undefined;
  #applied: { readonly zones: ReturnType<Control['snapshot']>; readonly state: string } | undefined;
  #second: Root | undefined;

  /** Hears of each command: how it was called and ended, and what was printed. */
  tell: (command: string, printed: string) => void = () => undefined;

  private constructor(
    readonly adapter: Adapter,
    readonly service: TestService,
    readonly workspace: Root,
    private readonly create: CreateRoot,
  ) {}

  static async of(adapter: Adapter, create: CreateRoot, more: Partial<ServiceSettings> = {}): Promise<Scene> {
    let scene: Scene | undefined = undefined;
    const service = await startService({
      seed: { zones: adapter.zones },
      settings: { model: 'today', rateLimit: 0, finishSeconds: 0, ...more },
      // What is delayed, somebody else comes before.
      wait: async () => {
        if (scene) scene.#actMeanwhile();
      },
    });
    scene = new Scene(adapter, service, await create(service.env), create);
    scene.declare({});
    await scene.workspace.ready();
    return scene;
  }

  get control(): Control {
    return this.service.emulator.control;
  }

  get address(): string {
    return `${this.adapter.type}.main`;
  }

  /** The ids of the object's zone and of the other one. */
  get zoneId(): string {
    return this.adapter.zones[0].id;
  }

  get otherZoneId(): string {
    return this.adapter.zones[1].id;
  }

  /**
   * With two objects of one zone, the engine's order decides which of them is warned of the other, what is left to write,
   * and whether one is refused that the other one's refusal stops anyway. Only `depends_on` would give them an order.
   */
  ignoreOrder(): void {
    this.#isOrdered = false;
  }

  /** Back to the seed and an empty state. */
  beginAnew(): void {
    this.control.reset();
    this.#meanwhile = undefined;
    this.#isOrdered = true;
    this.#forget();
    for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) this.workspace.write(file, '');
    this.declare({});
  }

  #forget(): void {
    this.#notes.length = 0;
    this.#said.clear();
    this.#held = this.held();
    this.control.clearJournal();
  }

  held(): string {
    const { adapter, control } = this;
    const there = adapter.held(control, this.otherZoneId);
    const here = adapter.held(control, this.zoneId) || 'nothing';
    return there === '' ? here : `${here}, elsewhere ${there}`;
  }

  /** Writes the configuration: blocks by their names, each in the object's zone unless it says another, and what else there is. */
  declare(blocks: Readonly<Record<string, Block>>, more: object = {}, workspace = this.workspace): void {
    const resources = Object.entries(blocks).map(([name, block]) => [
      name,
      { zone_id: this.zoneId, ...block },
    ]);
    const declared = Object.fromEntries(resources) as Readonly<Record<string, Block>>;
    workspace.write('main.tf.json', rootModule({ [this.adapter.type]: declared }, more));
  }

  /** Begins with the first declaration applied. It is applied once, and then put back. */
  async applied(): Promise<void> {
    if (this.#applied) {
      this.control.restore(this.#applied.zones);
      this.workspace.write('terraform.tfstate', this.#applied.state);
      this.declare({ main: this.adapter.first });
    } else {
      this.declare({ main: this.adapter.first });
      await this.workspace.applied();
      this.#applied = {
        zones: this.control.snapshot(),
        state: this.workspace.read('terraform.tfstate'),
      };
    }
    this.#forget();
  }

  /** Copies the object of the state by hand to the name `again`. @param parts what the copy has of it */
  copy(parts: 'all' | 'no private part'): void {
    const state = JSON.parse(this.workspace.read('terraform.tfstate')) as { resources: readonly Block[] };
    const main = state.resources.find(({ name }) => name === 'main');
    const hidden = (key: string, value: unknown): unknown =>
      key === 'private' && parts !== 'all' ? undefined : value;
    const again = JSON.parse(JSON.stringify({ ...main, name: 'again' }, hidden)) as Block;
    this.workspace.write('terraform.tfstate', JSON.stringify({ ...state, resources: [main, again] }));
  }

  plan(...args: readonly string[]): Promise<void> {
    return this.#command('plan', args, () => this.workspace.plan({ args }));
  }

  /** A plan that is kept for `applySaved`. */
  save(...args: readonly string[]): Promise<void> {
    return this.#command('plan', args, () => this.workspace.plan({ args, out: 'saved.tfplan' }));
  }

  apply(...args: readonly string[]): Promise<void> {
    return this.#command('apply', args, () => this.workspace.apply({ args }));
  }

  applySaved(): Promise<void> {
    return this.#command('apply saved', [], () => this.workspace.apply({ planFile: 'saved.tfplan' }));
  }

  destroy(...args: readonly string[]): Promise<void> {
    return this.#command('destroy', args, () => this.workspace.destroy({ args }));
  }

  run(...args: readonly string[]): Promise<void> {
    return this.#command(args[0] ?? '', [], () => this.workspace.run(args));
  }

  /** A second root module with a state of its own, for the same service. */
  async second(): Promise<Root> {
    this.#second ??= await this.create(this.service.env);
    this.#second.write('terraform.tfstate', '');
    return this.#second;
  }

  inSecond(what: 'apply' | 'destroy'): Promise<void> {
    return this.#command(`second ${what}`, [], async () => (await this.#second?.[what]()) ?? NOTHING);
  }

  others(what: keyof Adapter['others']): void {
    this.adapter.others[what](this.control);
    this.#note(`others ${what}`);
  }

  /** Lets somebody else act after the last look and before the first request of an operation takes effect. */
  during(operation: string, what: keyof Adapter['others'], more: Pick<FaultRule, 'effect'> = {}): void {
    this.#meanwhile = what;
    this.control.faults.put([{ match: { operation, zoneId: this.zoneId }, nth: 1, delayMs: 1, ...more }]);
  }

  /** The service carries an operation out, and its answer is lost. */
  loseAnswer(operation: string): void {
    this.control.faults.put([{ match: { operation }, times: 1, ...LOST }]);
  }

  /** The service fails before it has done anything, for as long as the next command lasts. */
  fail(operation: string): void {
    this.control.faults.put([{ match: { operation }, effect: { kind: 'answer', status: 500 } }]);
  }

  #actMeanwhile(): void {
    const now = this.#meanwhile;
    this.#meanwhile = undefined;
    if (now) this.others(now);
  }

  async #command(
    what: string,
    args: readonly string[],
    run: () => Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>,
  ): Promise<void> {
    this.control.clearJournal();
    const { exitCode, stdout, stderr } = await run();
    this.control.faults.clear();
    this.tell([what, ...args, exitCode].join(' '), stdout);
    const writes = this.control
      .journal()
      .filter(({ method }) => method !== 'GET')
      .map(
        ({ operation, fault }) =>
          `(${String(operation).replace(/^(rulesets|logpush)\./, '')}${fault === 'cut' ? ', answer lost' : ''})`,
      );
    for (const summary of summariesIn(`${stdout}\n${stderr}`, this.#isOrdered))
      if (this.#isOrdered || !summary.endsWith('cannot be re-created.'))
        this.#said.add(summary.replaceAll(this.zoneId, 'ZONE').replace(/[0-9a-f]{32}/g, 'ID'));
    const options = args.map((arg) => arg.replace(/=.*/, ''));
    // What is destroyed and what is created in its place go to the service in an order of the engine's.
    this.#note([what, ...options, exitCode, ...(this.#isOrdered ? writes.sort() : [])].join(' '));
  }

  #note(what: string): void {
    const held = this.held();
    this.#notes.push(held === this.#held ? what : `${what} → ${held}`);
    this.#held = held;
  }

  /** What came of everything since the beginning, with a last plan. */
  async outcome(): Promise<Cell> {
    await this.plan();
    return cell(this.#notes.join(' · '), ...[...this.#said].sort());
  }
}

/** The summaries of the diagnostics in what the engine prints, but for its own. */
function summariesIn(text: string, withWarnings: boolean): readonly string[] {
  const plain = text.replace(/^[│╷╵] ?/gm, '');
  const all = plain.matchAll(withWarnings ? /^(?:Error|Warning): ([^]*?)\n\n/gm : /^Error: ([^]*?)\n\n/gm);
  return [...all]
    .map(([, summary = '']) => summary.replace(/\s+/g, ' '))
    .filter((summary) => !OF_THE_ENGINE.test(summary));
}

const OF_THE_ENGINE = /^(?:Some objects will no longer be managed|Resource will be removed from the state)/;

/** An answer that is lost after the service has done what it was asked for. */
export const LOST = { effect: { kind: 'cut', moment: 'after-write' } } as const;

const NOTHING = { exitCode: -1, stdout: '', stderr: '' };
