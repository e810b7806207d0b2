import { LOST, type Adapter, type Block, type Scene } from './scene';

/** What a situation consists of. */
type Step = (scene: Scene) => Promise<void> | void;
type Act = keyof Adapter['others'];
type Write = keyof Adapter['operations'];

const apply: Step = (scene) => scene.apply();
const save: Step = (scene) => scene.save();
const applySaved: Step = (scene) => scene.applySaved();
const destroy: Step = (scene) => scene.destroy();
const withoutRefresh: Step = (scene) => scene.destroy('-refresh=false');
const plan: Step = (scene) => scene.plan();
const refreshOnly: Step = (scene) => scene.plan('-refresh-only');
const taint: Step = (scene) => scene.run('taint', scene.address);
const replace: Step = (scene) => scene.apply(replacing(scene));
/** Begins with the first declaration applied. */
const applied: Step = (scene) => scene.applied();

/** Declares blocks by their names, and what else there is. */
const declares =
  (
    blocks: (scene: Scene) => Readonly<Record<string, Block>>,
    more: (scene: Scene) => object = () => ({}),
  ): Step =>
  (scene) =>
    scene.declare(blocks(scene), more(scene));

const asFirst = ({ adapter }: Scene) => ({ main: adapter.first });
const asSecond = ({ adapter }: Scene) => ({ main: adapter.second });
const asNothing = () => ({});
const first = declares(asFirst);
const second = declares(asSecond);
const nothing = declares(asNothing);
/** The first one, with another object of the same once that is there. */
const twice = ({ adapter, address }: Scene) => ({
  main: adapter.first,
  again: { ...adapter.first, depends_on: [address] },
});
const createFirst = declares(({ adapter }) => ({
  main: { ...adapter.first, lifecycle: { create_before_destroy: true } },
}));
const elsewhere = declares(({ adapter, otherZoneId }) => ({
  main: { ...adapter.first, zone_id: otherZoneId },
}));
const again = declares(({ adapter }) => ({ again: adapter.first }));
const copy =
  (parts: Parameters<Scene['copy']>[0]): Step =>
  (scene) =>
    scene.copy(parts);
const ignoring = (what: 'first' | 'second'): Step =>
  declares(({ adapter }) => ({
    main: { ...adapter[what], lifecycle: { ignore_changes: [adapter.ignored] } },
  }));

const others =
  (what: Act): Step =>
  (scene) =>
    scene.others(what);
const loses =
  (operation: Write): Step =>
  (scene) =>
    scene.loseAnswer(scene.adapter.operations[operation]);
const fails =
  (operation: Write): Step =>
  (scene) =>
    scene.fail(scene.adapter.operations[operation]);
/** Somebody acts after the last look and before the first request of an operation takes effect. */
const during =
  (operation: Write, what: Act, more: Parameters<Scene['during']>[2] = {}): Step =>
  (scene) =>
    scene.during(scene.adapter.operations[operation], what, more);

/** What others made is imported. */
const imported: readonly Step[] = [others('makeTheSame'), declares(asFirst, importing), apply, first];

/** What is declared then is planned and saved; somebody acts; and the saved plan is applied. */
const sincePlan = (declared: Step, what: Act): readonly Step[] => [declared, save, others(what), applySaved];
/** The same of a replacement of the first one. */
const sinceReplacement = (what: Act): readonly Step[] => [
  applied,
  (scene) => scene.save(replacing(scene)),
  others(what),
  applySaved,
];
/** A second state declares the same or something else. */
const inSecond =
  (what: 'first' | 'second', more: (scene: Scene) => object = () => ({})): Step =>
  async (scene) => {
    const workspace = await scene.second();
    scene.declare({ main: scene.adapter[what] }, more(scene), workspace);
    await workspace.ready();
    await scene.inSecond('apply');
  };

/** What happens to an object. Each begins with the seed and an empty state, and ends with a plan. */
export const SITUATIONS = {
  created: [first, apply, refreshOnly],
  'created, and the answer is lost': [first, loses('create'), apply],
  'created, and the service fails': [declares(asFirst, withoutRepetition), fails('create'), apply, apply],
  'created beside an equal one of others, and the answer is lost': [
    others('makeTheSame'),
    first,
    loses('create'),
    apply,
    nothing,
    apply,
  ],
  'created, while somebody makes the same, and the answer is lost': [
    first,
    during('create', 'makeTheSame', LOST),
    apply,
    nothing,
    apply,
  ],
  'created, while somebody makes another': [first, during('create', 'makeAnother'), apply],
  'created, after somebody made another since the plan': sincePlan(first, 'makeAnother'),
  'created, after somebody added something since the plan': [...sincePlan(first, 'add'), apply],
  'declared where the same is': [others('makeTheSame'), first, apply],
  'declared where another is': [others('makeAnother'), first, apply],
  imported: [others('makeTheSame'), declares(asFirst, importing), apply, refreshOnly],
  'imported with another declaration': [others('makeTheSame'), declares(asSecond, importing), apply],
  'imported, after somebody edited it since the plan': [
    others('makeTheSame'),
    ...sincePlan(declares(asSecond, importing), 'edit'),
  ],
  'imported with another declaration, and then destroyed': [
    others('makeTheSame'),
    declares(asSecond, importing),
    apply,
    nothing,
    apply,
  ],
  'imported, and then replaced': [...imported, replace],
  'imported, and then tainted': [...imported, taint, apply],
  'imported, and then moved to another zone': [...imported, elsewhere, apply],
  'imported at two addresses': [others('makeTheSame'), declares(twice, importingTwice), apply],
  changed: [applied, second, apply],
  'changed, and the answer is lost': [applied, second, loses('update'), apply],
  'changed, and the service fails': [
    applied,
    declares(asSecond, withoutRepetition),
    fails('update'),
    apply,
    apply,
  ],
  'changed, while somebody adds something': [applied, second, during('update', 'add'), apply],
  'changed, while somebody edits it': [applied, second, during('update', 'edit'), apply],
  'changed, after somebody edited it since the plan': [applied, ...sincePlan(second, 'edit'), apply],
  'changed, after somebody edited the same since the plan': [
    applied,
    ...sincePlan(second, 'editTheSame'),
    apply,
  ],
  'changed, after somebody changed it in the same way since the plan': [
    applied,
    ...sincePlan(second, 'makeSecond'),
  ],
  'changed, after somebody deleted it since the plan': [applied, ...sincePlan(second, 'remove'), apply],
  'changed, while somebody changes it in the same way': [
    applied,
    second,
    during('update', 'makeSecond'),
    apply,
  ],
  'changed, after somebody took it over since the plan': [
    applied,
    ...sincePlan(second, 'takeOver'),
    nothing,
    apply,
  ],
  'changed, after somebody set what cannot be declared since the plan': [
    applied,
    ...sincePlan(second, 'extend'),
  ],
  'changed, while somebody sets what cannot be declared': [
    applied,
    second,
    during('update', 'extend'),
    apply,
  ],
  'changed, while somebody deletes it': [applied, second, during('update', 'remove'), apply, apply],
  'changed but for what is ignored, after somebody edited that since the plan': [
    applied,
    ...sincePlan(ignoring('second'), 'edit'),
    apply,
  ],
  'changed, while somebody takes it over': [applied, second, during('update', 'takeOver'), apply],
  'changed beside something of others': [applied, others('add'), second, apply],
  'changed, after somebody added something since the plan': [applied, ...sincePlan(second, 'add')],
  'changed, after others moved theirs since the plan': [applied, others('add'), ...sincePlan(second, 'move')],
  'edited by others': [applied, others('edit'), refreshOnly, apply],
  'edited by others, and refreshed alone': [applied, others('edit'), (scene) => scene.apply('-refresh-only')],
  'edited by others where the plan changes it, too': [applied, others('editTheSame'), second, apply],
  'edited by others to what is declared then, as by a run that was killed': [
    applied,
    ...[others('makeSecond'), second, apply],
  ],
  'edited by others, which is ignored': [
    applied,
    others('edit'),
    ignoring('first'),
    plan,
    ignoring('second'),
    apply,
  ],
  'brought into another order by others': [applied, others('reorder'), apply],
  'beside something that others add': [applied, others('add'), apply],
  'deleted by others': [applied, others('remove'), refreshOnly, apply],
  destroyed: [applied, destroy, nothing],
  'destroyed, and the answer is lost': [applied, loses('destroy'), destroy, nothing],
  'destroyed, and the service fails': [
    applied,
    declares(asNothing, withoutRepetition),
    fails('destroy'),
    apply,
    apply,
  ],
  'destroyed, while somebody edits it': [applied, during('destroy', 'edit'), nothing, apply],
  'destroyed, after somebody edited it since the plan': [applied, ...sincePlan(nothing, 'edit')],
  'destroyed, after somebody took it over since the plan': [applied, ...sincePlan(nothing, 'takeOver')],
  'destroyed, after somebody set what cannot be declared since the plan': [
    applied,
    ...sincePlan(nothing, 'extend'),
    apply,
  ],
  'destroyed, while somebody takes it over': [applied, during('destroy', 'takeOver'), nothing, apply],
  'edited by others, and then destroyed': [applied, others('edit'), nothing, apply],
  'taken over by others, and then destroyed': [applied, others('takeOver'), nothing, apply],
  'destroyed, after somebody deleted it since the plan': [applied, ...sincePlan(nothing, 'remove')],
  'destroyed without a look at it, after somebody deleted it': [
    applied,
    others('remove'),
    withoutRefresh,
    nothing,
  ],
  'destroyed beside something of others': [applied, others('add'), nothing, apply],
  'destroyed, after somebody added something since the plan': [applied, ...sincePlan(nothing, 'add')],
  'destroyed, after others moved theirs since the plan': [
    applied,
    others('add'),
    ...sincePlan(nothing, 'move'),
  ],
  'destroyed, after others took theirs away since the plan': [
    applied,
    others('add'),
    ...sincePlan(nothing, 'takeAway'),
  ],
  'destroyed, while somebody adds something': [applied, during('destroy', 'add'), nothing, apply],
  forgotten: [
    applied,
    declares(asNothing, ({ address }) => ({ removed: [{ from: address, lifecycle: { destroy: false } }] })),
    apply,
  ],
  'moved to another address': [
    applied,
    declares(
      ({ adapter }) => ({ renamed: adapter.first }),
      ({ adapter, address }) => ({ moved: [{ from: address, to: `${adapter.type}.renamed` }] }),
    ),
    apply,
  ],
  'renamed without a moved block': [
    (scene) => scene.ignoreOrder(),
    applied,
    declares(({ adapter }) => ({ renamed: adapter.first })),
    apply,
  ],
  'declared twice': [applied, declares(twice), apply],
  'copied by hand in the state': [
    (scene) => scene.ignoreOrder(),
    applied,
    ...[copy('all'), apply, again, apply],
    ...[copy('no private part'), apply, first, apply],
    (scene) => scene.apply('-refresh=false'),
    ...[copy('all'), declares(twice), apply, destroy, nothing, apply],
  ],
  'declared in a second state, and then destroyed in the first': [applied, inSecond('first'), nothing, apply],
  'imported by a second state with another declaration': [applied, inSecond('second', importing)],
  'imported by a second state, and then destroyed there': [
    applied,
    inSecond('second', importing),
    (scene) => scene.inSecond('destroy'),
    apply,
  ],
  tainted: [applied, taint, apply],
  replaced: [applied, replace],
  'replaced, the new one first': [applied, createFirst, replace],
  'replaced, the new one first, and then destroyed': [applied, createFirst, replace, nothing, apply],
  'replaced, after somebody added something since the plan': sinceReplacement('add'),
  'replaced, after somebody edited it since the plan': sinceReplacement('edit'),
  'replaced, after somebody took it over since the plan': sinceReplacement('takeOver'),
  'replaced, while somebody edits it': [applied, during('destroy', 'edit'), replace],
  'replaced, while somebody adds something': [applied, during('destroy', 'add'), replace],
  'tainted with what cannot be declared': [applied, taint, others('extend'), apply],
  'tainted, and then taken over by others': [applied, taint, others('takeOver'), apply],
  'moved to another zone': [applied, elsewhere, apply],
  'moved to another zone with what cannot be declared': [applied, others('extend'), elsewhere, apply],
  'moved to another zone, after somebody edited it since the plan': [
    applied,
    ...sincePlan(elsewhere, 'edit'),
    apply,
  ],
  'in a zone that is gone': [applied, loseZone, refreshOnly, nothing, apply],
  'destroyed without a look at it in a zone that is gone': [applied, loseZone, withoutRefresh, nothing],
  'declared for a zone that is not there': [
    declares(({ adapter }) => ({ main: { ...adapter.first, zone_id: '0'.repeat(32) } })),
    apply,
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export type Situation = keyof typeof SITUATIONS;

function withoutRepetition(): object {
  return { provider: { zone: { max_retries: 0 } } };
}

const replacing = ({ address }: Scene): string => `-replace=${address}`;

function importBlock({ adapter, control, zoneId }: Scene, name: string): object {
  return { to: `${adapter.type}.${name}`, id: adapter.importId(control, zoneId) };
}

function importing(scene: Scene): object {
  return { import: [importBlock(scene, 'main')] };
}

function importingTwice(scene: Scene): object {
  return { import: [importBlock(scene, 'main'), importBlock(scene, 'again')] };
}

export function loseZone({ control, zoneId }: Scene): void {
  const snapshot = control.snapshot();
  control.restore({ ...snapshot, zones: snapshot.zones.filter(({ id }) => id !== zoneId) });
}
