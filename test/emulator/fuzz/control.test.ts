import fc from 'fast-check';
import type { Emulator } from '../../../emulator';
import { CONTROL_PATH, createEmulator, outcomeOf } from '../../../emulator';
import { inLane } from '../../support/lane';
import { batches, telling } from './batches';
import { expectSameDocument } from '../same-document';
import type { ControlStep } from './control-step';
import { controlRequest, controlStep } from './control-step';
import { documentsOf } from './documents';
import { fuzzedZones } from './fuzzed-zones';
import { sentRequest } from './sent-request';
import type { RequestStep } from './step';
import { requestStep } from './step';

// Many requests: a busy machine takes longer than for other tests.
jest.setTimeout(240_000);

const BATCHES = inLane({ share: 25, whole: 50 });
const BATCH = 30;

/** Every part of the state that the control API changes. */
function stateOf({ control }: Emulator): string {
  control.zones();
  return JSON.stringify({
    snapshot: control.snapshot(),
    faults: control.faults.list(),
    refusals: control.destinations.refusals(),
    journal: control.journal().length,
  });
}

async function routesOf(emulator: Emulator): Promise<readonly string[]> {
  const response = await emulator.handle(new Request(`http://localhost${CONTROL_PATH}`));
  return ((await response.json()) as { readonly routes: readonly string[] }).routes;
}

/** Whatever fault is in force: an answer or a cut connection, and a failure only where a fault says so. */
async function expectAnswered(emulator: Emulator, step: RequestStep, name: string): Promise<void> {
  const zone = emulator.control.zones()[0];
  if (zone === undefined) return;
  const now = Date.parse(emulator.control.clock.now());
  const document = documentsOf(emulator.control, zone.id);
  const again = (): Request => sentRequest(step, document, now);
  const request = again();
  await telling(name, again, async () => {
    const response = await emulator.handle(request);
    await response.text();
    const fault = emulator.control.journal().at(-1)?.fault;
    if (response.status >= 500 && fault === null && outcomeOf(response) === undefined)
      throw new Error(`It answered ${response.status}.`);
  });
}

describe('fuzzed requests to the control API', () => {
  it(`are answered with JSON below 500, and a refusal changes nothing (${BATCHES * BATCH} requests)`, async () => {
    const routes = await routesOf(createEmulator());
    const done = new Set<string>();
    const refused = new Set<string>();

    const take = async (emulator: Emulator, step: ControlStep, name: string): Promise<void> => {
      const route = routes[step.route % routes.length] ?? '';
      const request = controlRequest(step, route, emulator);
      const again = request.clone();
      const before = stateOf(emulator);
      await telling(
        name,
        () => again,
        async () => {
          const response = await emulator.handle(request);
          if (!new URL(request.url).pathname.startsWith(CONTROL_PATH)) return;
          if (response.status >= 500) throw new Error(`It answered ${response.status}.`);
          expect(response.headers.get('content-type')).toMatch(/^application\/json/);
          const document = (await response.json()) as { readonly error?: unknown };
          if (response.status >= 400) {
            expect(document.error).toEqual(expect.stringMatching(/\S/));
            if (stateOf(emulator) !== before) throw new Error('The refusal changed something.');
          }
          if (step.wrongPart === undefined) (response.status < 400 ? done : refused).add(route);
        },
      );
    };

    for (const { name, items } of batches(fc.tuple(controlStep, requestStep), BATCHES, BATCH)) {
      const emulator = createEmulator({ seed: fuzzedZones(60), wait: async () => {} });
      for (const [position, [controlled, asked]] of items.entries()) {
        await take(emulator, controlled, `${name}, request ${position}`);
        await expectAnswered(emulator, asked, `${name}, request ${position} to the service`);
      }
      const snapshot = emulator.control.snapshot();
      const other = createEmulator({ seed: { zones: [] } });
      other.control.restore(structuredClone(snapshot));
      expectSameDocument(other.control.snapshot(), snapshot);
    }
    expect(routes.filter((route) => !done.has(route))).toEqual([]);
    const readsSomething = (route: string): boolean => /^(POST|PUT|PATCH) |:zone_id|journal$/.test(route);
    const neverRefused = ['POST /_control/reset', 'DELETE /_control/journal'];
    expect(routes.filter((route) => readsSomething(route) && !refused.has(route))).toEqual(neverRefused);
  });
});
