import type { ObjectSchema } from '../../../../schema';
import { callInProcess } from '../../../conformance/called-in-process';
import { RootModule } from '../../../conformance/root-module';
import { Scene, type Adapter } from '../../../e2e/lifecycle/scene';
import { SITUATIONS, type Situation } from '../../../e2e/lifecycle/situations';
import type { Stories } from './stories';
import { Recorded, Transcript } from './transcript';

/**
 * The life cycle of a resource on the calls of an engine, word for word as it was recorded (`ZONEWRIGHT_WRITE_LIFECYCLE=1`
 * writes that): what comes of each situation of `test/e2e/lifecycle`, and stories that its table does not tell.
 */
export function lifecycleOfCalls(
  file: string,
  adapter: Adapter,
  schema: ObjectSchema,
  stories: Stories,
): void {
  let scene: Scene;
  let transcript: Transcript;
  const recorded = new Recorded(file);
  const told = new Recorded(`${file}-stories`);
  beforeAll(async () => {
    const create = (env: Readonly<Record<string, string>>) => new RootModule(callInProcess(env), schema);
    scene = await Scene.of(adapter, create, { uriOverrides: 'available' });
    transcript = new Transcript(scene);
  });
  beforeEach(() => {
    scene.beginAnew();
    transcript.begin();
  });

  const situations = Object.entries(SITUATIONS).filter(
    ([name]) => 'comes' in adapter.cells[name as Situation],
  );
  test.each(situations)('%s', async (name, steps) => {
    for (const step of steps) await step(scene);
    expect(await scene.outcome()).toEqual(adapter.cells[name as Situation]);
    const { text } = transcript;
    if (text !== undefined) expect(text).toEqual(recorded.of(name, text));
  });
  test.each(Object.entries(stories))('story: %s', async (title, steps) => {
    for (const step of steps.flat()) await step(scene);
    expect(transcript.whole).toEqual(told.of(title, transcript.whole));
  });
  test('each record is of a situation or a story', () => {
    recorded.end();
    told.end();
  });
}
