import fc from 'fast-check';
import { DEFAULT_ZONE_ID, type SeedDocument } from '../../emulator';
import { fieldsConfig, type FieldsConfig } from '../support/arbitraries';
import { afterApply, comparable, IGNORABLE, type HeldJob, type Kept } from '../support/ignored-job';
import { jobConfig, type JobConfig } from '../support/job-arbitraries';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { CORE, MANAGED, SCORE_RULE, SUCCESSOR } from './equivalent-rules';
import { migratingZone, PHASE as MANAGED_PHASE, zoneIdOf } from './migrating-zones';

/** Each round edits, ignores and declares at random, for all of these at once. */
const ROUNDS = Number(process.env['ZONEWRIGHT_TEST_ROUNDS'] ?? 2);
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? Date.now() % 1_000_000);
const [JOBS, FIELD_ZONES, MIGRATIONS] = [30, 15, 4];

type Block = Readonly<Record<string, unknown>>;
type Ignored = ReadonlySet<string>;

const numbered = (prefix: string, length: number): readonly string[] =>
  Array.from({ length }, (_, index) => `${prefix}${index}`);
const jobNames = numbered('job-', JOBS);
const fieldZones = numbered('fields-', FIELD_ZONES);
const migrating = numbered('migrating-', MIGRATIONS);

const ignoredOf = (names: readonly string[]): fc.Arbitrary<Ignored> =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.constant<readonly string[]>(['all']) },
      { weight: 2, arbitrary: fc.constant<readonly string[]>([]) },
      { weight: 9, arbitrary: fc.subarray([...names], { minLength: 1, maxLength: 5 }) },
    )
    .map((chosen) => new Set(chosen));

/** What others do to a job. */
const jobEdit = fc.constantFrom<object>(
  {},
  {},
  { name: 'by-hand', enabled: true, frequency: 'low' },
  { filter: null, max_upload_bytes: 6_000_000 },
  { filter: '{"where":{"key":"ClientIP","operator":"eq","value":12345678901234567}}' },
  { logpull_options: 'fields=Cookies,RayID&sample=0.1', output_options: null },
  { logpull_options: 'timestamps=rfc3339&CVE-2021-44228=true&fields=ClientIP' },
  { logpull_options: null, output_options: { field_names: ['RayID'], output_type: 'csv' } },
  { logpull_options: 'fields=Cookies', output_options: { field_names: ['RayID'], sample_rate: 0.5 } },
  { output_options: { field_names: ['ClientIP'], 'CVE-2021-44228': true } },
  { destination_conf: 'https://elsewhere.example.com/?header_Authorization=rotated' },
  { destination_conf: 'https://logs.example.com/one?header_Authorization=rotated', max_upload_records: 2000 },
);

/** What is known only at apply. */
const LATER = [
  ...['name', 'enabled', 'filter', 'logpull_options', 'options', 'output_options'],
  ...['destination_conf', 'destination_conf_wo', 'destination_conf_wo_version'],
];
const later = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 1, arbitrary: fc.subarray(LATER) },
);

const jobRound = fc.record({ config: jobConfig, edit: jobEdit, ignored: ignoredOf(IGNORABLE), later });

const FIELD_ATTRIBUTES = [
  'request_headers',
  'response_headers',
  'cookies',
  'description',
  'enabled',
  'on_existing',
];
const fieldsRound = fc.record({
  config: fieldsConfig,
  edit: fc.option(fc.uniqueArray(fc.constantFrom('a', 'B', 'c'), { minLength: 1 })),
  ignored: ignoredOf(FIELD_ATTRIBUTES),
});

const MIGRATION_ATTRIBUTES = [
  'target_state',
  'adjustments',
  'on_destroy',
  'timeouts',
  'delete_uri_overrides',
  'approved_digest',
];
const adjusted = (rule: string, change: object): Block => ({ [MANAGED]: { rules: { [rule]: change } } });
const migrationRound = fc.record({
  adjustments: fc.constantFrom<Block | undefined>(
    undefined,
    adjusted(SUCCESSOR['100043'], { action: 'log' }),
    adjusted(SUCCESSOR['100030'], { enabled: false }),
    { [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } } },
  ),
  on_destroy: fc.constantFrom('refuse', 'abandon'),
  timeouts: fc.constantFrom(undefined, { update: '1m' }),
  delete_uri_overrides: fc.boolean(),
  target_state: fc.constantFrom('validation', 'validation', 'finished'),
  ignored: ignoredOf(MIGRATION_ATTRIBUTES),
});

const round = fc.record({
  jobs: fc.array(jobRound, { minLength: JOBS, maxLength: JOBS }),
  fields: fc.array(fieldsRound, { minLength: FIELD_ZONES, maxLength: FIELD_ZONES }),
  migrations: fc.array(migrationRound, { minLength: MIGRATIONS, maxLength: MIGRATIONS }),
});
type Round = typeof round extends fc.Arbitrary<infer R> ? R : never;

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  const seed: SeedDocument = {
    zones: [
      { id: DEFAULT_ZONE_ID, name: 'jobs.example' },
      ...fieldZones.map((name) => ({ id: zoneIdOf(name), name: `${name}.example` })),
      ...migrating.map((name) => migratingZone(name)),
    ],
  };
  service = await startService({ seed, settings: { finishSeconds: 0 } });
  workspace = await createWorkspace({
    env: { ...service.env, ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token },
    startedBy: 'workspace',
  });
  configure({});
  await workspace.ready();
}, 60_000);
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});

test(
  `attributes in ignore_changes are never written, and all others are (seed ${SEED}, ${ROUNDS} rounds)`,
  async () => {
    const rounds = fc.sample(round, { seed: SEED, numRuns: ROUNDS + 1 });
    const [jobs, fields, migrations] = [new JobCourse(), new FieldsCourse(), new MigrationCourse()];
    for (const [index, one] of rounds.entries()) {
      configure({
        ...jobs.next(one.jobs, index),
        zone_log_custom_fields: fields.next(one.fields, index),
        zone_managed_rules_migration: migrations.next(one.migrations, index),
      });
      await workspace.applied();
      for (const course of [jobs, fields, migrations]) course.check(`round ${index}`);
      expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
      await workspace.applied({ args: ['-refresh-only'] });
      expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
    }
  },
  60_000 + ROUNDS * 30_000,
);

function configure(resource: Block): void {
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_requests_per_second: 1000 } },
      ...(Object.keys(resource).length > 0 && { resource }),
    }),
  );
}

/** A block of the configuration. Strings are templates: their markers are doubled to be taken as they are. */
function block(config: Block, ignored: Ignored): Block {
  const names = ignored.has('all') ? 'all' : [...ignored];
  return {
    ...(JSON.parse(JSON.stringify(config).replace(/([$%])(?=\{)/g, '$1$1')) as Block),
    ...(ignored.size > 0 && { lifecycle: { ignore_changes: names } }),
  };
}

const NOTHING: Ignored = new Set();

/** How the model calls what the service has under another name. */
const MODELLED: Readonly<Record<string, string>> = { logpull_options: 'text', output_options: 'output' };

/** The jobs from round to round, each known by its number. */
class JobCourse {
  #ids: readonly unknown[] = [];
  #kept: readonly Kept[] = [];
  #expected: readonly HeldJob[] = [];
  #before: readonly HeldJob[] = [];
  #stored: readonly boolean[] = [];
  #seen = 0;

  next(rounds: Round['jobs'], index: number): Block {
    const declared = rounds.map(({ config, ignored }, at) => {
      const { kind, ...settings } = config;
      const isWriteOnly = config['destination_conf_wo'] !== undefined;
      const kept = this.#kept[at];
      // Another kind is another job, and a stored destination beside a write-only one is refused.
      const without = isWriteOnly && kept?.storesDestination ? ['destination_conf'] : [];
      const names = index === 0 ? NOTHING : new Set([...ignored].filter((name) => !without.includes(name)));
      const isKindKept = names.has('kind') || names.has('all');
      return {
        ignored: names,
        config: {
          ...settings,
          ...(isKindKept && kind !== undefined && { kind }),
          name: `${jobNames[at]}${index % 2 === 0 ? '' : '-x'}`,
          ...(isWriteOnly && { destination_conf_wo_version: index + 1 }),
        } as JobConfig,
      };
    });
    if (index === 0) {
      this.#kept = declared.map(({ config }) => ({
        storesDestination: config['destination_conf'] !== undefined,
        hasText: config['output_options'] === undefined,
      }));
    } else {
      this.#ids = this.#ids.length > 0 ? this.#ids : this.#numbers();
      this.#edit(rounds);
      this.#before = this.#ids.map((_, at) => comparable(this.#held(at)));
      this.#stored = declared.map(
        ({ config }, at) =>
          this.#kept[at]?.storesDestination === true && config['destination_conf'] !== undefined,
      );
      this.#seen = service.emulator.control.journal().at(-1)?.number ?? 0;
      const after = declared.map((one, at) => afterApply(this.#held(at), one, this.#kept[at] as Kept));
      this.#expected = after.map(({ job }) => job);
      this.#kept = after.map(({ kept }) => kept);
    }
    const blocks = declared.map(({ config, ignored }, at) => {
      const [name, late] = [jobNames[at], rounds[at]?.later ?? []];
      const output = (member: string): string => `\${terraform_data.${name}.output.${member}}`;
      const { lifecycle, ...known } = block({ zone_id: DEFAULT_ZONE_ID, ...config }, ignored);
      const input = Object.fromEntries(Object.entries(known).filter(([member]) => late.includes(member)));
      const unknown = Object.fromEntries(Object.keys(input).map((member) => [member, output(member)]));
      return { name, input, job: { ...known, ...unknown, ...(lifecycle ? { lifecycle } : {}) } };
    });
    return {
      zone_logpush_job: Object.fromEntries(blocks.map(({ name, job }) => [name, job])),
      terraform_data: Object.fromEntries(
        blocks.map(({ name, input }) => [name, { input, triggers_replace: index }]),
      ),
    };
  }

  check(when: string): void {
    const seen = this.#expected.map((_, at) => comparable(this.#held(at)));
    expect({ when, jobs: seen }).toEqual({ when, jobs: this.#expected });
    expect({ when, unchanged: this.#sentUnchanged() }).toEqual({ when, unchanged: [] });
  }

  /** What updates have sent though it was no other before. */
  #sentUnchanged(): readonly string[] {
    const updates = service.emulator.control.journal({ since: this.#seen, method: 'PUT' });
    return updates.flatMap(({ path, body }) => {
      const at = this.#ids.findIndex((id) => path.endsWith(`/logpush/jobs/${String(id)}`));
      const [before, after] = [this.#before[at], this.#expected[at]];
      if (!before || !after) return [];
      const compared = (name: string): string => MODELLED[name] ?? name;
      const isSame = (name: string): boolean =>
        JSON.stringify(before[compared(name)]) === JSON.stringify(after[compared(name)]);
      // A write-only one that others changed is sent again; a text may have been hidden behind output_options.
      const isExempt = (name: string): boolean =>
        (name === 'destination_conf' && !this.#stored[at]) ||
        (name === 'logpull_options' && before['output'] !== null && after['output'] === null);
      return Object.keys(body as object)
        .filter((name) => !isExempt(name) && isSame(name))
        .map((name) => `${jobNames[at]}.${name}`);
    });
  }

  #numbers(): readonly unknown[] {
    const jobs = held();
    return jobNames.map((name) => jobs.find((job) => job['name'] === name)?.['id']);
  }

  #held(at: number): HeldJob {
    const found = held().find(({ id }) => id === this.#ids[at]);
    if (!found) throw new Error(`${jobNames[at]} is gone (seed ${SEED})`);
    return found;
  }

  #edit(rounds: Round['jobs']): void {
    service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
      zone.logpush.jobs = (zone.logpush.jobs ?? []).map((job) => {
        const at = this.#ids.indexOf(job.id);
        return at < 0 ? job : { ...job, ...rounds[at]?.edit };
      });
    });
  }
}

function held(): readonly HeldJob[] {
  return (service.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ??
    []) as readonly object[] as readonly HeldJob[];
}

const LISTS = {
  request_headers: 'request_fields',
  response_headers: 'response_fields',
  cookies: 'cookie_fields',
};
const FIELDS_PHASE = 'http_log_custom_fields';

/** The custom fields of each zone from round to round. */
class FieldsCourse {
  #expected: readonly Block[] = [];

  next(rounds: Round['fields'], index: number): Block {
    const declared = rounds.map(({ config, edit, ignored }, at) => {
      const zoneId = zoneIdOf(fieldZones[at] ?? '');
      if (index > 0 && edit !== null) {
        const cookie_fields = edit.map((name) => ({ name }));
        service.emulator.control.saveRuleset(zoneId, FIELDS_PHASE, {
          rules: [{ action: 'log_custom_field', expression: 'true', action_parameters: { cookie_fields } }],
        });
      }
      const wanted = fieldsOf(config);
      const mixed = index === 0 ? wanted : mixedOf(wanted, this.#held(zoneId), ignored);
      // A rule without any field is refused.
      return isEmpty(mixed) || index === 0
        ? { config, ignored: NOTHING, expected: wanted }
        : { config, ignored, expected: mixed };
    });
    this.#expected = declared.map(({ expected }) => expected);
    return Object.fromEntries(
      declared.map(({ config, ignored }, at) => [
        fieldZones[at],
        block({ zone_id: zoneIdOf(fieldZones[at] ?? ''), ...config }, ignored),
      ]),
    );
  }

  check(when: string): void {
    const seen = fieldZones.map((name) => this.#held(zoneIdOf(name)));
    expect({ when, fields: seen }).toEqual({ when, fields: this.#expected });
  }

  #held(zoneId: string): Block {
    const { rulesets } = service.emulator.control.zone(zoneId);
    const rule = rulesets.find(({ phase }) => phase === FIELDS_PHASE)?.rules?.[0] as Block | undefined;
    const parameters = (rule?.['action_parameters'] ?? {}) as Readonly<Record<string, { name: string }[]>>;
    return {
      ...Object.fromEntries(
        Object.entries(LISTS).map(([list, wire]) => [
          list,
          (parameters[wire] ?? []).map(({ name }) => name).sort(),
        ]),
      ),
      description: rule?.['description'] ?? '',
      enabled: rule?.['enabled'] ?? true,
    };
  }
}

function fieldsOf({
  request_headers = [],
  response_headers = [],
  cookies = [],
  ...more
}: FieldsConfig): Block {
  return {
    request_headers: [...request_headers].sort(),
    response_headers: [...response_headers].sort(),
    cookies: [...cookies].sort(),
    // The engine brings text into this form.
    description: (more.description ?? '').normalize('NFC'),
    enabled: more.enabled ?? true,
  };
}

function mixedOf(wanted: Block, there: Block, ignored: Ignored): Block {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      ignored.has('all') || ignored.has(name) ? there[name] : value,
    ]),
  );
}

function isEmpty(fields: Block): boolean {
  return Object.keys(LISTS).every((list) => (fields[list] as readonly string[]).length === 0);
}

interface Migration {
  readonly finished: boolean;
  readonly adjustments: Block | undefined;
}

/** The migrations from round to round. They go one way, so what is declared follows what was reached. */
class MigrationCourse {
  #reached: readonly Migration[] = migrating.map(() => ({ finished: false, adjustments: undefined }));

  next(rounds: Round['migrations'], index: number): Block {
    const declared = rounds.map(({ ignored: chosen, target_state: target, ...config }, at) => {
      const { finished } = this.#reached[at] as Migration;
      const ignored = index === 0 ? NOTHING : chosen;
      const isKept = ignored.has('target_state') || ignored.has('all');
      const finishes = index > 0 && (target === 'finished' || (finished && !isKept));
      return { config, ignored, finishes, isKept };
    });
    this.#reached = declared.map(({ config, ignored, finishes, isKept }, at) => {
      const before = this.#reached[at] as Migration;
      return {
        finished: isKept ? before.finished : finishes,
        adjustments:
          ignored.has('adjustments') || ignored.has('all') ? before.adjustments : config.adjustments,
      };
    });
    return Object.fromEntries(
      declared.map(({ config, ignored, finishes }, at) => {
        const zone_id = zoneIdOf(migrating[at] ?? '');
        const target = finishes
          ? { target_state: 'finished', acknowledge_irreversible: zone_id }
          : { target_state: 'validation' };
        return [migrating[at], block({ zone_id, ...config, ...target }, ignored)];
      }),
    );
  }

  check(when: string): void {
    const seen = migrating.map((name) => {
      const { migration, rulesets } = service.emulator.control.zone(zoneIdOf(name));
      const rules = (rulesets.find(({ phase }) => phase === MANAGED_PHASE)?.rules ??
        []) as readonly object[] as readonly Block[];
      return { finished: migration.state === 'finished', adjusted: adjustedIn(rules) };
    });
    const expected = this.#reached.map(({ finished, adjustments }) => ({
      finished,
      adjusted: JSON.stringify(adjustments ?? {}),
    }));
    expect({ when, migrations: seen }).toEqual({ when, migrations: expected });
  }
}

/** Which of the adjustments of this test the rules have; the overrides that are generated have others. */
function adjustedIn(rules: readonly Block[]): string {
  const text = JSON.stringify(rules);
  const has = (rule: string, member: string): boolean =>
    new RegExp(`\\{[^{}]*"id":"${rule}"[^{}]*\\}`).exec(text)?.[0].includes(member) === true;
  if (has(SUCCESSOR['100043'], '"action":"log"'))
    return JSON.stringify(adjusted(SUCCESSOR['100043'], { action: 'log' }));
  if (has(SUCCESSOR['100030'], '"enabled":false'))
    return JSON.stringify(adjusted(SUCCESSOR['100030'], { enabled: false }));
  if (has(SCORE_RULE, '"action":"log"'))
    return JSON.stringify({ [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } } });
  return '{}';
}
