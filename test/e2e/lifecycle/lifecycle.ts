import { Scene, type Adapter } from './scene';
import { SITUATIONS, type Situation } from './situations';

/** The tests of a resource: what comes of each situation. A cell that does not apply says why, and none may be missing. */
export function lifecycleOf(adapter: Adapter): void {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.of(adapter);
  });
  beforeEach(() => scene.beginAnew());

  const rows = Object.entries(SITUATIONS).map(([name, steps]) => ({
    name,
    steps,
    cell: adapter.cells[name as Situation],
  }));
  test.each(rows.filter(({ cell }) => !('never' in cell)))('$name', async ({ steps, cell }) => {
    for (const step of steps) await step(scene);
    expect(await scene.outcome()).toEqual(cell);
  });
}
