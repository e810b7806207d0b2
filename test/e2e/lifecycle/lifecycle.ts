import { MINIMAL_REFRESH } from '../../support/engine';
import { createWorkspace } from '../../support/workspace';
import { Scene, withMinimalRefresh, type Adapter, type CreateRoot } from './scene';
import { SITUATIONS, type Situation } from './situations';

/** The tests of a resource: what comes of each situation. A cell that does not apply says why, and none may be missing. */
export function lifecycleOf(adapter: Adapter, create: CreateRoot = withEngine): void {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.of(adapter, create);
  });
  beforeEach(() => scene.beginAnew());

  const rows = Object.entries(SITUATIONS).flatMap(([name, steps]) => {
    const { [name as Situation]: usual } = adapter.cells;
    if ('never' in usual) return [];
    const cell = MINIMAL_REFRESH ? withMinimalRefresh(usual, adapter.unnoticed[name as Situation]) : usual;
    return [{ name, steps, cell }];
  });
  test.each(rows)('$name', async ({ steps, cell }) => {
    for (const step of steps) await step(scene);
    expect(await scene.outcome()).toEqual(cell);
  });
}

function withEngine(env: Readonly<Record<string, string>>): ReturnType<CreateRoot> {
  return createWorkspace({ env, startedBy: 'workspace' });
}
