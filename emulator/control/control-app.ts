import { type Context, Hono } from 'hono';
import { SeedError } from '../seed/seed-text';
import type { Control } from './control';
import { accepted, ControlError, NotThereError } from './control-error';
import { check } from '../checks/reader';
import * as is from '../checks/shape';
import type { Snapshot } from '../seed/load-seed';
import { readAdvance } from './clock-control';
import { depthOf, MAX_JSON_DEPTH, isObject } from '../checks/json';
import { readBody } from '../http/read-body';
import type { JournalFilter } from '../journal/journal';
import { OPERATIONS } from '../requests/parts';
import { identifier } from '../service/identifiers';
import { hasBody } from '../faults/apply-fault';
import type { FaultEffect, FaultRule } from '../faults/faults';

/** The path of the control API; no path of the service begins with it. */
export const CONTROL_PATH = '/_control';

/** The control API over HTTP: plain JSON without the service's envelope, errors as `{ error, problems }`. */
export function controlApp(control: Control): (request: Request) => Promise<Response> {
  const app = new Hono({ strict: false }).basePath(CONTROL_PATH);
  for (const [route, answer] of Object.entries(routesOf(control))) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, async (context) => Response.json((await answer(context)) ?? { done: true }));
  }
  const index = app.routes.map((route) => `${route.method} ${route.path}`);
  app.get('/', () => Response.json({ routes: index }));
  app.notFound((context) =>
    context.json({ error: `There is no ${context.req.method} ${context.req.path}.`, routes: index }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof SeedError || error instanceof ControlError)
      return context.json(
        { error: error.message, problems: error.problems },
        error instanceof NotThereError ? 404 : 400,
      );
    throw error;
  });
  return async (request) => app.fetch(request);
}

/** The largest seed or snapshot, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1_048_576;

/** The text of the body. @throws ControlError if it cannot be read */
async function bodyText(context: Context): Promise<string> {
  const body = await readBody(context.req.raw, MAX_DOCUMENT_BYTES);
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'none':
      return '';
    case 'too large':
      throw new ControlError(`The body is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
    case 'unreadable':
      throw new ControlError('The body is not UTF-8 text.');
  }
}

/** The JSON document of the body. @throws ControlError if it is not JSON */
async function bodyJson(context: Context): Promise<unknown> {
  const text = await bodyText(context);
  if (depthOf(text) > MAX_JSON_DEPTH)
    throw new ControlError(`The body has more than ${MAX_JSON_DEPTH} levels of nesting.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ControlError(`The body is not JSON: ${(error as Error).message}`);
  }
}

/** What each route answers; those without a result answer that it is done. */
function routesOf(control: Control): Readonly<Record<string, (context: Context) => unknown>> {
  const { clock, faults, traffic, destinations } = control;
  const zoneOf = (context: Context): string => context.req.param('zone_id') ?? '';
  const phaseOf = (context: Context): string => context.req.param('phase') ?? '';
  return {
    // The state as a whole.
    'POST /reset': () => control.reset(),
    'POST /seed': async (context) => control.seed(await bodyText(context)),
    'GET /snapshot': () => control.snapshot(),
    'PUT /snapshot': async (context) => control.restore((await bodyJson(context)) as Snapshot),

    'GET /clock': () => ({ now: clock.now() }),
    'POST /clock/advance': async (context) => clock.advance(readAdvance(await bodyJson(context))),

    // Zones, and edits behind the client's back.
    'GET /zones': () => control.zones(),
    'GET /zones/:zone_id': (context) => control.zone(zoneOf(context)),
    'GET /zones/:zone_id/jobs': (context) => control.jobs(zoneOf(context)),
    'PATCH /zones/:zone_id': async (context) => control.patchZone(zoneOf(context), await bodyJson(context)),
    'PUT /zones/:zone_id/rulesets/:phase': async (context) =>
      control.saveRuleset(zoneOf(context), phaseOf(context), await bodyJson(context)),
    'DELETE /zones/:zone_id/rulesets/:phase': (context) => ({
      deleted: control.deleteRuleset(zoneOf(context), phaseOf(context)),
    }),

    // What clients sent.
    'GET /journal': (context) => {
      const read = check(context.req.query(), QUERY);
      return control.journal(accepted(read, 'The journal cannot be queried like this:'));
    },
    'DELETE /journal': () => control.clearJournal(),

    'GET /faults': () => faults.list(),
    'PUT /faults': async (context) => {
      const read = check(await bodyJson(context), is.list(FAULT_RULE));
      faults.put(accepted(read, 'These fault rules cannot be used:'));
    },
    'DELETE /faults': () => faults.clear(),

    // Traffic through the zones: `{ requests }`.
    'POST /zones/:zone_id/traffic': async (context) =>
      traffic.sendDocument(zoneOf(context), await bodyJson(context)),

    // What arrived at the destinations of log push jobs, and which of them refuse files.
    'GET /deliveries': (context) => destinations.files(context.req.query('destination') ?? ''),
    'DELETE /deliveries': () => destinations.forgetFiles(),
    'GET /destinations/refusals': () => destinations.refusals(),
    'PUT /destinations/refusals': async (context) => {
      const read = check(await bodyJson(context), REFUSALS);
      const refusals = accepted(read, 'These refusals cannot be used:');
      destinations.accept();
      for (const { prefix, message } of refusals) destinations.refuse(prefix, message);
    },
    'DELETE /destinations/refusals': () => destinations.accept(),
  };
}

/** An array of refusals, as the control API takes it. */
const REFUSALS = is.list(
  is.object({ prefix: is.text(), message: is.text(/\S/, 'a message that is not blank') }),
);

/** Longer texts are not close to any name, and comparing them would take long. */
const LONGEST_COMPARED = 100;

/** The name of an operation of the service; an unknown one is refused with the nearest known name. */
const OPERATION = is.refusedIf(is.text(), (name) => {
  const names = OPERATIONS.map((operation) => operation.name);
  if (names.includes(name)) return undefined;
  return `there is no such operation; the nearest is ${nearestName(name.slice(0, LONGEST_COMPARED), names)}`;
});

const METHOD = is.mapped(is.text(), (sent) => sent.toUpperCase());

const DIGITS = is.mapped(is.text(/^\d{1,15}$/, 'a whole number'), Number);

/** The query of the journal, with the members of a filter; `status=none` matches requests without an answer. */
const QUERY: is.Shape<JournalFilter> = is.object({
  operation: is.optional(OPERATION),
  zoneId: is.optional(is.text()),
  method: is.optional(METHOD),
  status: is.optional<number | null>((status) => (status.value === 'none' ? null : DIGITS(status))),
  since: is.optional(DIGITS),
});

/** The name that is the fewest edits away from the text; among equals, the first. */
function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(text, name);
    if (nearest === undefined || edits < nearest.edits) nearest = { name, edits };
  }
  return nearest?.name;
}

/** How many characters to insert, delete or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, mark] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (mark === other[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

const MOMENT = is.oneOf(['before-write', 'after-write']);

const STATUS = is.refusedIf(is.count, (status) =>
  status >= 200 && status <= 599 ? undefined : 'it must be a status from 200 to 599',
);

const STATUS_WITH_BODY = is.refusedIf(STATUS, (status) =>
  hasBody(status) ? undefined : 'an answer of this status has no page',
);

/** Headers that frame the body, which the emulator sets itself. */
const FRAMING_HEADERS: readonly string[] = ['content-length', 'transfer-encoding', 'trailer', 'connection'];

const HEADERS: is.Shape<Readonly<Record<string, string>>> = (reader) => {
  const { value } = reader;
  try {
    if (isObject(value) && Object.values(value).every((text) => typeof text === 'string')) {
      const headers = Object.fromEntries(new Headers(value as Record<string, string>));
      const framing = FRAMING_HEADERS.find((name) => name in headers);
      return framing === undefined
        ? headers
        : reader.refuse(`${framing} is set from the body and cannot be given`);
    }
  } catch {
    // HTTP does not allow a name or a value.
  }
  return reader.refuse('it must be an object of header names and values');
};

/** Each effect of a fault rule, with only the members of its kind. */
const EFFECTS: { readonly [K in FaultEffect['kind']]: is.Shape<Extract<FaultEffect, { kind: K }>> } = {
  answer: is.object({
    kind: is.oneOf(['answer']),
    status: STATUS,
    headers: is.optional(HEADERS),
    body: is.optional(({ value }) => value),
    moment: is.optional(MOMENT),
  }),
  'rate-limit': is.object({ kind: is.oneOf(['rate-limit']), retryAfterSeconds: is.optional(is.count) }),
  'html-page': is.object({ kind: is.oneOf(['html-page']), status: is.optional(STATUS_WITH_BODY) }),
  'malformed-json': is.object({ kind: is.oneOf(['malformed-json']) }),
  'truncated-body': is.object({ kind: is.oneOf(['truncated-body']) }),
  cut: is.object({ kind: is.oneOf(['cut']), moment: MOMENT }),
  message: is.object({ kind: is.oneOf(['message']), message: is.text(), code: is.optional(is.count) }),
  none: is.object({ kind: is.oneOf(['none']) }),
};

const EFFECT: is.Shape<FaultEffect> = (reader) => {
  if (!isObject(reader.value)) return EFFECTS.none(reader);
  const kind = is.oneOf(Object.keys(EFFECTS) as FaultEffect['kind'][])(reader.member('kind'));
  return kind && EFFECTS[kind](reader);
};

const MATCH = is.object({
  operation: is.optional(OPERATION),
  method: is.optional(METHOD),
  pathPrefix: is.optional(is.text()),
  zoneId: is.optional(identifier),
});

const FAULT_RULE: is.Shape<FaultRule> = is.object({
  match: is.optional(MATCH),
  nth: is.optional(is.count),
  times: is.optional(is.count),
  probability: is.optional(is.fraction),
  delayMs: is.optional(is.count),
  effect: is.optional(EFFECT),
  // The list of rules shows these in addition; sending them back resets the counts.
  matched: is.ignored(is.count),
  struck: is.ignored(is.count),
});
