import { KNOWN_FAULTS } from './published-schema/known-faults';
import { publishedSchema } from './published-schema/sdk-schema';
import { faultsOf } from './published-schema/validate-answer';
import { MODELS, startEmulator, type EmulatorProcess } from './running-emulator';
import { allCalls } from './sdk/calls/all-calls';
import { callMethod, Results, type Call } from './sdk/call';
import { createClient, type Exchange } from './sdk/typescript-sdk';

/** The schema is the one of this major. */
const SDK = 'cloudflare-7';

const schema = publishedSchema();

describe.each(MODELS)('the answers of the model %s', (model) => {
  const calls = allCalls(model);
  const answers = new Map<Call, readonly Exchange[]>();
  let emulator: EmulatorProcess;
  beforeAll(async () => {
    emulator = await startEmulator(model);
    const client = createClient(SDK, emulator.baseUrl);
    const results = new Results(emulator);
    for (const call of calls) {
      const before = client.exchanges.length;
      try {
        const given = call.with ?? {};
        await callMethod(client, call.method, typeof given === 'function' ? await given(results) : given);
      } catch {
        // The answer is in the exchange; a call that needs an earlier one's result has none.
      }
      const exchanges = client.exchanges.slice(before);
      answers.set(call, exchanges);
      const [first] = exchanges;
      if (call.as !== undefined && first !== undefined && first.status < 400)
        results.set(call.as, (first.answer as { readonly result: unknown }).result);
    }
  });
  afterAll(() => emulator?.stop());

  it.each(calls.map((call) => [`${call.method} ${call.title ?? ''}`.trim(), call] as const))(
    '%s',
    (_title, call) => {
      const exchanges = answers.get(call) ?? [];
      expect(exchanges.length).toBeGreaterThan(0);
      // A list is as many exchanges as it has pages.
      const statuses = exchanges.map(({ status }) => (status < 400 ? 'accepted' : status));
      expect(new Set(statuses)).toEqual(new Set([call.refused ?? 'accepted']));
      const faults = exchanges.flatMap((exchange) => faultsOf(schema, call.method, exchange));
      expect(
        faults.filter((fault) => !KNOWN_FAULTS.some((known) => known.covers(call.method, fault))),
      ).toEqual([]);
    },
  );
});
