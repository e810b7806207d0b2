import { MINIMAL_REFRESH } from '../../support/engine';
import { createWorkspace } from '../../support/workspace';
import { Recorded } from './recorded';
import { Scene, withEngine, withMinimalRefresh, type Adapter } from './scene';
import { SITUATIONS, type Situation } from './situations';

/** The situations of a resource: all but those that cannot be. */
export function situationsOf({ never = {} }: Adapter) {
  const without = Object.values(never).flat();
  const all = Object.entries(SITUATIONS) as readonly (readonly [Situation, (typeof SITUATIONS)[Situation]])[];
  return all.filter(([name]) => !without.includes(name));
}

/** The tests of a resource with the engine: what comes of each situation, as it is recorded. */
export function lifecycleOf(adapter: Adapter): void {
  const recorded = new Recorded(adapter.record);
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.of(adapter, (env) => createWorkspace({ env, startedBy: 'workspace' }));
  });
  beforeEach(() => scene.beginAnew());

  test.each(situationsOf(adapter))('%s', async (name, steps) => {
    for (const step of steps) await step(scene);
    const usual = recorded.cell(name) ?? { comes: 'nothing is recorded', says: [] };
    const expected = MINIMAL_REFRESH
      ? withMinimalRefresh(usual, adapter.unnoticed[name])
      : withEngine(usual, adapter, name);
    expect(await scene.outcome()).toEqual(expected);
  });
}
