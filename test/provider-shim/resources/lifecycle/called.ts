import type { ObjectSchema } from '../../../../schema';
import { callInProcess } from '../../../conformance/called-in-process';
import { RootModule } from '../../../conformance/root-module';
import { situationsOf } from '../../../e2e/lifecycle/lifecycle';
import { Recorded, textOf } from '../../../e2e/lifecycle/recorded';
import { Scene, type Adapter } from '../../../e2e/lifecycle/scene';

import type { Stories } from './stories';
import { Transcript } from './transcript';

/**
 * The life cycle of a resource on the calls of an engine, word for word as it was recorded (`ZONEWRIGHT_WRITE_LIFECYCLE=1`
 * writes that): what comes of each situation of `test/e2e/lifecycle`, and stories that its table does not tell.
 */
export function lifecycleOfCalls(adapter: Adapter, schema: ObjectSchema, stories: Stories): void {
  let scene: Scene;
  let transcript: Transcript;
  const recorded = new Recorded(adapter.record);
  const told = new Recorded(`${adapter.record}-stories`);
  beforeAll(async () => {
    const create = (env: Readonly<Record<string, string>>) => new RootModule(callInProcess(env), schema);
    scene = await Scene.of(adapter, create, { uriOverrides: 'available' });
    transcript = new Transcript(scene);
  });
  beforeEach(() => {
    scene.beginAnew();
    transcript.begin();
  });

  test.each(situationsOf(adapter))('%s', async (name, steps) => {
    for (const step of steps) await step(scene);
    const text = [textOf(await scene.outcome()), ...transcript.texts].join('\n');
    expect(text).toEqual(recorded.of(name, text));
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
