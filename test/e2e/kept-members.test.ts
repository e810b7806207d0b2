import type { SeedZone } from '../../emulator';
import {
  beginAnew,
  changesIn,
  declare,
  flat,
  rest,
  service,
  useWorkspace,
  workspace,
  type PlannedChange,
} from './one-service';
import type { Resources } from '../support/workspace';
import { executes, finishedZone, MANAGED, SCANNER_RULE, WORDPRESS_RULE } from './managed-zone';
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

const zone = (name: string, more: object): SeedZone => finishedZone(name, undefined, more);

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

/** All the objects, or those of some zones, as a configuration declares them. @param option one option of each */
function declared(option: 'theirs' | 'ours' | 'third', places: readonly Place[] = PLACES): Resources {
  const description = option === 'theirs' ? '' : option;
  const { id: _output, ...output } = OUTPUT_JOB;
  const { id: _text, ...text } = TEXT_JOB;
  const inZone = (place: Place, block: object) => ({ zone_id: zoneIdOf(place), ...block });
  const jobs = {
    output: inZone('jobs', {
      ...output,
      output_options: { field_names: ['RayID'], batch_prefix: description },
    }),
    text: inZone('jobs', {
      ...text,
      logpull_options: {
        fields: option === 'theirs' ? ['RayID'] : ['RayID', 'ClientIP'],
        sample: 0.5,
        timestamps: option === 'third' ? 'rfc3339' : 'unixnano',
        other: 'x_future=%7B1%7D',
      },
    }),
  };
  const fields = inZone('fields', {
    request_headers: ['accept'],
    response_headers: ['age', 'via'],
    raw_response_headers: ['etag'],
    transformed_request_headers: ['dnt'],
    preserve_duplicates: ['age', 'etag'],
    cookies: ['Sid'],
    description: option,
  });
  const overrides = {
    action: 'log',
    categories: { wordpress: { action: 'block' } },
    rules: { [WORDPRESS_RULE]: { enabled: false }, [SCANNER_RULE]: { action: 'log' } },
  };
  const pinned = { version: '180', matched_data: { public_key: 'k' }, overrides };
  const exception = { expression: 'ssl', skip: { ruleset: 'current' }, logging: { enabled: false } };
  const rules = [
    { name: 'exception_1', ...exception, description },
    executes('cloudflare_managed_ruleset', MANAGED, pinned, { description }),
  ];
  return {
    ...(places.includes('jobs') && { zone_logpush_job: jobs }),
    ...(places.includes('fields') && { zone_log_custom_fields: { main: fields } }),
    ...(places.includes('rules') && { zone_managed_rules: { main: inZone('rules', { rules }) } }),
  };
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'zone_logpush_job.output': `${zoneIdOf('jobs')}/1`,
  'zone_logpush_job.text': `${zoneIdOf('jobs')}/2`,
  'zone_log_custom_fields.main': zoneIdOf('fields'),
  'zone_managed_rules.main': zoneIdOf('rules'),
};

useWorkspace(
  { settings: { model: 'today', rateLimit: 0 }, seed: { zones: Object.values(ZONES) } },
  { declare: () => declare({}) },
);
beforeEach(() => beginAnew());

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

/** What a plan that is kept says, and what it shows of each resource. */
async function planned(): Promise<readonly [text: string, changes: readonly PlannedChange[]]> {
  const { exitCode, stdout, stderr } = await workspace.plan({ out: 'saved.tfplan' });
  expect([exitCode === 1, stderr]).toEqual([false, '']);
  return [flat(stdout), await changesIn('saved.tfplan')];
}

/** Applies a plan that was kept, or what is declared; then nothing is left to do, and a refresh finds nothing new. */
async function applied(...args: readonly string[]): Promise<void> {
  await workspace.applied({ args });
  await rest();
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
}

async function importAll(): Promise<readonly PlannedChange[]> {
  declare(declared('theirs'), { import: Object.entries(ADDRESSES).map(([to, id]) => ({ to, id })) });
  const [, changes] = await planned();
  await applied('saved.tfplan');
  return changes;
}

/** What becomes of each object, and what it keeps. */
const kept = (changes: readonly PlannedChange[]): object =>
  Object.fromEntries(
    changes.map(({ address, change }) => [address, [change.actions.join(), change.after?.['kept_settings']]]),
  );
const keptBy = (action: string, addresses = Object.keys(ADDRESSES)): object =>
  Object.fromEntries(addresses.map((address) => [address, [action, KEPT[address]]]));

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

test('an import names the members that nobody knows, and a change of one option keeps them, also those that somebody adds later', async () => {
  const before = allHeld();
  expect(kept(await importAll())).toEqual(keptBy('no-op'));
  declare(declared('ours'));
  const [text, changes] = await planned();
  expect(kept(changes)).toEqual(keptBy('update'));
  for (const address of Object.keys(ADDRESSES)) expect(text).toContain(`with ${address}`);
  await applied('saved.tfplan');
  expect(allHeld()).toEqual(before);

  editByHand('x_later');
  const edited = allHeld();
  expect(edited).not.toEqual(before);
  await rest();
  declare(declared('third'));
  await applied();
  expect(allHeld()).toEqual(edited);
});

test('an object that declares what is there already keeps them, and its plan says so', async () => {
  const before = allHeld();
  declare(declared('theirs', ['fields', 'rules']));
  const [text, changes] = await planned();
  expect(kept(changes)).toEqual(keptBy('create', ['zone_log_custom_fields.main', 'zone_managed_rules.main']));
  for (const setting of ['raw_response_fields["etag"].x_future', 'rule.x_future'])
    expect(text).toContain(`${setting};`);
  await applied('saved.tfplan');
  expect(allHeld()).toEqual(before);
});

test('a job that gets the other form of options says what goes with the old one', async () => {
  await importAll();
  const { zone_logpush_job: jobs = {}, ...others } = declared('theirs');
  const { output_options: _options, ...output } = { output_options: {}, ...jobs['output'] };
  const changed = { ...output, logpull_options: { fields: ['RayID'] } };
  declare({ ...others, zone_logpush_job: { ...jobs, output: changed } });
  const [text] = await planned();
  expect(text).toContain('~ kept_settings = [ - "output_options.x_future",');
  await applied('saved.tfplan');
  expect(Object.keys(ofOthers(held('jobs')))).toEqual([
    '.jobs[output].x_future',
    '.jobs[text].logpull_options.x_future=%7B1%7D',
    '.jobs[text].x_future',
  ]);
});

test('a destroy of log fields names what goes, and takes it', async () => {
  await importAll();
  declare(declared('theirs', ['jobs', 'rules']));
  const [text] = await planned();
  for (const gone of ['raw_response_fields["etag"].x_future', 'rule.x_future', 'x_future'])
    expect(text).toContain(`- goes: ${gone}`);
  await applied('saved.tfplan');
  expect(service.emulator.control.zone(zoneIdOf('fields')).rulesets[0]?.rules).toEqual([]);
});
