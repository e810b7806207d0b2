import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSavedPlan } from '../../cli/review/read-plan';
import { serviceInFront, type Answer, type Forward } from '../support/answering-proxy';
import {
  createWorkspace,
  rootModule,
  startService,
  type Resources,
  type TestService,
  type Workspace,
} from '../support/workspace';
import { executes, finishedZone, MANAGED } from './managed-zone';
import { zoneIdOf } from './migrating-zones';

/** Services that know dry runs, and those that only look like it: no plan writes to either. */

type Body = Readonly<Record<string, unknown>>;

/** A write with a parameter, as a service in front of the emulator sees it. */
interface Asked {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** The name of the parameter. */
  readonly parameter: string;
  readonly value: string;
  /** What is below the rulesets of the zone. */
  readonly below: string;
  /** What the emulator answers, with the query as it is or without it. */
  readonly known: () => Promise<Answer>;
  readonly ignored: () => Promise<Answer>;
}

type Front = (asked: Asked) => Answer | Promise<Answer>;

const NONE_PROVEN = {
  'zone_log_custom_fields.made': 'unsupported',
  'zone_log_custom_fields.changed': 'unsupported',
  'zone_managed_rules.made': 'unsupported',
  'zone_managed_rules.going': 'unsupported',
  'zone_logpush_job.made': 'validated',
};
type Address = keyof typeof NONE_PROVEN;

const PROVEN = {
  post: { 'zone_log_custom_fields.made': 'proven', 'zone_managed_rules.made': 'proven' },
  rules: { 'zone_log_custom_fields.changed': 'proven', 'zone_managed_rules.going': 'proven' },
} as const;

/** Services that know the parameter, everywhere or for some writes, and what of a plan is proven there. */
const KNOWING: Readonly<Record<string, readonly [Front, Partial<Record<Address, string>>]>> = {
  'knows it': [({ known }) => known(), { ...PROVEN.post, ...PROVEN.rules }],
  'knows it with POST alone': [
    ({ method, known, ignored }) => (method === 'POST' ? known() : ignored()),
    PROVEN.post,
  ],
  'knows it with PUT alone': [({ method, known, ignored }) => (method === 'PUT' ? known() : ignored()), {}],
  'knows it for single rules alone': [
    ({ below, known, ignored }) => (/^\/\w+\/rules\/\w+$/.test(below) ? known() : ignored()),
    PROVEN.rules,
  ],
};

/** Where an answer may repeat the address that was asked. */
const PLACES: Readonly<Record<string, (answer: Answer, text: string) => Answer>> = {
  'in its message': ({ body, ...rest }, text) => ({
    ...rest,
    body: {
      ...(body as Body),
      errors: errorsOf(body).map((error) => ({ ...error, message: `bad request: ${text}` })),
    },
  }),
  'in one more error': (answer, text) => more(answer, { code: 1, message: text }),
  'in a chained error': (answer, text) =>
    more(answer, { code: 1, message: 'bad request', error_chain: [{ code: 2, message: text }] }),
  'in a header, and names dry_run as documented': (answer, text) => ({
    ...more(answer, { code: 1, message: 'dry_run is documented' }),
    headers: { ...answer.headers, 'x-request': text },
  }),
};

/** How it may be repeated. */
const FORMS: Readonly<Record<string, (asked: Asked) => string>> = {
  'the request line': ({ method, url }) => `${method} ${url} HTTP/1.1`,
  'the name of the parameter': ({ parameter }) => parameter,
  'the address up to where dry_run ends': ({ url }) => url.slice(0, url.indexOf('?') + 1 + 'dry_run'.length),
  'the whole address': ({ url }) => `https://api.example${url}`,
};

const [SOME_PLACE = '', ...OTHER_PLACES] = Object.keys(PLACES);
const [SOME_FORM = '', ...OTHER_FORMS] = Object.keys(FORMS);

/** Each place with one form, and each form in one place. */
const REPEATING: Readonly<Record<string, Front>> = Object.fromEntries(
  [
    ...[SOME_PLACE, ...OTHER_PLACES].map((place) => [place, SOME_FORM]),
    ...OTHER_FORMS.map((form) => [SOME_PLACE, form]),
  ].map(([place = '', form = '']) => [
    `ignores it, and repeats ${form} ${place}`,
    onRefusal((answer, asked) => PLACES[place]?.(answer, FORMS[form]?.(asked) ?? '') ?? answer),
  ]),
);

const INVALID = { code: 10021, message: "'known' is not a valid value for dry_run" };
const refused = (status: number, ...errors: readonly unknown[]): Answer => ({
  status,
  body: { success: false, errors, messages: [], result: null },
});
const ofDryRun =
  (wrong: () => Answer): Front =>
  ({ parameter, ignored }) =>
    parameter === 'dry_run' ? wrong() : ignored();

/** Services that do not know the parameter, or of which nobody can tell. */
const OTHERS: Readonly<Record<string, Front>> = {
  'ignores it': ({ ignored }) => ignored(),
  ...REPEATING,
  'refuses each unknown parameter': ({ parameter }) =>
    refused(400, { code: 9, message: `unknown parameter ${parameter}` }),
  'complains of dry_run beside the body, and ignores it': async ({ parameter, ignored }) => {
    const answer = await ignored();
    return parameter === 'dry_run' && answer.status >= 400 ? more(answer, INVALID) : answer;
  },
  'complains of dry_run in a message beside no errors': ofDryRun(() => ({
    status: 400,
    body: { success: false, errors: [], messages: [INVALID], result: null },
  })),
  'complains of dry_run, and accepts anything else': ({ parameter }) =>
    parameter === 'dry_run' ? refused(400, INVALID) : { status: 200, body: success({}) },
  'complains of dry_run, and says nothing of the rest': ({ parameter }) =>
    parameter === 'dry_run' ? refused(400, INVALID) : refused(400),
  'refuses everything alike': () => refused(400, { code: 1, message: 'no dry_run' }),
  redirects: ({ url }) => ({
    status: 307,
    headers: { location: `https://elsewhere.example${url}` },
    body: '',
  }),
  'answers with a page': () => ({ status: 400, body: '<html><title>dry_run</title></html>' }),
  'accepts everything': async ({ ignored }) => ({ ...(await ignored()), status: 200, body: success({}) }),
  'answers 204': async ({ ignored }) => {
    await ignored();
    return { status: 204, body: '' };
  },
};

function onRefusal(change: (answer: Answer, asked: Asked) => Answer): Front {
  return async (asked) => {
    const answer = await asked.ignored();
    return answer.status >= 400 ? { ...change(answer, asked), status: 400 } : answer;
  };
}

function errorsOf(body: Answer['body']): readonly Body[] {
  return (body as { readonly errors: readonly Body[] }).errors;
}

function more(answer: Answer, error: unknown): Answer {
  return {
    ...answer,
    body: { ...(answer.body as Body), errors: [...errorsOf(answer.body), error] },
  };
}

function success(result: unknown): Body {
  return { success: true, errors: [], messages: [], result };
}

let service: TestService;
let workspace: Workspace;
let front: Front;
/** The writes with a parameter that came, as `PUT dry_run=true`. */
let asked: string[] = [];
/** Both as they are before each plan. */
let zones: ReturnType<TestService['emulator']['control']['snapshot']>;
let state: string;

const zone = (name: string): object => ({ zone_id: zoneIdOf(name) });
const rules = { rules: [executes('main', MANAGED)] };

beforeAll(async () => {
  const names = ['new', 'shop', 'wiki', 'docs', 'one', 'two', 'three'];
  service = await startService({ seed: { zones: names.map((name) => finishedZone(name)) } });
  const url = await serviceInFront(service.emulator.baseUrl, answerTo);
  workspace = await createWorkspace({
    env: { ...service.env, ZONEWRIGHT_BASE_URL: url },
    startedBy: 'workspace',
  });
  declare('off', {
    zone_log_custom_fields: { changed: { ...zone('shop'), cookies: ['sid'] } },
    zone_managed_rules: { going: { ...zone('docs'), ...rules } },
  });
  await workspace.ready();
  await workspace.applied();
  zones = service.emulator.control.snapshot();
  state = workspace.read('terraform.tfstate');
});
beforeEach(() => {
  service.emulator.control.restore(zones);
  workspace.write('terraform.tfstate', state);
  asked = [];
});

/** Answers like the emulator, and a write with a parameter like the service in front of it. */
function answerTo(method: string, url: string, forward: Forward): Answer | Promise<Answer> {
  const [path = '', query = ''] = url.split('?');
  if (method === 'GET' || query === '') return forward(query === '' ? '' : `?${query}`);
  asked.push(`${method} ${query}`);
  const [parameter = '', value = ''] = query.split('=');
  return front({
    ...{ method, url, parameter, value, below: path.replace(/^.*\/rulesets/, '') },
    known: () => forward(`?${query}`),
    ignored: () => forward(''),
  });
}

const declare = (proof: 'on' | 'off', resource: Resources): void =>
  workspace.write('main.tf.json', rootModule(resource, { provider: { zone: { proof, max_retries: 0 } } }));

/** Each kind of write: something new of each type, a change, and something that goes. */
function declareEach(): void {
  declare('on', {
    zone_log_custom_fields: {
      made: { ...zone('new'), cookies: ['sid'] },
      changed: { ...zone('shop'), cookies: ['uid'] },
    },
    zone_managed_rules: { made: { ...zone('wiki'), ...rules } },
    zone_logpush_job: {
      made: {
        ...zone('new'),
        dataset: 'http_requests',
        destination_conf: 'https://logs.example/in',
        logpull_options: { fields: ['RayID'] },
      },
    },
  });
}

/** The service as it is, without its clock. */
function contentNow(): unknown {
  return service.emulator.control.snapshot().zones;
}

test.each([
  ...Object.entries(KNOWING).map(([what, [knowing, proven]]) => [what, knowing, proven] as const),
  ...Object.entries(OTHERS).map(([what, other]) => [what, other, {}] as const),
])('a service that %s: a plan writes nothing', async (_what, answer, proven) => {
  front = answer;
  declareEach();
  const before = contentNow();
  const { exitCode, stdout, stderr } = await workspace.plan({ out: 'proof.tfplan' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
  expect(contentNow()).toEqual(before);
  const { proofs } = readSavedPlan(readFileSync(join(workspace.cwd, 'proof.tfplan'))) ?? {};
  const outcomes = [...(proofs ?? [])].map(([address, { outcome }]) => [address, outcome]);
  expect(Object.fromEntries(outcomes)).toEqual({ ...NONE_PROVEN, ...proven });
  expect(asked.filter((each) => each.endsWith('dry_run=true'))).toHaveLength(Object.keys(proven).length);
  const isWhole = Object.keys(proven).length === 4;
  expect(stdout.match(/This plan is not proven/g) ?? []).toHaveLength(isWhole ? 0 : 1);
});

test('a service that refuses a wrong value of dry_run, and writes with a right one is an error that says so, and is asked no more', async () => {
  front = ({ value, known, ignored }) => (value === 'true' ? ignored() : known());
  workspace.write('terraform.tfstate', '');
  const names = ['one', 'two', 'three'];
  declare('on', {
    zone_log_custom_fields: Object.fromEntries(
      names.map((name) => [name, { ...zone(name), cookies: ['sid'] }]),
    ),
  });
  const { exitCode, stdout, stderr } = await workspace.plan();
  expect(exitCode).toBe(1);
  const said = stderr.replace(/[\s│]+/g, ' ');
  expect(said.match(/Error: /g)).toHaveLength(1);
  expect(said).toContain('The service may have written what this plan only asked about.');
  expect(said).toMatch(
    /POST \/zones\/\w+\/rulesets(?: \(zone \w+\.example\))?: .+ it is an object with id, name, .+, not an answer to a dry run/,
  );
  expect(stdout).not.toContain('This plan is not proven');
  expect(asked.filter((each) => each.endsWith('dry_run=true'))).toEqual(['POST dry_run=true']);
});

test('nobody can know beforehand which parameter does not exist, nor which object', async () => {
  front = ({ known }) => known();
  const sent = async (): Promise<readonly string[]> => {
    asked = [];
    declareEach();
    await workspace.plan();
    return asked.filter((each) => !each.includes('dry_run')).map((each) => each.replace(/^\w+ /, ''));
  };
  const [first, second] = [await sent(), await sent()];
  expect(first).toHaveLength(3);
  expect(new Set([...first, ...second]).size).toBe(2);
  expect([...first, ...second].every((each) => /^[a-z]{7}=known$/.test(each))).toBe(true);
});
