import { callsIn } from './clients-page';
import { callsOf, CLIENT_PROGRAMS, isInstalled } from './programs';
import { MODELS, startEmulator, type EmulatorProcess } from './running-emulator';

/** Registries and compilers take their time at the first run. */
describe.each(CLIENT_PROGRAMS.map((client) => [client.name, client] as const))('%s', (name, client) => {
  if (!isInstalled(client.needs)) {
    test.skip(`not run: needs ${client.needs}`, () => undefined);
    return;
  }
  beforeAll(() => client.install());

  describe.each(MODELS)('with the model %s', (model) => {
    let emulator: EmulatorProcess;
    beforeAll(async () => {
      emulator = await startEmulator(model);
    });
    afterAll(() => emulator?.stop());

    it('makes all of its calls', async () => {
      const calls = await callsOf(client, emulator, model);
      expect(calls.filter(({ error }) => error !== null)).toEqual([]);
      expect({ name, calls: calls.length }).toEqual({ name, calls: callsIn(name, model) });
    });
  });
});
