import type { ObjectSchema } from '../../../../schema';
import { callInProcess } from '../../../conformance/called-in-process';
import { RootModule } from '../../../conformance/root-module';
import { Scene, type Adapter } from '../../../e2e/lifecycle/scene';
import { SITUATIONS, type Situation } from '../../../e2e/lifecycle/situations';
import { Recorded, Transcript } from './transcript';

/**
 * The life cycle of a resource on the calls of an engine: what comes of each situation, as `test/e2e/lifecycle` has it, and
 * word for word as it was recorded (`ZONEWRIGHT_WRITE_LIFECYCLE=1` writes that).
 */
export function lifecycleOfCalls(file: string, adapter: Adapter, schema: ObjectSchema): void {
  let scene: Scene;
  let transcript: Transcript;
  const recorded = new Recorded(file);
  beforeAll(async () => {
    scene = await Scene.of(adapter, (env) => new RootModule(callInProcess(env), schema));
    transcript = new Transcript(scene);
  });
  beforeEach(() => {
    scene.beginAnew();
    transcript.begin();
  });
  const rows = Object.entries(SITUATIONS).filter(([name]) => 'comes' in adapter.cells[name as Situation]);
  test.each(rows)('%s', async (name, steps) => {
    for (const step of steps) await step(scene);
    expect(await scene.outcome()).toEqual(adapter.cells[name as Situation]);
    const { text } = transcript;
    if (text !== undefined) expect(text).toEqual(recorded.of(name, text));
  });
  test('every record is of a situation', () => recorded.end());
}
