import { LOST, type Scene } from './scene';

/** What happens to an object. Each begins with the seed and an empty state, and ends with a plan. */
export const SITUATIONS = {
  created: async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first });
    await scene.apply();
    await scene.plan('-refresh-only');
  },
  'created, and the answer is lost': async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first });
    scene.loseAnswer(scene.adapter.operations.create);
    await scene.apply();
  },
  'created, and the service fails': async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first }, WITHOUT_REPETITION);
    scene.fail(scene.adapter.operations.create);
    await scene.apply();
    await scene.apply();
  },
  'created beside an equal one of others, and the answer is lost': async (scene: Scene) => {
    scene.others('makeTheSame');
    scene.declare({ main: { ...scene.adapter.first, ...scene.adapter.adopting } });
    scene.loseAnswer(scene.adapter.operations.create);
    await scene.apply();
    scene.declare({});
    await scene.apply();
  },
  'created, while somebody makes the same, and the answer is lost': async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first });
    scene.during(scene.adapter.operations.create, 'makeTheSame', LOST);
    await scene.apply();
    scene.declare({});
    await scene.apply();
  },
  'created, while somebody makes another': async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first });
    scene.during(scene.adapter.operations.create, 'makeAnother');
    await scene.apply();
  },
  'created, after somebody made another since the plan': async (scene: Scene) => {
    scene.declare({ main: scene.adapter.first });
    await scene.save();
    scene.others('makeAnother');
    await scene.applySaved();
  },
  'declared where the same is': async (scene: Scene) => {
    scene.others('makeTheSame');
    scene.declare({ main: scene.adapter.first });
    await scene.apply();
  },
  'declared where another is': async (scene: Scene) => {
    scene.others('makeAnother');
    scene.declare({ main: scene.adapter.first });
    await scene.apply();
  },
  'declared where another is, which it adopts': async (scene: Scene) => {
    scene.others('makeAnother');
    scene.declare({ main: { ...scene.adapter.first, ...scene.adapter.adopting } });
    await scene.apply();
  },
  'adopts what somebody changes after the plan': async (scene: Scene) => {
    scene.others('makeAnother');
    scene.declare({ main: { ...scene.adapter.first, ...scene.adapter.adopting } });
    await scene.save();
    scene.others('add');
    await scene.applySaved();
  },
  'adopts, while somebody edits it': async (scene: Scene) => {
    scene.others('makeAnother');
    scene.declare({ main: { ...scene.adapter.first, ...scene.adapter.adopting } });
    scene.during(scene.adapter.operations.adopt, 'edit');
    await scene.apply();
  },
  imported: async (scene: Scene) => {
    scene.others('makeTheSame');
    scene.declare({ main: scene.adapter.first }, importing(scene));
    await scene.apply();
    await scene.plan('-refresh-only');
  },
  'imported with another declaration': async (scene: Scene) => {
    scene.others('makeTheSame');
    scene.declare({ main: scene.adapter.second }, importing(scene));
    await scene.apply();
  },
  'imported, and then destroyed': async (scene: Scene) => {
    scene.others('makeTheSame');
    scene.declare({ main: scene.adapter.first }, importing(scene));
    await scene.apply();
    scene.declare({});
    await scene.apply();
  },
  'imported at two addresses': async (scene: Scene) => {
    scene.others('makeTheSame');
    const { import: block } = importing(scene);
    scene.declare(
      { main: scene.adapter.first, again: { ...scene.adapter.first, depends_on: [scene.address] } },
      { import: [...block, { ...block[0], to: `${scene.adapter.type}.again` }] },
    );
    await scene.apply();
  },
  changed: async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    await scene.apply();
  },
  'changed, and the answer is lost': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    scene.loseAnswer(scene.adapter.operations.update);
    await scene.apply();
  },
  'changed, and the service fails': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second }, WITHOUT_REPETITION);
    scene.fail(scene.adapter.operations.update);
    await scene.apply();
    await scene.apply();
  },
  'changed, while somebody adds something': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    scene.during(scene.adapter.operations.update, 'add');
    await scene.apply();
  },
  'changed, while somebody edits it': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    scene.during(scene.adapter.operations.update, 'edit');
    await scene.apply();
  },
  'changed, after somebody edited it since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    await scene.save();
    scene.others('edit');
    await scene.applySaved();
    await scene.apply();
  },
  'changed, after somebody edited the same since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    await scene.save();
    scene.others('editTheSame');
    await scene.applySaved();
    await scene.apply();
  },
  'changed, after somebody changed it in the same way since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    await scene.save();
    scene.others('makeSecond');
    await scene.applySaved();
  },
  'changed, after somebody deleted it since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    await scene.save();
    scene.others('remove');
    await scene.applySaved();
    await scene.apply();
  },
  'changed, while somebody changes it in the same way': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    scene.during(scene.adapter.operations.update, 'makeSecond');
    await scene.apply();
  },
  'changed, while somebody takes it over': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: scene.adapter.second });
    scene.during(scene.adapter.operations.update, 'takeOver');
    await scene.apply();
  },
  'changed beside something of others': async (scene: Scene) => {
    await scene.applied();
    scene.others('add');
    scene.declare({ main: scene.adapter.second });
    await scene.apply();
  },
  'edited by others': async (scene: Scene) => {
    await scene.applied();
    scene.others('edit');
    await scene.plan('-refresh-only');
    await scene.apply();
  },
  'edited by others, and refreshed alone': async (scene: Scene) => {
    await scene.applied();
    scene.others('edit');
    await scene.apply('-refresh-only');
  },
  'edited by others where the plan changes it, too': async (scene: Scene) => {
    await scene.applied();
    scene.others('editTheSame');
    scene.declare({ main: scene.adapter.second });
    await scene.apply();
  },
  'edited by others, which is ignored': async (scene: Scene) => {
    await scene.applied();
    scene.others('edit');
    const lifecycle = { ignore_changes: [scene.adapter.ignored] };
    scene.declare({ main: { ...scene.adapter.first, lifecycle } });
    await scene.plan();
    scene.declare({ main: { ...scene.adapter.second, lifecycle } });
    await scene.apply();
  },
  'brought into another order by others': async (scene: Scene) => {
    await scene.applied();
    scene.others('reorder');
    await scene.apply();
  },
  'beside something that others add': async (scene: Scene) => {
    await scene.applied();
    scene.others('add');
    await scene.apply();
  },
  'deleted by others': async (scene: Scene) => {
    await scene.applied();
    scene.others('remove');
    await scene.plan('-refresh-only');
    await scene.apply();
  },
  destroyed: async (scene: Scene) => {
    await scene.applied();
    await scene.destroy();
    scene.declare({});
  },
  'destroyed, and the answer is lost': async (scene: Scene) => {
    await scene.applied();
    scene.loseAnswer(scene.adapter.operations.destroy);
    await scene.destroy();
    scene.declare({});
  },
  'destroyed, and the service fails': async (scene: Scene) => {
    await scene.applied();
    scene.declare({}, WITHOUT_REPETITION);
    scene.fail(scene.adapter.operations.destroy);
    await scene.apply();
    await scene.apply();
  },
  'destroyed, while somebody edits it': async (scene: Scene) => {
    await scene.applied();
    scene.during(scene.adapter.operations.destroy, 'edit');
    scene.declare({});
    await scene.apply();
  },
  'destroyed, after somebody edited it since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({});
    await scene.save();
    scene.others('edit');
    await scene.applySaved();
  },
  'destroyed, while somebody takes it over': async (scene: Scene) => {
    await scene.applied();
    scene.during(scene.adapter.operations.destroy, 'takeOver');
    scene.declare({});
    await scene.apply();
  },
  'edited by others, and then destroyed': async (scene: Scene) => {
    await scene.applied();
    scene.others('edit');
    scene.declare({});
    await scene.apply();
  },
  'taken over by others, and then destroyed': async (scene: Scene) => {
    await scene.applied();
    scene.others('takeOver');
    scene.declare({});
    await scene.apply();
  },
  'destroyed, after somebody deleted it since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({});
    await scene.save();
    scene.others('remove');
    await scene.applySaved();
  },
  'destroyed without a look at it, after somebody deleted it': async (scene: Scene) => {
    await scene.applied();
    scene.others('remove');
    await scene.destroy('-refresh=false');
    scene.declare({});
  },
  'destroyed beside something of others': async (scene: Scene) => {
    await scene.applied();
    scene.others('add');
    scene.declare({});
    await scene.apply();
  },
  'destroyed, after somebody added something since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.declare({});
    await scene.save();
    scene.others('add');
    await scene.applySaved();
  },
  'destroyed, after others moved theirs since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.others('add');
    scene.declare({});
    await scene.save();
    scene.others('move');
    await scene.applySaved();
  },
  'destroyed, after others took theirs away since the plan': async (scene: Scene) => {
    await scene.applied();
    scene.others('add');
    scene.declare({});
    await scene.save();
    scene.others('takeAway');
    await scene.applySaved();
  },
  'destroyed, while somebody adds something': async (scene: Scene) => {
    await scene.applied();
    scene.during(scene.adapter.operations.destroy, 'add');
    scene.declare({});
    await scene.apply();
  },
  forgotten: async (scene: Scene) => {
    await scene.applied();
    scene.declare({}, { removed: [{ from: scene.address, lifecycle: { destroy: false } }] });
    await scene.apply();
  },
  'moved to another address': async (scene: Scene) => {
    await scene.applied();
    scene.declare(
      { renamed: scene.adapter.first },
      { moved: [{ from: scene.address, to: `${scene.adapter.type}.renamed` }] },
    );
    await scene.apply();
  },
  'renamed without a moved block': async (scene: Scene) => {
    scene.ignoreOrder();
    await scene.applied();
    scene.declare({ renamed: scene.adapter.first });
    await scene.apply();
  },
  'declared twice': async (scene: Scene) => {
    await scene.applied();
    scene.declare({
      main: scene.adapter.first,
      again: { ...scene.adapter.first, depends_on: [scene.address] },
    });
    await scene.apply();
  },
  'declared in a second state, and then destroyed in the first': async (scene: Scene) => {
    await scene.applied();
    const second = await scene.second();
    scene.declare({ main: { ...scene.adapter.first, ...scene.adapter.adopting } }, {}, second);
    await second.ready();
    await scene.inSecond('apply');
    scene.declare({});
    await scene.apply();
  },
  'declared otherwise in a second state': async (scene: Scene) => {
    await scene.applied();
    const second = await scene.second();
    scene.declare({ main: { ...scene.adapter.second, ...scene.adapter.adopting } }, {}, second);
    await second.ready();
    await scene.inSecond('apply');
  },
  'declared in a second state, and then destroyed there': async (scene: Scene) => {
    await scene.applied();
    const second = await scene.second();
    scene.declare({ main: { ...scene.adapter.second, ...scene.adapter.adopting } }, {}, second);
    await second.ready();
    await scene.inSecond('apply');
    await scene.inSecond('destroy');
    await scene.apply();
  },
  tainted: async (scene: Scene) => {
    await scene.applied();
    await scene.run('taint', scene.address);
    await scene.apply();
  },
  replaced: async (scene: Scene) => {
    await scene.applied();
    await scene.apply(`-replace=${scene.address}`);
  },
  'replaced, the new one first': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: { ...scene.adapter.first, lifecycle: { create_before_destroy: true } } });
    await scene.apply(`-replace=${scene.address}`);
  },
  'replaced, after somebody added something since the plan': async (scene: Scene) => {
    await scene.applied();
    await scene.save(`-replace=${scene.address}`);
    scene.others('add');
    await scene.applySaved();
  },
  'moved to another zone': async (scene: Scene) => {
    await scene.applied();
    scene.declare({ main: { ...scene.adapter.first, zone_id: scene.otherZoneId } });
    await scene.apply();
  },
  'in a zone that is gone': async (scene: Scene) => {
    await scene.applied();
    loseZone(scene);
    await scene.plan('-refresh-only');
    scene.declare({});
    await scene.apply();
  },
  'destroyed without a look at it in a zone that is gone': async (scene: Scene) => {
    await scene.applied();
    loseZone(scene);
    await scene.destroy('-refresh=false');
    scene.declare({});
  },
  'declared for a zone that is not there': async (scene: Scene) => {
    scene.declare({ main: { ...scene.adapter.first, zone_id: '0'.repeat(32) } });
    await scene.apply();
  },
} as const satisfies Readonly<Record<string, (scene: Scene) => Promise<void>>>;

export type Situation = keyof typeof SITUATIONS;

const WITHOUT_REPETITION = { provider: { zone: { max_retries: 0 } } };

function importing({ adapter, control, zoneId, address }: Scene): {
  readonly import: readonly { readonly to: string; readonly id: string }[];
} {
  return { import: [{ to: address, id: adapter.importId(control, zoneId) }] };
}

function loseZone({ control, zoneId }: Scene): void {
  const snapshot = control.snapshot();
  control.restore({ ...snapshot, zones: snapshot.zones.filter(({ id }) => id !== zoneId) });
}
