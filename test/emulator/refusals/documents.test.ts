import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  createEmulator,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
  SeedError,
  type SeedDocument,
} from '../../../emulator';
import { caller, controlled, FIELDS_RULESET, fieldsRule } from '../client';
import { blocks } from '../guide';
import { R2 } from '../logpush/job-client';
import * as managed from '../rulesets/managed-rules';
import { changed, mutationsOf } from './mutations';

const TIME = '2025-01-01T00:00:00Z';
const [ID = '', RULE = '', OTHER = '', UNKNOWN = ''] = ['a', 'b', 'c', 'f'].map((digit) => digit.repeat(32));

/** What documents.yaml says with a dollar sign. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ ID, RULE, OTHER, UNKNOWN, TIME, R2, ZONE: DEFAULT_ZONE_ID, OTHER_ZONE: PROFESSIONAL_ZONE_ID },
  IBM: 'ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k',
  ...{ FIELDS_PHASE: FIELDS_RULESET.phase, MANAGED_PHASE: 'http_request_firewall_managed' },
  ...{ MANAGED: managed.MANAGED, MANAGED_RULE: managed.MANAGED_RULE, CORE: managed.CORE },
  ...{ SCORE_RULE: managed.CORE_SCORE_RULE, SENSITIVE_DATA: managed.SENSITIVE_DATA },
};

const many = <T>(text: string, make: (at: number) => T): readonly T[] =>
  Array.from({ length: Number(text) }, (_, at) => make(at));

/** Stands for a value that is missing. */
const ABSENT = Symbol('absent');

/** What would be long to write. */
const TAGS: Readonly<Record<string, (text: string) => unknown>> = {
  '!absent': () => ABSENT,
  '!names': (text) => many(text, (at) => ({ name: `x-${at}` })),
  '!versions': (text) => many(text, (at) => ({ version: String(at + 1) })),
  '!operators': (text) => {
    const condition: object = { key: 'ClientIP', operator: 'eq', value: 'a' };
    return JSON.stringify({
      where: many(text, () => 0)
        .slice(1)
        .reduce((where) => ({ or: [where] }), condition),
    });
  },
  '!repeat': (text) => {
    const [before = '', unit = '', times = '', after = ''] = text.split('|');
    return before + unit.repeat(Number(times)) + after;
  },
};

type Forms = string | readonly (string | readonly string[])[];
type Rows = Readonly<Record<string, readonly unknown[]>>;

/** A row of documents.yaml, which explains it. */
interface Row {
  readonly request: string;
  readonly document: unknown;
  readonly required?: Forms;
  readonly nullable?: Forms;
  readonly open?: Forms;
  readonly wrong?: Rows;
  readonly but?: Readonly<Record<string, string | null>>;
  readonly rule?: string;
  readonly refuses?: Rows;
}

const FILE = readFileSync(join(__dirname, 'documents.yaml'), 'utf8');
const { documents, others, wrongInRule } = parse(
  FILE.replace(/\$(\w+)/g, (all, name: string) => NAMES[name] ?? all),
  { merge: true, customTags: Object.entries(TAGS).map(([tag, resolve]) => ({ tag, resolve })) },
) as {
  readonly documents: Readonly<Record<string, Row>>;
  readonly others: Readonly<Record<string, Row>>;
  readonly wrongInRule: Rows;
};

const RULES = [
  { ...fieldsRule(`x-${RULE}`), id: RULE, ref: 'mine' },
  { ...fieldsRule(`x-${OTHER}`), id: OTHER, ref: 'other' },
];
const SEED = {
  zones: [
    {
      ...{ id: DEFAULT_ZONE_ID, name: 'a.example' },
      rulesets: [{ phase: FIELDS_RULESET.phase, name: 'Fields', id: ID, rules: RULES }],
      logpush: { jobs: [{ destination_conf: R2 }, { destination_conf: R2, dataset: 'dns_logs' }] },
    },
  ],
} as unknown as SeedDocument;

/** A problem as `code /pointer`. */
const shown = (code: number, pointer: string): string =>
  [code, pointer].filter((part) => part !== 0 && part !== '').join(' ');

/** Takes a document, and returns its problems. */
interface Taker {
  readonly problemsOf: (document: unknown) => Promise<readonly string[]>;
  /** Everything that a document could have changed. */
  readonly state: () => unknown;
  /** The code of most refusals. */
  readonly code: number;
}

/** An operation of the service. */
function service(method: string, path: string): Taker {
  const emulator = createEmulator({ seed: SEED });
  return {
    code: path.startsWith('/logpush/') ? 1001 : 20021,
    state: () => [emulator.control.snapshot(), emulator.control.destinations.files()],
    problemsOf: async (document) => {
      const { status, body } = await caller(emulator)(method, path, document);
      if (body.success && status === 200) return [];
      if (status !== 400 || body.result !== null) throw new Error(`Answered with ${status}`);
      return body.errors.map(({ code = 0, source }) => shown(code, source?.pointer ?? ''));
    },
  };
}

/** A request of the control API. */
function control(method: string, path: string, model: 'specification' | 'today' = 'specification'): Taker {
  const { emulator, send } = controlled(createEmulator({ settings: { model } }));
  const { snapshot, faults, destinations } = emulator.control;
  return {
    code: 0,
    state: () => [snapshot(), faults.list(), destinations.refusals()],
    problemsOf: async (document) => {
      const { status, body } = await send(method, path, JSON.stringify(document));
      if (status === 200) return [];
      const { error, problems } = body as { error: string; problems: readonly { pointer: string }[] };
      if (status !== 400 || !/\w{3}/.test(error)) throw new Error(`Answered with ${status}: ${error}`);
      return problems.map(({ pointer }) => pointer);
    },
  };
}

/** The filter of a job, whose places are in the messages. */
function filter(): Taker {
  const emulator = createEmulator();
  return {
    code: 0,
    state: () => emulator.control.snapshot(),
    problemsOf: async (document) => {
      const job = { destination_conf: R2, filter: JSON.stringify(document) };
      const { body } = await caller(emulator)('POST', '/logpush/jobs?dry_run=true', job);
      return body.errors.map(({ message }) => {
        const [, at = 'nowhere'] = / of what it has at (\/\S*|its root): /.exec(message) ?? [];
        return at.replace('its root', '');
      });
    },
  };
}

/** A seed, whose problems are said as people read them. */
function seed(): Taker {
  const { control: ofState } = createEmulator();
  return {
    code: 0,
    state: () => ofState.snapshot(),
    problemsOf: async (document) => {
      try {
        ofState.seed(document as SeedDocument);
        return [];
      } catch (error) {
        if (!(error instanceof SeedError)) throw error;
        return error.problems.map(({ path }) =>
          path === '' ? '' : `/${path.replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
        );
      }
    },
  };
}

/** Who takes the documents of a request; what is not only looked at, in a dry run first. */
function takers(request: string): readonly Taker[] {
  if (request === 'filter') return [filter()];
  if (request === 'seed') return [seed()];
  const [method = '', path = '', ...rest] = request.replace(/^control (today )?/, '').split(' ');
  if (rest.length > 0) throw new Error(`Not a request: ${request}`);
  if (request.startsWith('control '))
    return [control(method, path, request.includes(' today ') ? 'today' : undefined)];
  const dry = `${path}${path.includes('?') ? '&' : '?'}dry_run=true`;
  return [service(method, dry), service(method, path)];
}

const formOf = (forms: Forms = '(?!)'): RegExp => new RegExp([forms].flat(2).join('|'));

/** The notes of a row, with the rows for its rule, and what stands for several mutations. */
function notesOf({ required, nullable, open, wrong = {}, but = {}, rule }: Row) {
  const inRule =
    rule === undefined ? [] : Object.entries(wrongInRule).map(([at, values]) => [rule + at, values] as const);
  const all = new Map<string, readonly unknown[]>(inRule);
  for (const [at, values] of Object.entries(wrong)) all.set(at, [...(all.get(at) ?? []), ...values]);
  const expanded = Object.entries(but).flatMap(([what, at]) => {
    const [verbs = '', place = ''] = what.split(/ (?=\/)/);
    return verbs.split(',').map((verb) => [`${verb} ${place}`, at]);
  });
  return {
    ...{ required: formOf(required), nullable: formOf(nullable), open: formOf(open) },
    wrong: Object.fromEntries(all),
    but: Object.fromEntries(expanded) as Readonly<Record<string, string | null>>,
  };
}

const documentOf = ({ document }: Row): unknown =>
  document === '$GUIDE' ? parse(blocks('Seed files', 'yaml').join('')) : document;

let [bodies, mutations] = [0, 0];

it.each(Object.entries(documents))(
  'every single mutation of %s is refused where it is',
  async (_name, row) => {
    const [{ problemsOf, state }, real] = takers(row.request) as [Taker, Taker?];
    const before = state();
    const all = mutationsOf(documentOf(row), notesOf(row));
    const differing: [string, readonly string[]][] = [];
    for (const { what, document, refusedAt } of all) {
      const at = (await problemsOf(document)).map((problem) => problem.replace(/^\d+ ?/, ''));
      // A repeated item may be refused for the member that is the same.
      const places = what.startsWith('repeated') ? at.map((each) => each.slice(0, refusedAt?.length)) : at;
      if (refusedAt === undefined ? at.length > 0 : !places.includes(refusedAt)) differing.push([what, at]);
    }
    bodies += 1;
    mutations += all.length;
    expect(differing).toEqual([]);
    if (real) expect(state()).toEqual(before);
  },
);

it('says how many there are', () => {
  expect([bodies, mutations]).toEqual([23, 4844]);
});

const ALL = Object.entries({ ...documents, ...others });

it.each(ALL)('%s can be used, and a dry run changes nothing', async (_name, row) => {
  const [first, real] = takers(row.request) as [Taker, Taker?];
  const before = first.state();
  expect(await first.problemsOf(documentOf(row))).toEqual([]);
  if (real === undefined) return;
  expect(first.state()).toEqual(before);
  expect(await real.problemsOf(documentOf(row))).toEqual([]);
});

const REFUSED = ALL.flatMap(([name, row]) =>
  Object.entries(row.refuses ?? {}).map(([what, values]) => [name, what, values, row] as const),
);

it.each(REFUSED)('%s is refused for %s, with nothing changed', async (_name, what, values, row) => {
  const [place = '', reported = place] = what.split(' → ');
  for (const { problemsOf, state, code: usual } of takers(row.request)) {
    const problems = reported.split(', ').map((problem) => {
      const [, code = usual, pointer = ''] = /^(?:(\d+) )?(.*)$/.exec(problem) ?? [];
      return shown(Number(code), pointer);
    });
    const before = state();
    const seen = [];
    for (const value of values) {
      const path = place.split('/').slice(1);
      const document = changed(documentOf(row), path, value === ABSENT ? undefined : value);
      seen.push([value, [...new Set(await problemsOf(document))]]);
    }
    expect(seen).toEqual(values.map((value) => [value, problems]));
    expect(state()).toEqual(before);
  }
});

it.each([
  [`/rulesets/${ID}`, 204],
  [`/rulesets/${ID}/rules/${RULE}`, 200],
  ['/logpush/jobs/1', 200],
  ['/logpush/jobs/7', 404],
])('a dry run of DELETE %s deletes nothing', async (path, status) => {
  const emulator = createEmulator({ seed: SEED });
  const before = emulator.control.snapshot();
  expect((await caller(emulator)('DELETE', `${path}?dry_run=true`)).status).toBe(status);
  expect(emulator.control.snapshot()).toEqual(before);
});

const SKIP = managed.skip({ ruleset: 'current' });
const PHASE = 'http_request_firewall_managed';

/** What is nested in itself. */
const endless: Record<string, unknown> = {};
endless['itself'] = endless;

const later = (x_later: unknown) => ({ rulesets: [{ phase: PHASE, rules: [{ ...SKIP, x_later }] }] });

it.each<[string, object]>([
  ['a big integer', { id: 5n }],
  ['a function', { id: () => 1 }],
  ['undefined', { id: undefined }],
  ['a date', later({ at: new Date(0) })],
  ['what is nested in itself', later(endless)],
  ['a function in an object', later({ f: () => 1 })],
  ['not a number', later({ f: [NaN] })],
])('a seed of a program is refused for what JSON does not have: %s', (_what, zone) => {
  expect(() => createEmulator({ seed: { zones: [{ name: 'a.example', ...zone }] } })).toThrow(
    /^The seed cannot be used:\n {2}zones\[0\]\.(?:id|rulesets\[0\]\.rules\[0\]\.future members): .*$/,
  );
});

it.each<[RegExp, object]>([
  [
    /it must be below the version after it, 2$/,
    { rulesets: [{ phase: PHASE, version: '2', history: [{ version: '2' }] }] },
  ],
  [
    /at most 50 earlier versions are kept$/m,
    { rulesets: [{ phase: PHASE, history: many('51', () => ({})) }] },
  ],
  [/it must be JSON with at most 64 levels of nesting$/, later(endless)],
  [/it must be 'zone'$/, { rulesets: [{ phase: PHASE, kind: 'root' }] }],
  [/the business plan has no log push$/, { plan: 'business', logpush: { jobs: [{ destination_conf: R2 }] } }],
])('a refusal of a seed says why: %s', (message, zone) => {
  expect(() => createEmulator({ seed: { zones: [{ name: 'a.example', ...zone }] } as object })).toThrow(
    message,
  );
});

const ZONE = `/zones/${DEFAULT_ZONE_ID}`;

it.each<[string, string, string, string | undefined]>([
  ['a broken seed', 'POST', '/seed', 'zones: 1'],
  ['a seed with more identifiers than are different', 'POST', '/seed', '{"identifiers":9007199254740991}'],
  ['a seed that is empty', 'POST', '/seed', undefined],
  ['an invalid snapshot', 'PUT', '/snapshot', '[]'],
  ['a document that is not JSON', 'PUT', '/faults', '{'],
  ['a document with many levels', 'PUT', '/faults', `${'['.repeat(1e5)}${']'.repeat(1e5)}`],
  ['a patch that is a list', 'PATCH', ZONE, '[]'],
  ['an edit of an unknown phase', 'PUT', `${ZONE}/rulesets/x`, '{"rules":[]}'],
  ['an unknown part of the journal', 'GET', '/journal?opration=rulesets.list', undefined],
  ['an invalid status of the journal', 'GET', '/journal?status=4xx', undefined],
  ['a query for an unknown operation', 'GET', '/journal?operation=rulesets', undefined],
])('%s is refused by the control API, which says why', async (_what, method, path, body) => {
  const { control: ofState, send } = controlled();
  const before = ofState.snapshot();
  const why = { error: expect.stringMatching(/\w{3}/) as unknown, problems: expect.any(Array) as unknown };
  expect(await send(method, path, body)).toEqual({ status: 400, body: why });
  expect(ofState.snapshot()).toEqual(before);
});
