import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import { parseDestination } from '../../schema';
import { inLane } from '../support/lane';
import { service, useService } from './one-service';
import type { Workspace } from '../support/workspace';
import { driftOf, stateText } from './no-drift';
import { hclExample, typescriptExample, type Example, type Variables } from './example-workspace';
import { EXAMPLE as PIPELINE, HCL as HCL_PIPELINE } from '../pipelines/repository';

const SECRET = 'planted secret/4711&';

const PIPELINES = [PIPELINE, HCL_PIPELINE].map((folder) => basename(folder));

/** A call that sets an example up, with its language and name. */
const RUN = /\b(typescript|hcl)(?:Example)?\(\s*(?:service, )?'([\w-]+)'/g;

useService();
beforeEach(() => service.emulator.control.reset());

/** Runs an example as its reader would, and gives back what `look` sees in between. */
async function life<T>(workspace: Workspace, look: (workspace: Workspace) => T): Promise<Awaited<T>> {
  await workspace.ready();
  await workspace.applied();
  expect(await driftOf(workspace)).toEqual({ plan: 0, refreshOnly: 0, changed: [], isFileSame: true });
  const seen = await look(workspace);
  expect((await workspace.destroy()).exitCode).toBe(0);
  const zone = service.emulator.control.zone(DEFAULT_ZONE_ID);
  expect({ rules: fieldRules() ?? [], jobs: zone.logpush?.jobs }).toEqual({ rules: [], jobs: [] });
  return seen;
}

async function typescript(
  name: string,
  variables: Variables = {},
  settings: Variables = {},
): Promise<Workspace> {
  const example = typescriptExample(service, name);
  example.synthesize(settings);
  return started(name, example, variables);
}

async function hcl(name: string, variables: Variables = {}): Promise<Workspace> {
  const example = hclExample(service, name);
  return started(name, example, { TF_VAR_zone_id: DEFAULT_ZONE_ID, ...variables });
}

/** Where the engine starts the provider to apply: how it finds it is the same in every example of a language. */
const STARTED_TO_APPLY = inLane({ share: /^log-fields/, whole: /^/ });

/** The engine initialises, and starts the provider to apply, as for a reader; all that follows reattaches to one. */
async function started(name: string, example: Example, variables: Variables): Promise<Workspace> {
  const later = await example.workspace(variables, 'workspace');
  const { ready, applied } = await example.workspace(variables);
  if (!STARTED_TO_APPLY.test(name)) return { ...later, ready };
  return {
    ...later,
    ready,
    applied: (options) => (options === undefined ? applied() : later.applied(options)),
  };
}

function fieldRules(zoneId = DEFAULT_ZONE_ID): unknown {
  const held = service.emulator.control.zones().find(({ id }) => id === zoneId);
  const rules = held?.rulesets.find(({ phase }) => phase === 'http_log_custom_fields')?.rules;
  return rules?.map(({ action_parameters, description }) => ({ action_parameters, description }));
}

function jobs(): readonly Readonly<Record<string, unknown>>[] {
  return service.emulator.control.zone(DEFAULT_ZONE_ID).logpush?.jobs as never;
}

test('the log-fields example makes the same fields and job in TypeScript and in HCL', async () => {
  const keys = { TF_VAR_store_key_id: SECRET, TF_VAR_store_key: SECRET };
  const look = (workspace: Workspace): unknown => {
    const [destination] = jobs().map(({ destination_conf }) => parseDestination(String(destination_conf)));
    const isStored = stateText(workspace).includes('planted');
    return { fields: fieldRules(), secret: destination?.parameters.get('secret-access-key'), isStored };
  };
  const made = await life(await typescript('log-fields', keys, { STORE_SECRETS: 'true' }), look);
  expect(made).toEqual({
    secret: SECRET,
    isStored: true,
    fields: [
      {
        action_parameters: {
          request_fields: [
            { name: 'content-type' },
            { name: 'x-checkout-version' },
            { name: 'x-request-id' },
          ],
          response_fields: [{ name: 'server-timing' }],
          cookie_fields: [{ name: 'cart_id' }, { name: 'session_id' }],
        },
        description: 'Fields that our dashboards read',
      },
    ],
  });
  service.emulator.control.reset();
  const twin = await life(await hcl('log-fields-hcl', keys), look);
  expect(twin).toMatchObject({
    ...(made as object),
    isStored: false,
    secret: expect.stringMatching(/4711&$/) as unknown,
  });
});

test('the https example delivers to its collector, and its token is stored nowhere', async () => {
  const workspace = await typescript('logpush-https', { TF_VAR_collector_token: SECRET });
  const made = await life(workspace, async () => {
    expect(stateText(workspace)).not.toContain('4711');
    return jobs();
  });
  expect(made).toMatchObject([
    {
      name: 'collector',
      destination_conf:
        'https://logs.example.com/collect/http?header_Authorization=Bearer%20planted%20secret%2F4711%26',
      filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}',
      max_upload_interval_seconds: 30,
    },
  ]);
});

test('the many-zones example declares the zones of a label, in TypeScript and in HCL', async () => {
  const fieldsOf = (...names: readonly string[]) => [
    { action_parameters: { request_fields: names.map((name) => ({ name })) }, description: '' },
  ];
  const look = (workspace: Workspace): unknown => {
    expect(stateText(workspace)).not.toContain('9a7806061c88ada191ed06f989cc3dac');
    return [fieldRules(), fieldRules(SECOND_ZONE_ID)];
  };
  const made = [fieldsOf('x-cart', 'x-request-id'), fieldsOf('x-request-id')];
  const example = typescriptExample(service, 'many-zones', { stacks: ['zones-shop', 'zones-content'] });
  example.synthesize({ ZONES: join(__dirname, '..', '..', 'examples', 'many-zones-hcl', 'zones.json') });
  expect(await life(await started('many-zones', example, {}), look)).toEqual(made);
  service.emulator.control.reset();
  expect(await life(await hcl('many-zones-hcl', { TF_VAR_stack: 'shop' }), look)).toEqual(made);
});

/** Folders of the reference's examples, which reference-examples.test.ts validates. */
const REFERENCE = ['provider', 'resources', 'data-sources', 'actions'];

/** The folder of the policy, which example-policy.test.ts runs. */
const POLICIES = 'policies';

test('every example is run by a test', () => {
  const runs = readdirSync(__dirname)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(__dirname, file), 'utf8').matchAll(RUN)])
    .map(([, language, name]) => (language === 'typescript' ? `${name}.ts` : `${name}`));
  const examples = join(__dirname, '..', '..', 'examples');
  const tested = readdirSync(examples, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => dirname(path));
  expect([...new Set([...runs, ...tested, ...REFERENCE, POLICIES, ...PIPELINES])].sort()).toEqual(
    readdirSync(examples).sort(),
  );
});
