import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { Emulator, Snapshot, ZoneDocument } from '../../../emulator';
import { BASE_PATH, createEmulator } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/requests/parts';
import { inLane } from '../../support/lane';
import type { RequestStep } from './steps';
import { chosen, requestStep, RIGHT_HEADERS, sentRequest } from './steps';
import { fuzzedZones } from './zones';

/** The same requests each time, because what they have to reach is asserted too; other ones with another `FUZZ_SEED`. */
const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 1);

// Many requests: a busy machine takes longer than for other tests.
const BATCHES = inLane({ share: 26, whole: 202 }) * Number(process.env['FUZZ_TIMES'] ?? 1);
/** With fewer requests, not every operation is both carried out and refused. */
const REACHES_ALL = inLane({ share: false, whole: true });
const BATCH = 100;

/** Seconds that the end of a migration takes, by turns. */
const FINISH_SECONDS = [0, 1, 60];

/** The settings, by turns. */
const SETTINGS = [{}, { model: 'today', rateLimit: 0, uriOverrides: 'available' }] as const;

/** One request in so many is looked at closely: a refusal has to leave everything as it was. */
const LOOKED_AT = 20;

/**
 * Answers with the right credentials in every state of a zone that is there: nothing in the request can be
 * wrong.
 */
const NEVER_REFUSED_BY_ITSELF = ['GET /zones/:zone_id', 'GET /zones/:zone_id/waf_migration/status'];

/** Operations by method and path, with how often each was carried out and refused. */
class Coverage {
  readonly done = new Set<string>();
  readonly refused = new Set<string>(NEVER_REFUSED_BY_ITSELF);

  count({ headers, wrongPart, method, operation }: RequestStep, status: number): void {
    // What the gateway refuses never reached the operation.
    if (headers !== RIGHT_HEADERS || wrongPart !== undefined || method !== undefined) return;
    (status < 300 ? this.done : this.refused).add(`${operation.method} ${operation.path}`);
  }
}

/** The documents of zones, read anew only after something may have changed. */
function remembered({ control }: Emulator) {
  const known = new Map<string, ZoneDocument>();
  return {
    get: (id: string): ZoneDocument => {
      const zone = known.get(id) ?? control.zone(id);
      known.set(id, zone);
      return zone;
    },
    forget: () => known.clear(),
  };
}

function settledSnapshot({ control }: Emulator): Snapshot {
  // Looking at the zones lets happen what is due.
  control.zones();
  return control.snapshot();
}

/**
 * What about the answer is not as docs/internals/service.md 2.1 has it. Told without `expect`, which would take most of
 * the time.
 */
async function wrongInEnvelope({ method }: Request, response: Response): Promise<string | undefined> {
  const { status, headers } = response;
  const text = await response.text();
  if (status === 204 || method === 'HEAD') return text === '' ? undefined : 'a body where there is none';
  if (headers.get('content-type') !== 'application/json') return 'another content type';
  const { result_info: info, ...envelope } = JSON.parse(text) as Record<string, unknown>;
  const { success, errors, messages } = envelope as {
    readonly errors: readonly { message?: unknown }[];
  } & typeof envelope;
  if (Object.keys(envelope).sort().join() !== 'errors,messages,result,success') return 'other members';
  if (info !== undefined && status !== 200) return 'result_info on a refusal';
  const isSilent = JSON.stringify(messages) === '[]' || (status === 404 && errors.length === 2);
  if (success !== (status === 200) || !isSilent) return 'success or messages';
  if (errors.length > 0 === success) return 'errors beside success';
  if (!errors.every(({ message }) => typeof message === 'string' && message !== '')) return 'no message';
  return undefined;
}

/** Expects the same as `toEqual`, which takes several times longer and only runs if they differ. */
function expectSame(seen: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(seen, wanted)) expect(seen).toEqual(wanted);
}

function expectRestores(emulator: Emulator): void {
  const snapshot = emulator.control.snapshot();
  const other = createEmulator({ seed: { zones: [] } });
  other.control.restore(JSON.parse(JSON.stringify(snapshot)) as Snapshot);
  expectSame(other.control.snapshot(), snapshot);
}

/** Sends the requests of a batch. @returns the emulator afterwards */
async function send(batch: number, count: (step: RequestStep, status: number) => void): Promise<Emulator> {
  // In thirds of all batches: the seeds take turns with each of them.
  const settings = chosen(SETTINGS, Math.floor(batch / FINISH_SECONDS.length)) ?? {};
  const emulator = createEmulator({ seed: fuzzedZones(chosen(FINISH_SECONDS, batch) ?? 0), settings });
  const documents = remembered(emulator);
  for (const [position, step] of fc
    .sample(requestStep, { numRuns: BATCH, seed: FUZZ_SEED + batch })
    .entries()) {
    if (step.pause > 0) emulator.control.clock.advance(step.pause);
    const now = Date.parse(emulator.control.clock.now());
    const about = documents.get(step.zone);
    const request = sentRequest(step, about, now);
    const before = position % LOOKED_AT === 0 ? settledSnapshot(emulator) : undefined;
    try {
      const response = await emulator.handle(request);
      if (response.status >= 500) throw new Error(`It answered ${await response.text()}`);
      const isService = new URL(request.url).pathname.startsWith(BASE_PATH);
      const wrong = isService ? await wrongInEnvelope(request, response) : undefined;
      if (wrong !== undefined) throw new Error(`The answer has ${wrong}.`);
      if (before !== undefined && response.status >= 400) expectSame(settledSnapshot(emulator), before);
      if (response.status < 300 && request.method !== 'GET') documents.forget();
      count(step, response.status);
    } catch (cause) {
      const body = (await sentRequest(step, about, now).text()).slice(0, 2000);
      const what = `FUZZ_SEED=${FUZZ_SEED}, batch ${batch}, request ${position}: ${request.method} ${request.url}`;
      throw new Error(`${what}\n${body}\n${String(cause)}`, { cause });
    }
  }
  return emulator;
}

it(`fuzzed requests get only envelopes with a status below 500, and cause no crash (${BATCHES * BATCH} requests)`, async () => {
  const coverage = new Coverage();
  const statuses = new Set<number>();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const emulator = await send(batch, (step, status) => {
      coverage.count(step, status);
      statuses.add(status);
    });
    expectRestores(emulator);
    expect(JSON.stringify(emulator.control.journal())).toMatch(/^\[\{"number":1,/);
  }
  if (!REACHES_ALL) return;
  const all = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(all.filter((name) => !coverage.done.has(name) || !coverage.refused.has(name))).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 403, 404, 405, 410, 413]));
});

it('the same requests lead to the same state and the same deliveries', async () => {
  const [one, other] = [await send(0, () => {}), await send(0, () => {})];
  expectSame(other.control.snapshot(), one.control.snapshot());
  expectSame(other.control.destinations.files(), one.control.destinations.files());
});
