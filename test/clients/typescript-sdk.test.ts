import { isJudged, PHASES } from '../../emulator/rulesets/phases';
import { callsIn } from './clients-page';
import { allCalls } from './sdk/calls/all-calls';
import { RULE_OF_STORED_PHASE, UNPUBLISHED_PHASE } from './sdk/calls/stored-phases';
import { callMethod, Results, type Call } from './sdk/call';
import { enumerateMethods } from './sdk/enumerate-methods';
import { OUT_OF_SCOPE } from './sdk/out-of-scope';
import { createClient, TYPESCRIPT_SDKS, type Exchange, type RecordedClient } from './sdk/typescript-sdk';
import { MODELS, startEmulator, type EmulatorProcess } from './running-emulator';

it('has calls for each phase that the emulator stores', () => {
  const stored = PHASES.filter((phase) => !isJudged(phase));
  expect([...Object.keys(RULE_OF_STORED_PHASE), UNPUBLISHED_PHASE].sort()).toEqual([...stored].sort());
});

describe.each(TYPESCRIPT_SDKS)('%s', (sdk) => {
  const methods = enumerateMethods(createClient(sdk, 'http://127.0.0.1:9/client/v4'));

  describe.each(MODELS)('with the model %s', (model) => {
    let emulator: EmulatorProcess;
    let client: RecordedClient;
    let results: Results;
    beforeAll(async () => {
      emulator = await startEmulator(model);
      client = createClient(sdk, emulator.baseUrl);
      results = new Results(emulator);
    });
    afterAll(() => emulator?.stop());

    const calls = allCalls(model);

    it('is called in every method that is not out of scope', () => {
      const called = new Set(calls.map(({ method }) => method));
      const left = methods.filter((method) => !called.has(method));
      expect(methods.length - left.length).toBe(callsIn(`TypeScript SDK, ${sdk}`, model));
      expect(left.filter((method) => !OUT_OF_SCOPE.some(({ methods: out }) => out.test(method)))).toEqual([]);
      expect(OUT_OF_SCOPE.filter(({ methods: out }) => calls.some(({ method }) => out.test(method)))).toEqual(
        [],
      );
    });

    it.each(
      calls.filter(({ method }) => methods.includes(method)).map((call) => [titleOf(call), call] as const),
    )('%s', async (_title, call) => {
      const given = call.with ?? {};
      const before = client.exchanges.length;
      const made = callMethod(
        client,
        call.method,
        typeof given === 'function' ? await given(results) : given,
      );
      const refused = call.refusedIn?.[sdk] ?? call.refused;
      if (refused !== undefined) {
        await expect(made).rejects.toMatchObject({ status: refused });
        return;
      }
      const result = await made;
      if (call.as !== undefined) results.set(call.as, resultOf(client.exchanges[before]));
      if (call.shows !== undefined) expect(result).toMatchObject(call.shows);
    });
  });
});

/** What the service answered: the SDK returns less where its schema says that there is no result. */
function resultOf(exchange: Exchange | undefined): unknown {
  return (exchange?.answer as { readonly result?: unknown } | null | undefined)?.result;
}

function titleOf({ method, title, refused }: Call): string {
  return `${method}${title === undefined ? '' : ` ${title}`}${refused === undefined ? '' : `: ${refused}`}`;
}
