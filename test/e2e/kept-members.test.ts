import type { SeedZone } from '../../emulator';
import { beginAnew, flat, service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';
import { MANAGED, SCANNER_RULE, WORDPRESS_RULE } from './managed-zone';
import { PHASE, zoneIdOf } from './migrating-zones';

const FIELDS_PHASE = 'http_log_custom_fields';

/**
 * What others made is kept: every object that a resource writes, with a member that nobody knows in each of its objects,
 * goes through every operation. Members that begin with `x_` are those of a service of tomorrow (docs/guides/emulator.md).
 */
type Document = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ids of managed rulesets are the members of what a rule skips: they are no settings. */
const NAMED_BY_IDS = /\.rules$/;

/** The document with an unknown member in each of its objects; each says where it is. */
function marked(value: unknown, name = 'x_future', at = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => marked(item, name, `${at}[${index}]`));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([member, inner]) => [
    member,
    member.startsWith('x_') ? inner : marked(inner, name, `${at}.${member}`),
  ]);
  const isNamedByIds = NAMED_BY_IDS.test(at);
  return { ...Object.fromEntries(members), ...(!isNamedByIds && { [name]: { a: [1, true, null], at } }) };
}

/** What others set in a document, by the names of what has it: places change, and ids. */
function ofOthers(value: unknown, at = ''): Readonly<Record<string, unknown>> {
  if (Array.isArray(value))
    return Object.assign(
      {},
      ...value.map((item) => ofOthers(item, `${at}[${String(nameOf(item as Document))}]`)),
    );
  if (!isObject(value)) return {};
  const found = Object.entries(value).map(([name, inner]) => {
    const place = `${at}.${name}`;
    if (name === 'logpull_options')
      return Object.fromEntries(
        String(inner)
          .split('&')
          .flatMap((option) => (option.startsWith('x_') ? [[`${place}.${option}`, true]] : [])),
      );
    return name.startsWith('x_') ? { [place]: inner } : ofOthers(inner, place);
  });
  return Object.assign({}, ...found);
}

/** What an item of a list is about; rules get new ids. */
function nameOf({ phase, action, name, category, id, action_parameters: parameters }: Document): unknown {
  if (isObject(parameters)) return parameters['id'] ?? `${String(action)} ${Object.keys(parameters)[0]}`;
  return phase ?? name ?? category ?? id;
}

const FIELDS_RULE = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'theirs',
  action_parameters: {
    request_fields: [{ name: 'accept' }],
    response_fields: [{ name: 'age', preserve_duplicates: true }, { name: 'via' }],
    cookie_fields: [{ name: 'Sid' }],
    raw_response_fields: [{ name: 'etag', preserve_duplicates: true }],
    transformed_request_fields: [{ name: 'dnt' }],
  },
};

const EXECUTE_RULE = {
  action: 'execute',
  expression: 'true',
  action_parameters: {
    id: MANAGED,
    version: '180',
    matched_data: { public_key: 'k' },
    overrides: {
      action: 'log',
      categories: [{ category: 'wordpress', action: 'block' }],
      rules: [
        { id: WORDPRESS_RULE, enabled: false },
        { id: SCANNER_RULE, action: 'log' },
      ],
    },
  },
};

const SKIP_RULE = { action: 'skip', expression: 'ssl', logging: { enabled: false } };
/** An exception that skips what nobody knows cannot be expressed: the rule stays as it is. */
const EXCEPTION = { ...(marked(SKIP_RULE) as Document), action_parameters: { ruleset: 'current' } };
const OTHER_RULE = marked({ ...SKIP_RULE, expression: 'not ssl', action_parameters: { products: ['waf'] } });

const OUTPUT_JOB = {
  id: 1,
  name: 'output',
  destination_conf: 'r2://logs/output?access-key-id=a&secret-access-key=b&account-id=c',
  output_options: { field_names: ['RayID'] },
};
const TEXT_JOB = {
  id: 2,
  name: 'text',
  destination_conf: 'r2://logs/text?access-key-id=a&secret-access-key=b&account-id=c',
  logpull_options: 'fields=RayID&x_future=%7B1%7D&sample=0.5',
};

const ruleset = (phase: string, rules: readonly unknown[]): unknown => ({
  ...(marked({ phase, description: 'of others' }) as Document),
  rules,
});

const zone = (name: string, more: object): SeedZone =>
  ({
    id: zoneIdOf(name),
    name: `${name}.example`,
    plan: 'enterprise',
    migration: { state: 'finished' },
    ...more,
  }) as SeedZone;

/** Zones with every object, as others made them. */
const ZONES = {
  jobs: zone('jobs', { logpush: { jobs: [marked(OUTPUT_JOB), marked(TEXT_JOB)] } }),
  fields: zone('fields', { rulesets: [ruleset(FIELDS_PHASE, [marked(FIELDS_RULE)])] }),
  rules: zone('rules', {
    rulesets: [ruleset(PHASE, [EXCEPTION, OTHER_RULE, marked(EXECUTE_RULE)])],
  }),
} as const;

type Place = keyof typeof ZONES;
const PLACES = Object.keys(ZONES) as readonly Place[];

/** A configuration of all the objects. @param option one option of each */
function configuration(option: string, places: readonly Place[] = PLACES): string {
  const blocks: Readonly<Record<Place, string>> = {
    jobs: `
resource "zone_logpush_job" "output" {
  zone_id = "${zoneIdOf('jobs')}"
  name = "output"
  destination_conf = "${OUTPUT_JOB.destination_conf}"
  output_options = { field_names = ["RayID"], batch_prefix = "${option}" }
}
resource "zone_logpush_job" "text" {
  zone_id = "${zoneIdOf('jobs')}"
  name = "text"
  destination_conf = "${TEXT_JOB.destination_conf}"
  logpull_options = { fields = ["RayID"${option === 'theirs' ? '' : ', "ClientIP"'}], sample = 0.5, timestamps = "${option === 'third' ? 'rfc3339' : 'unixnano'}", other = "x_future=%7B1%7D" }
}`,
    fields: `
resource "zone_log_custom_fields" "main" {
  zone_id = "${zoneIdOf('fields')}"
  request_headers = ["accept"]
  response_headers = ["age", "via"]
  raw_response_headers = ["etag"]
  transformed_request_headers = ["dnt"]
  preserve_duplicates = ["age", "etag"]
  cookies = ["Sid"]
  description = "${option}"
}`,
    rules: `
resource "zone_managed_rules" "main" {
  zone_id = "${zoneIdOf('rules')}"
  rules = [{
    name = "exception_1"
    expression = "ssl"
    skip = { ruleset = "current" }
    logging = { enabled = false }
    description = "${option === 'theirs' ? '' : option}"
  }, {
    name = "cloudflare_managed_ruleset"
    description = "${option === 'theirs' ? '' : option}"
    execute = {
      ruleset_id = "${MANAGED}"
      version = "180"
      matched_data = { public_key = "k" }
      overrides = {
        action = "log"
        categories = { wordpress = { action = "block" } }
        rules = { "${WORDPRESS_RULE}" = { enabled = false }, "${SCANNER_RULE}" = { action = "log" } }
      }
    }
  }]
}`,
  };
  return hcl(places.map((place) => blocks[place]).join('\n'));
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'zone_logpush_job.output': `${zoneIdOf('jobs')}/1`,
  'zone_logpush_job.text': `${zoneIdOf('jobs')}/2`,
  'zone_log_custom_fields.main': zoneIdOf('fields'),
  'zone_managed_rules.main': zoneIdOf('rules'),
};

useWorkspace({
  settings: { model: 'today', rateLimit: 0 },
  seed: { zones: [...Object.values(ZONES), zone('empty', {})] },
});
beforeEach(() => beginAnew('import.tf'));

/** What a zone has at the service. */
function held(place: string): Document {
  const { rulesets, logpush } = service.emulator.control.zone(zoneIdOf(place));
  return { rulesets: rulesets.map(({ history: _history, ...now }) => now), jobs: logpush.jobs };
}

function allHeld(): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...PLACES.map((place) => ({ [place]: ofOthers(held(place)) })));
}

/** Somebody adds members to everything that is there. */
function editByHand(name: string): void {
  for (const place of PLACES)
    service.emulator.control.editZone(zoneIdOf(place), (draft) => {
      const edit = (list: unknown): unknown =>
        Array.isArray(list)
          ? list.map((rule) => {
              const edited = marked(rule, name) as Document;
              return isObject(edited['action_parameters']) && edited['action'] === 'skip'
                ? { ...edited, action_parameters: (rule as Document)['action_parameters'] }
                : edited;
            })
          : list;
      for (const one of draft.rulesets)
        Object.assign(one, { rules: edit(one.rules), history: [], [name]: 1 });
      Object.assign(draft.logpush, { jobs: marked(draft.logpush.jobs, name) });
    });
}

/** What a plan shows of each resource: the actions, and the state after. */
async function planned(args: readonly string[] = []): Promise<{
  readonly text: string;
  readonly changes: Readonly<
    Record<string, { actions: readonly string[]; after: Document; before: Document }>
  >;
}> {
  const { exitCode, stdout, stderr } = await workspace.plan({ args, out: 'saved.tfplan' });
  if (exitCode === 1) throw new Error(stdout + stderr);
  const shown = (await workspace.showJson('saved.tfplan')).json as {
    readonly resource_changes?: readonly { readonly address: string; readonly change: never }[];
  };
  const changes = (shown.resource_changes ?? []).map(({ address, change }) => [address, change] as const);
  return { text: flat(stdout), changes: Object.fromEntries(changes) };
}

async function applySaved(): Promise<void> {
  const { exitCode, stdout, stderr } = await workspace.apply({ planFile: 'saved.tfplan' });
  if (exitCode !== 0) throw new Error(stdout + stderr);
}

/** The next plan changes nothing, and the state is what a refresh finds. */
async function rest(): Promise<void> {
  const plan = await workspace.plan();
  expect([plan.exitCode, plan.exitCode === 0 ? '' : plan.stdout + plan.stderr]).toEqual([0, '']);
  const refresh = await workspace.plan({ refreshOnly: true });
  expect([refresh.exitCode, refresh.exitCode === 0 ? '' : refresh.stdout]).toEqual([0, '']);
}

async function importAll(): Promise<Awaited<ReturnType<typeof planned>>> {
  workspace.write('main.tf', configuration('theirs').replace('batch_prefix = "theirs"', 'batch_prefix = ""'));
  workspace.write(
    'import.tf',
    Object.entries(ADDRESSES)
      .map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`)
      .join(''),
  );
  const plan = await planned();
  await applySaved();
  return plan;
}

const ITEM = [
  'request_fields["accept"]',
  'response_fields["age"]',
  'response_fields["via"]',
  'cookie_fields["Sid"]',
  'raw_response_fields["etag"]',
  'transformed_request_fields["dnt"]',
];

/** What the plan says that each object keeps; of rules it is JSON. */
const KEPT: Readonly<Record<string, unknown>> = {
  'zone_logpush_job.output': ['output_options.x_future', 'x_future'],
  'zone_logpush_job.text': ['x_future'],
  'zone_log_custom_fields.main': [
    ...ITEM.map((item) => `${item}.x_future`),
    'rule.x_future',
    'x_future',
  ].sort(),
  'zone_managed_rules.main': {
    cloudflare_managed_ruleset: expect.stringContaining('x_future'),
    exception_1: expect.stringContaining('x_future'),
  },
};

test('an import changes nothing, and names the members that nobody knows', async () => {
  const before = allHeld();
  const { changes } = await importAll();
  expect(Object.entries(changes).map(([address, { actions }]) => [address, actions])).toEqual(
    Object.keys(changes).map((address) => [address, ['no-op']]),
  );
  expect(Object.keys(changes).sort()).toEqual(Object.keys(ADDRESSES).sort());
  for (const [address, kept] of Object.entries(KEPT))
    expect([address, changes[address]?.after['kept_settings']]).toEqual([address, kept]);
  expect(allHeld()).toEqual(before);
  await rest();
});

test('a change of one option keeps them, also those that somebody adds later', async () => {
  const before = allHeld();
  await importAll();
  workspace.write('main.tf', configuration('ours'));
  const { text, changes } = await planned();
  for (const [address, { actions }] of Object.entries(changes))
    expect([address, actions]).toEqual([address, ['update']]);
  for (const [address, kept] of Object.entries(KEPT)) {
    expect([address, changes[address]?.after['kept_settings']]).toEqual([address, kept]);
    expect(text).toContain(`with ${address}`);
  }
  await applySaved();
  expect(allHeld()).toEqual(before);
  await rest();

  editByHand('x_later');
  const edited = allHeld();
  expect(edited).not.toEqual(before);
  expect((await workspace.plan()).exitCode).toBe(0);
  workspace.write('main.tf', configuration('third'));
  await workspace.applied();
  expect(allHeld()).toEqual(edited);
  await rest();
});

test('an object that declares what is there already keeps them, and its plan says so', async () => {
  const before = allHeld();
  workspace.write('main.tf', configuration('theirs', ['fields', 'rules']));
  const { text, changes } = await planned();
  for (const address of ['zone_log_custom_fields.main', 'zone_managed_rules.main'])
    expect([address, changes[address]?.after['kept_settings']]).toEqual([address, KEPT[address]]);
  for (const kept of ['raw_response_fields["etag"].x_future', 'rule.x_future'])
    expect(text).toContain(`${kept};`);
  await applySaved();
  expect(allHeld()).toEqual(before);
  await rest();
});

test('a job that gets the other form of options says what goes with the old one', async () => {
  await importAll();
  workspace.write(
    'main.tf',
    configuration('theirs').replace(/output_options = .*/, 'logpull_options = { fields = ["RayID"] }'),
  );
  const { text } = await planned();
  expect(text).toContain('~ kept_settings = [ - "output_options.x_future",');
  await applySaved();
  expect(Object.keys(ofOthers(held('jobs')))).toEqual([
    '.jobs[output].x_future',
    '.jobs[text].logpull_options.x_future=%7B1%7D',
    '.jobs[text].x_future',
  ]);
  await rest();
});

test('a destroy of log fields names what goes, and takes it', async () => {
  await importAll();
  workspace.write('import.tf', '');
  workspace.write('main.tf', configuration('theirs', ['jobs', 'rules']));
  const { text } = await planned();
  for (const gone of ['raw_response_fields["etag"].x_future', 'rule.x_future', 'x_future'])
    expect(text).toContain(`- goes: ${gone}`);
  await applySaved();
  expect(service.emulator.control.zone(zoneIdOf('fields')).rulesets[0]?.rules).toEqual([]);
});
