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

/** No plan writes to a service, whatever it knows of dry runs; which ones look like it: provider-shim/api/dry-run.test.ts. */

/** A write with a parameter, as a service in front of the emulator sees it. */
interface Asked {
  readonly method: string;
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
  'ignores it': [({ ignored }) => ignored(), {}],
  'knows it for single rules alone': [
    ({ below, known, ignored }) => (/^\/\w+\/rules\/\w+$/.test(below) ? known() : ignored()),
    PROVEN.rules,
  ],
};

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
  const [, value = ''] = query.split('=');
  return front({
    ...{ method, value, below: path.replace(/^.*\/rulesets/, '') },
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

test.each(Object.entries(KNOWING).map(([what, [answer, proven]]) => [what, answer, proven] as const))(
  'a service that %s: a plan writes nothing',
  async (_what, answer, proven) => {
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
  },
);

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
