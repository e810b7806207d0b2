import type { BodyOperation, Result } from './published-schema/body-operation';
import { BODY_OPERATIONS } from './published-schema/body-operations';
import { generate, mutate, type Hints } from './published-schema/generate';
import { ACCEPTED_ANYWAY, KNOWN_FAULTS } from './published-schema/known-faults';
import { publishedSchema, type JsonSchema } from './published-schema/sdk-schema';
import { faultsOf, validatorOf, type AnswerFault } from './published-schema/validate-answer';
import { MODELS, startEmulator, type EmulatorProcess, type Model } from './running-emulator';
import { allCalls } from './sdk/calls/all-calls';
import { callMethod, type Arguments } from './sdk/call';
import { createClient, type Exchange, type RecordedClient } from './sdk/typescript-sdk';

const schema = publishedSchema();

/** Methods that send a body. */
const WITH_BODY = /\.(?:create|update|edit|validate|preview|destination|destinationExists|origin)$/;

it('makes bodies for every method that sends one', () => {
  const methods = [...new Set(MODELS.flatMap((model) => allCalls(model).map(({ method }) => method)))];
  const made = BODY_OPERATIONS.map(({ method }) => method);
  const sending = methods.filter((method) => WITH_BODY.test(method));
  expect(sending.length).toBeGreaterThan(0);
  expect(sending.filter((method) => !made.includes(method))).toEqual([]);
});

describe.each(MODELS)('with the model %s', (model) => {
  let emulator: EmulatorProcess;
  let client: RecordedClient;
  beforeAll(async () => {
    emulator = await startEmulator(model);
    client = createClient('cloudflare-7', emulator.baseUrl);
  });
  afterAll(() => emulator?.stop());

  /** Calls a method and returns the answer, whatever it is. */
  async function exchangeOf(method: string, given: Arguments): Promise<Exchange> {
    const at = client.exchanges.length;
    await callMethod(client, method, given).catch(() => undefined);
    const exchange = client.exchanges[at];
    if (exchange === undefined) throw new Error(`${method} sent nothing`);
    return exchange;
  }

  /** Makes a call that a test only needs. */
  async function mustCall(method: string, given: Arguments): Promise<Result> {
    const exchange = await exchangeOf(method, given);
    if (exchange.status >= 400) throw new Error(`${method}: ${JSON.stringify(exchange.answer)}`);
    return resultOf(exchange);
  }

  const cases = BODY_OPERATIONS.map((each) => [`${each.method} ${each.title ?? ''}`.trim(), each] as const);

  describe.each(cases)('%s', (title, operation) => {
    const { method, prepare, undo = [] } = operation;
    const params = paramsOf(operation);
    const bodies = generate(params, hintsIn(operation, model)) as readonly Arguments[];
    let given = operation.given;
    let prepared: Result = {};
    beforeAll(async () => {
      if (prepare === undefined) return;
      prepared = await mustCall(prepare.method, prepare.with);
      given = { ...given, ...prepare.gives(prepared) };
    });
    afterAll(async () => {
      for (const step of prepare?.undo ?? [])
        await mustCall(step.method, { ...operation.given, ...step.gives(prepared) });
    });

    /** Sends a body, undoes it if it was accepted, and returns the answer to it. */
    async function send(body: Arguments): Promise<Exchange> {
      const exchange = await exchangeOf(method, { ...body, ...given });
      if (exchange.status >= 400) return exchange;
      for (const step of undo) await mustCall(step.method, { ...given, ...step.gives(resultOf(exchange)) });
      return exchange;
    }

    it('are valid', () => {
      const isValid = validatorOf(params);
      expect(bodies.filter((body) => !isValid({ ...body, ...given }))).toEqual([]);
    });

    it('accepts valid bodies, and answers as the schema says', async () => {
      const refused: unknown[] = [];
      const faults: unknown[] = [];
      for (const body of bodies) {
        const exchange = await send(body);
        if (exchange.status >= 400) refused.push({ body, errors: errorsOf(exchange) });
        faults.push(...newFaultsOf(operation, exchange));
      }
      expect(bodies.length).toBeGreaterThan(0);
      expect({ refused, faults }).toEqual({ refused: [], faults: [] });
    });

    it('refuses mutated bodies with 400', async () => {
      const isValid = validatorOf(params);
      const accepted = new Set<string>();
      const faults: unknown[] = [];
      const sent = new Set<string>();
      for (const body of bodies) {
        for (const { path, value } of mutate(body)) {
          const text = JSON.stringify(value);
          if (sent.has(text) || path.slice(1) in given || isValid({ ...(value as object), ...given }))
            continue;
          sent.add(text);
          const exchange = await send(value as Arguments);
          if (exchange.status !== 400) accepted.add(`${exchange.status} ${path}`);
          faults.push(...newFaultsOf(operation, exchange));
        }
      }
      expect(sent.size).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      expect(
        [...accepted].filter(
          (each) => !ACCEPTED_ANYWAY.some(({ bodies: of, path }) => of.test(title) && path.test(each)),
        ),
      ).toEqual([]);
    });

    it('refuses a body with an unknown member, as the schema says', async () => {
      const [body] = bodies;
      const sent = Array.isArray(body?.['body'])
        ? { body: body['body'].map((item: object) => ({ ...item, no_such_member: 1 })) }
        : { ...body, no_such_member: 1 };
      const exchange = await send(sent);
      expect({ status: exchange.status, faults: newFaultsOf(operation, exchange) }).toEqual({
        status: 400,
        faults: [],
      });
    });
  });
});

/** What the schema does not allow in the answer, without its known faults. */
function newFaultsOf({ method }: BodyOperation, exchange: Exchange): readonly AnswerFault[] {
  return faultsOf(schema, method, exchange).filter(
    (fault) => !KNOWN_FAULTS.some((known) => known.covers(method, fault)),
  );
}

/** The schema of the arguments. */
function paramsOf({ method, params }: BodyOperation): JsonSchema {
  const published = schema.params(method);
  if (published === undefined) throw new Error(`${method} has no parameters`);
  return params?.(schema, published) ?? published;
}

function hintsIn({ samples, always, never, neverIn }: BodyOperation, model: Model): Hints {
  const left = [never, neverIn?.[model]].flatMap((each) => (each === undefined ? [] : [each.source]));
  return { samples, always, ...(left.length > 0 && { never: new RegExp(left.join('|')) }) };
}

function resultOf({ answer }: Exchange): Result {
  const { result } = (answer ?? {}) as { readonly result?: unknown };
  const [first] = [result].flat();
  return (first ?? {}) as Result;
}

function errorsOf({ answer }: Exchange): unknown {
  return (answer as { readonly errors?: readonly { readonly message: string }[] } | null)?.errors?.map(
    ({ message }) => message,
  );
}
