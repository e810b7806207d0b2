import type { RunningEmulator } from '../../emulator';
import {
  createWorkspace,
  rootModule,
  startService,
  type TestService,
  type Workspace,
} from '../support/workspace';
import { CORE, executes, finishedZone, MANAGED, PHASE, ZONE } from './managed-zone';
import { printed } from './one-service';

/** Where the rules are. */
export interface Watched {
  readonly service: { readonly emulator: RunningEmulator };
}

/** Two teams in one zone, each with its own rules, and somebody who writes rules by hand. */
export interface Teams extends Watched {
  readonly service: TestService;
  /** Runs the platform team's configuration, and the product team's. */
  readonly platform: Workspace;
  readonly product: Workspace;
}

type Rules = readonly object[];
export type Blocks = Readonly<Record<string, object>>;

/** What somebody does while a request is under way that a fault delays. */
let meanwhile: (() => unknown) | undefined;
export const whileSent = async (): Promise<void> => void (await meanwhile?.());

export async function teams(): Promise<Teams> {
  const service = await startService({
    seed: { zones: [finishedZone('shop')] },
    settings: { model: 'today', rateLimit: 0 },
    wait: whileSent,
  });
  const ready = async (): Promise<Workspace> => {
    const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
    workspace.write('main.tf.json', rootModule({}));
    await workspace.ready();
    return workspace;
  };
  return { service, platform: await ready(), product: await ready() };
}

export function beginAnew(all: Teams): void {
  const { service, platform, product } = all;
  service.emulator.control.reset();
  undisturbed(all);
  for (const workspace of [platform, product]) {
    for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
    workspace.write('main.tf.json', rootModule({}));
  }
}

/** A block with rules beside those of others. */
export const keeping = (owner: string, rules: Rules, more: object = {}): object => ({
  ...{ zone_id: ZONE, others: 'keep', owner, rules },
  ...more,
});

/** The rules of the platform team. */
export const PLATFORM = keeping('platform', [executes('managed', MANAGED), executes('core', CORE)]);

/** An exception, for one host. */
export const exception = (name: string, host = name): object => ({
  name,
  expression: `http.host eq "${host}"`,
  skip: { ruleset: 'current' },
});

export function declare(workspace: Workspace, blocks: Blocks, more: object = {}): void {
  workspace.write('main.tf.json', rootModule({ zone_managed_rules: blocks }, more));
}

/** The rules of the zone: whose they are and what for. */
export function held({ service }: Watched): readonly string[] {
  const zone = service.emulator.control.zones().find(({ id }) => id === ZONE);
  const ruleset = zone?.rulesets.find(({ phase }) => phase === PHASE);
  return (ruleset?.rules ?? []).map(({ ref, expression }) => {
    const [, owner = 'others', name = ref] = /^zonewright-(?:of-)?(.*?)--?([a-z]+)$/.exec(ref) ?? [];
    const whose = /^[0-9a-f]{24}$/.test(owner) ? 'marked' : owner;
    return `${whose}: ${name} ${/"(.*)"/.exec(expression)?.[1] ?? ''}`.trim();
  });
}

/** The same of one owner, or of all that wrote by hand. */
export function heldBy(all: Watched, owner: string): readonly string[] {
  return held(all).flatMap((rule) => (rule.startsWith(`${owner}: `) ? [rule.slice(owner.length + 2)] : []));
}

/** Adds a rule by hand. */
export function addByHand({ service }: Watched, host: string): void {
  const { control } = service.emulator;
  const zone = control.zones().find(({ id }) => id === ZONE);
  const there = zone?.rulesets.find(({ phase }) => phase === PHASE)?.rules ?? [];
  const rule = {
    action: 'skip',
    expression: `http.host eq "${host}"`,
    action_parameters: { ruleset: 'current' },
  };
  control.saveRuleset(ZONE, PHASE, { rules: [...there, { ...rule, ref: host }] as never });
}

/** The operations that wrote since the journal was cleared. */
export function writes({ service }: Watched): readonly string[] {
  return service.emulator.control
    .journal()
    .filter(({ method }) => method !== 'GET')
    .map(({ operation }) => String(operation).replace('rulesets.', ''));
}

/** Applies, and says what was sent. */
export async function applied(all: Teams, workspace: Workspace, blocks: Blocks): Promise<readonly string[]> {
  declare(workspace, blocks);
  all.service.emulator.control.clearJournal();
  await workspace.applied();
  return writes(all);
}

/** Nothing is left to do in either state. */
export async function rest({ platform, product }: Teams): Promise<void> {
  for (const workspace of [platform, product]) {
    const run = await workspace.plan();
    expect([run.exitCode, run.exitCode === 0 ? '' : printed(run)]).toEqual([0, '']);
  }
}

/** Lets somebody act once the nth write of the next run is sent, and before the service does it. */
export function beforeWrite({ service }: Watched, nth: number, act: () => unknown): void {
  let sent = 0;
  meanwhile = () => ((sent += 1) === nth ? act() : undefined);
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
  service.emulator.control.faults.put(methods.map((method) => ({ match: { method }, delayMs: 1 })));
}

/** Nobody acts, and nothing is delayed. */
export function undisturbed({ service }: Watched): void {
  meanwhile = undefined;
  service.emulator.control.faults.clear();
}
