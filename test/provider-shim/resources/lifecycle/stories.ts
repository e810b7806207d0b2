import type { FaultRule, Phase } from '../../../../emulator';
import { rulesIn, type Block, type Rule, type Scene } from '../../../e2e/lifecycle/scene';

/** A step of a story. */
export type Step = (scene: Scene) => unknown;

/** What happens to objects, by what it is about. Each story begins with the seed and an empty state. */
export type Stories = Readonly<Record<string, readonly (Step | readonly Step[])[]>>;

export const apply: Step = (scene) => scene.apply();
export const plan: Step = (scene) => scene.plan();
export const save: Step = (scene) => scene.save();
export const applySaved: Step = (scene) => scene.applySaved();
export const destroy: Step = (scene) => scene.destroy();
export const destroyUnread: Step = (scene) => scene.destroy('-refresh=false');
export const replace: Step = (scene) => scene.apply(`-replace=${scene.address}`);
export const refreshOnly: Step = (scene) => scene.plan('-refresh-only');
export const planUnread: Step = (scene) => scene.plan('-refresh=false');
export const killed: Step = (scene) => scene.apply('-killed');
export const taint: Step = (scene) => scene.run('taint', scene.address);

/** Declares an object as `main`, and what else there is. */
export const as =
  (main: Block, more: object = {}): Step =>
  (scene) =>
    scene.declare({ main }, more);

/** Declares an object, and `again` another one after it. */
export const both =
  (main: Block, again: Block, more: object = {}): Step =>
  (scene) =>
    scene.declare({ main, again: { ...again, depends_on: [scene.address] } }, more);

export const nothing: Step = (scene) => scene.declare({});

/** What is known after apply. */
export const later = (value: unknown): string => `\${${JSON.stringify(value)}}`;

/** What `main` is imported from. */
export const from = (id: string, type: string): object => ({ import: [{ to: `${type}.main`, id }] });

/** The provider's own configuration. */
export const provider = (zone: object): object => ({ provider: { zone } });

/** No request is repeated. */
export const once = provider({ max_retries: 0 });

/** Requests have these faults for as long as the next command lasts. */
export const during =
  (...rules: readonly FaultRule[]): Step =>
  ({ control }) =>
    void control.faults.put(rules);

/** The service answers an operation so for as long as the next command lasts, and does nothing. */
export const answers = (operation: string | undefined, status: number, body?: object): Step =>
  during({
    match: { ...(operation !== undefined && { operation }) },
    effect: { kind: 'answer', status, ...(body && { body }) },
  });

/** It has neither migrations any more nor previous managed rules, and says so by a page, or of a path that it does not know. */
export const retired = (status: 410 | 404): Step => {
  const errors = [{ code: 7003, message: 'no route' }];
  const body = status === 410 ? 'Gone' : { success: false, errors, messages: [], result: null };
  const names = ['status', 'check', 'config'].map((name) => `migration.${name}`);
  const lists = ['packages', 'groups', 'rules'].map((name) => `waf.${name}.list`);
  return during(
    ...[...names, ...lists].map((operation): FaultRule => ({
      match: { operation },
      effect: { kind: 'answer', status, body },
    })),
  );
};

/** It refuses what it is sent, and says what of it. */
export const refuses = (operation: string, pointer: string): Step =>
  failsWith(operation, 400, { code: 20127, message: 'not so', source: { pointer } });

/** It answers with one error, to any request without an operation. */
export const failsWith = (operation: string | undefined, status: number, error: object): Step =>
  answers(operation, status, { success: false, errors: [error], messages: [], result: null });

/** It answers that the ruleset of a phase has these rules then, and does nothing. */
export const pretends =
  (operation: string, of: Phase, ...all: readonly object[]): Step =>
  (scene) => {
    const there = scene.control.zone(scene.zoneId).rulesets.find(({ phase }) => phase === of);
    const rules = all.map((rule, index) => ({ id: `${index + 1}`.repeat(32), ref: `${index}`, ...rule }));
    const result = { id: '9'.repeat(32), ...there, kind: 'zone', phase: of, rules };
    return answers(operation, 200, { success: true, errors: [], messages: [], result })(scene);
  };

/** It does it once, stores another form, and answers with what it says is stored. */
export const stores =
  (operation: string, change: Step, stored: (scene: Scene) => unknown): Step =>
  (scene) => {
    // Asked for once the service has done it.
    const toJSON = (): object => {
      change(scene);
      return { success: true, errors: [], messages: [], result: stored(scene) };
    };
    const effect = { kind: 'answer', status: 200, moment: 'after-write', body: { toJSON } } as const;
    scene.control.faults.put([{ match: { operation }, times: 1, effect }]);
  };

const keptBeside =
  (text: string): Step =>
  ({ workspace }) => {
    const state = workspace.read('terraform.tfstate');
    workspace.write('terraform.tfstate', state.replace(/"private":"[^"]*"/, `"private":"${text}"`));
  };

/** What the engine keeps beside the attributes is damaged, or gone. */
export const [damaged, bare] = [keptBeside('bm9wZQ=='), keptBeside('')] as const;

/** It fails an operation once: the time with this number. */
export const fails = (operation: string, nth: number): Step =>
  during({ match: { operation }, nth, effect: { kind: 'answer', status: 500 } });

/** The connection ends once, before or after the service has done what it was asked for. */
export const cut = (operation: string, moment: 'before-write' | 'after-write' = 'after-write'): Step =>
  during({ match: { operation }, times: 1, effect: { kind: 'cut', moment } });

/** Somebody else saves the rules of a phase. */
export const saves =
  (phase: Phase, change: (rules: readonly Rule[]) => readonly Rule[]): Step =>
  ({ control, zoneId }) =>
    void control.saveRuleset(zoneId, phase, { rules: change(rulesIn(control, zoneId, phase)) });

type Edit = Parameters<Scene['control']['editZone']>[1];

/** Somebody else changes anything of the zone. */
export const edits =
  (change: Edit): Step =>
  ({ control, zoneId }) =>
    void control.editZone(zoneId, change);
