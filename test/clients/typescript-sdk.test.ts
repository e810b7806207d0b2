import Cloudflare from 'cloudflare';
import {
  DEFAULT_SEED,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  DEFAULT_ZONE_NAME,
  MODELS,
  SECOND_ZONE_ID,
  startEmulator,
  type RunningEmulator,
} from '../../emulator';

/**
 * The vendor's TypeScript SDK on the operations that the provider uses, with the types that it has for them: nobody here
 * wrote what it sends, nor what it reads.
 */
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
const MANAGED_PHASE = 'http_request_firewall_managed';
const RECEIVER = 'https://logs.example/in?header_Authorization=secret';
const BUCKET = 's3://logs/clients?region=eu-central-1';

/** In the way of a migration. */
const OVERRIDE = {
  id: 'a'.repeat(32),
  urls: ['example.com/upload*'],
  rules: { '100015': 'disable' },
} as const;

const fieldsRule = (enabled = true) => ({
  ...{ action: 'log_custom_field' as const, expression: 'true', enabled },
  action_parameters: { request_fields: [{ name: 'x-request-id' }] },
});

const execute = (id: string, enabled = true) => ({
  ...{ action: 'execute' as const, expression: 'true', enabled },
  action_parameters: { id },
});

/** What a ruleset's operations answer: the SDK's type for it is `Ruleset | unknown`. */
interface Ruleset {
  readonly id: string;
  readonly rules: readonly { readonly id: string }[];
}

/** A zone to change, and one that begins its migration. */
const zone = { zone_id: DEFAULT_ZONE_ID };
const migrating = { zone_id: SECOND_ZONE_ID };

describe.each(MODELS)('the TypeScript SDK with the model %s', (model) => {
  let emulator: RunningEmulator;
  let client: Cloudflare;

  beforeAll(async () => {
    // The service of today has retired URI-based overrides (docs/internals/service.md 7.7).
    const previous = model === 'today' ? {} : { uri_overrides: [OVERRIDE] };
    emulator = await startEmulator({
      seed: {
        ...DEFAULT_SEED,
        zones: DEFAULT_SEED.zones.map((one) =>
          one.id === SECOND_ZONE_ID ? { ...one, plan: 'enterprise', previous_waf: previous } : one,
        ),
        options: { model },
      },
    });
    // No retries, so that each answer is seen.
    client = new Cloudflare({ apiToken: DEFAULT_TOKEN, baseURL: emulator.baseUrl, maxRetries: 0 });
  });
  afterAll(() => emulator.close());

  test('lists zones, by name too, and gets one', async () => {
    expect(await all(client.zones.list())).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: DEFAULT_ZONE_ID })]),
    );
    expect(await all(client.zones.list({ name: DEFAULT_ZONE_NAME }))).toMatchObject([
      { id: DEFAULT_ZONE_ID },
    ]);
    expect(await all(client.zones.list({ name: 'nobody.example' }))).toEqual([]);
    expect(await client.zones.get(zone)).toMatchObject({ id: DEFAULT_ZONE_ID, name: DEFAULT_ZONE_NAME });
  });

  test.each([
    ['custom log fields', 'http_log_custom_fields', fieldsRule(), fieldsRule(false)],
    ['managed rules', MANAGED_PHASE, execute(MANAGED), execute(CORE, false)],
  ] as const)('creates, changes and deletes the ruleset of %s', async (_what, phase, rule, second) => {
    const { rulesets } = client;
    const sent = { ...zone, name: 'default', kind: 'zone', phase } as const;
    const made = (await rulesets.create({ ...sent, rules: [rule] })) as Ruleset;
    expect(made).toMatchObject({ kind: 'zone', phase, rules: [{ action: rule.action, enabled: true }] });
    expect(await all(rulesets.list(zone))).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: made.id, kind: 'zone', phase })]),
    );
    expect(await rulesets.get(made.id, zone)).toEqual(made);
    expect(await rulesets.update(made.id, { ...zone, description: 'new', rules: [rule] })).toMatchObject({
      id: made.id,
      description: 'new',
    });

    const position = { index: 1 };
    const two = (await rulesets.rules.create(made.id, { ...zone, ...second, position })) as Ruleset;
    expect(two.rules).toMatchObject([{ enabled: false }, { enabled: true }]);
    const first = two.rules[0]?.id ?? '';
    const of = { ...zone, ruleset_id: made.id };
    expect(await rulesets.rules.edit(first, { ...of, ...second, description: 'edited' })).toMatchObject({
      rules: [{ id: first, description: 'edited' }, { enabled: true }],
    });
    expect(await rulesets.rules.delete(first, of)).toMatchObject({ rules: [{ enabled: true }] });

    const entryPoint = { ...zone, description: 'entry point', rules: [rule] };
    expect(await rulesets.phases.update(phase, entryPoint)).toMatchObject({
      id: made.id,
      description: 'entry point',
    });
    expect(await rulesets.phases.get(phase, zone)).toMatchObject({ id: made.id, rules: [{ enabled: true }] });
    await rulesets.delete(made.id, zone);
    await expect(rulesets.get(made.id, zone)).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
    await expect(rulesets.phases.get(phase, zone)).rejects.toMatchObject({ status: 404 });
  });

  test('is refused with what is wrong in a rule', async () => {
    const wrong = { ...fieldsRule(), expression: '' };
    const update = client.rulesets.phases.update('http_log_custom_fields', { ...zone, rules: [wrong] });
    await expect(update).rejects.toMatchObject({ status: 400, errors: [{ code: expect.any(Number) }] });
  });

  test('creates, changes and deletes a log push job', async () => {
    const { jobs } = client.logpush;
    const made = await jobs.create({
      ...zone,
      name: 'clients',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: RECEIVER,
      output_options: { field_names: ['RayID'], timestamp_format: 'rfc3339' },
    });
    expect(made).toMatchObject({ name: 'clients', dataset: 'http_requests', enabled: true });
    const id = Number(made?.id);
    expect(await all(jobs.list(zone))).toMatchObject([{ id, name: 'clients' }]);
    expect(await jobs.get(id, zone)).toMatchObject({ id, output_options: { field_names: ['RayID'] } });
    const changed = await jobs.update(id, { ...zone, enabled: false, max_upload_interval_seconds: 60 });
    expect(changed).toMatchObject({ id, enabled: false, max_upload_interval_seconds: 60 });
    await jobs.delete(id, zone);
    await expect(jobs.get(id, zone)).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
  });

  test('reads the fields of a dataset', async () => {
    expect(await client.logpush.datasets.fields.get('http_requests', zone)).toMatchObject({
      RayID: expect.any(String),
    });
  });

  test('proves the ownership of a bucket, and validates destinations and options', async () => {
    const { ownership, validate } = client.logpush;
    const asked = await ownership.create({ ...zone, destination_conf: BUCKET });
    expect(asked).toMatchObject({ valid: true, filename: expect.any(String) });
    const ownership_challenge = emulator.control.destinations.files('s3://logs').at(-1)?.text ?? '';
    expect(
      await ownership.validate({ ...zone, destination_conf: BUCKET, ownership_challenge }),
    ).toMatchObject({ valid: true });
    expect(await validate.destination({ ...zone, destination_conf: RECEIVER })).toMatchObject({
      valid: true,
    });
    expect(await validate.origin({ ...zone, logpull_options: 'fields=RayID' })).toMatchObject({
      valid: true,
    });
  });

  /** Of the migration the SDK has no methods: the calls are those that it has for any operation. */
  test('migrates the managed rules of a zone, once its URI-based overrides are deleted', async () => {
    const { overrides } = client.firewall.waf;
    // The SDK has no type for what this returns.
    const listed = async (): Promise<unknown> => {
      const answer = await overrides.list(migrating).asResponse();
      return ((await answer.json()) as { readonly result: unknown }).result;
    };
    const path = `/zones/${SECOND_ZONE_ID}/waf_migration`;
    const ask = async (operation: string): Promise<unknown> =>
      ((await client.get(`${path}/${operation}?phase_two=1`)) as { readonly result: unknown }).result;
    if (model === 'today') await expect(listed()).rejects.toMatchObject({ status: 410 });
    else {
      expect(await ask('check')).toMatchObject({ compatible: false });
      expect(await listed()).toMatchObject([OVERRIDE]);
      await overrides.delete(OVERRIDE.id, migrating);
      expect(await listed()).toEqual([]);
    }
    expect(await ask('check')).toMatchObject({ compatible: true });
    expect(await ask('status')).toMatchObject({ old_waf_status: 'enabled', new_waf_status: 'disabled' });
    const { rules } = (await ask('config')) as {
      readonly rules: Cloudflare.Rulesets.PhaseUpdateParams['rules'];
    };
    const saved = await client.rulesets.phases.update(
      MANAGED_PHASE,
      { ...migrating, name: 'default', rules },
      { query: { waf_migration: 'validation', phase_two: 1 } },
    );
    expect((saved as Ruleset).rules).toHaveLength(rules?.length ?? 0);
    expect(await ask('status')).toMatchObject({ old_waf_status: 'enabled', new_waf_status: 'enabled' });
  });
});

/** All items of a list, through all of its pages. */
async function all<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of pages) items.push(item);
  return items;
}
