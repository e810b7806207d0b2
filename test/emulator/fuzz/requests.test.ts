import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { createEmulator, type Emulator, type Snapshot, type ZoneDocument } from '../../../emulator';
import { ownershipToken } from '../../../emulator/logpush/ownership';
import { OLD_PACKAGES } from '../../../emulator/previous-waf/catalogue';
import { OPERATIONS } from '../../../emulator/requests/parts';
import { PHASES } from '../../../emulator/rulesets/phases';
import type { ServiceOperation } from '../../../emulator/service/operation';
import { inLane } from '../../support/lane';
import { fieldsRule, serviceCaller, type Reply } from '../client';
import { R2 } from '../logpush/job-client';
import { mutationsOf } from '../refusals/mutations';
import { CORE, CORE_SCORE_RULE, execute, MANAGED, MANAGED_RULE, skip } from '../rulesets/managed-rules';
import { ZONES, zonesIn } from './zones';

const RUNS = inLane({ share: 30, whole: 200 });
/** With fewer requests, not every operation is carried out. */
const REACHES_ALL = inLane({ share: false, whole: true });

const OPERATION_NAMES = OPERATIONS.map(({ name }) => name);

const number = fc.nat(9999);

/** A request. Numbers choose among what there is when it is sent. */
interface Step {
  /** The name of an operation. */
  readonly operation: string;
  readonly zone: string;
  /** What the path names: a ruleset or a phase, and another thing. */
  readonly ruleset: number;
  readonly part: number;
  readonly query: number;
  readonly body: number;
  /** What is wrong with the body. */
  readonly mutation: number | null;
  /** Milliseconds that pass before. */
  readonly pause: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...OPERATION_NAMES),
  zone: fc.constantFrom(...ZONES),
  ...{ ruleset: number, part: number, query: number, body: number },
  mutation: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, number),
  pause: fc.constantFrom(0, 0, 0, 0, 0, 0, 1000, 86_400_000),
});

const options = fc.record({
  finishSeconds: fc.constantFrom(0, 1, 60),
  settings: fc.constantFrom({}, { model: 'today', rateLimit: 0, uriOverrides: 'available' } as const),
});

/** The same number always chooses the same one of the same items. */
function chosen<T>(items: readonly T[], at: number): T {
  return items[at % items.length] as T;
}

/** What a path names that is not there. */
const ODD = ['none', '__proto__', '%00', '%ED%A0%80', '%E0%A4%A', '9'.repeat(30), 'f'.repeat(32)];

const QUERIES = [
  ...Array<string>(12).fill(''),
  ...['?dry_run=true', '?dry_run=false', '?dry_run=', '?phase_two=1', '?phase_two=0'],
  ...['?per_page=5', '?per_page=50&page=2', '?page=0', '?cursor=YWZ0ZXI6', '?__proto__=1', '?a[]=%E0%A4%A'],
  ...['pending', 'validation', '1', '2', '3'].map((state) => `?waf_migration=${state}&phase_two=1`),
];

/** Rules that the phases take. */
const RULES: Readonly<Record<string, readonly object[]>> = {
  http_log_custom_fields: [
    fieldsRule('accept', 'referer'),
    { ...fieldsRule('x-a'), id: '', ref: '', enabled: false, description: 'd' },
    { ...fieldsRule(), action_parameters: { cookie_fields: [{ name: '__proto__' }] } },
  ],
  http_request_firewall_managed: [
    execute(MANAGED),
    execute(CORE, {
      overrides: {
        ...{ action: 'log', categories: [{ category: 'paranoia-level-3', enabled: false }] },
        rules: [{ id: CORE_SCORE_RULE, action: 'block', score_threshold: 25, sensitivity_level: 'low' }],
      },
    }),
    skip({ ruleset: 'current' }, { logging: { enabled: true } }),
    skip({ rules: { [MANAGED]: [MANAGED_RULE] }, products: ['bic', 'waf'] }),
  ],
};

/** With and without a challenge, to memory and over HTTP; port 1 of this machine is where nobody answers. */
const DESTINATIONS = [R2, 's3://logs/{DATE}?region=eu', 'gs://logs/a', 'http://127.0.0.1:1/in'];

const JOBS: readonly object[] = [
  { name: 'job.one', enabled: true, logpull_options: 'fields=RayID&timestamps=unix&sample=0.5' },
  {
    ...{ enabled: true, frequency: 'low', max_upload_records: 1000 },
    filter: '{"where":{"or":[{"key":"ClientIP","operator":"in","value":["192.0.2.1"]}]}}',
    output_options: { field_names: ['RayID'], output_type: 'ndjson', record_template: '{{.RayID}}' },
  },
  { dataset: 'dns_logs', filter: null, name: null, logpull_options: null, output_options: null },
];

/** The request of a step with what there is now. @param now milliseconds since the Unix epoch */
function requestOf(
  step: Step,
  zone: ZoneDocument,
  now: number,
): readonly [method: string, path: string, body: unknown] {
  const { name, method, path } = OPERATIONS.find((each) => each.name === step.operation) as ServiceOperation;
  const phase = chosen(PHASES, step.ruleset);
  const ofPhase = zone.rulesets.find((each) => each.phase === phase);
  const ruleset = path.includes(':phase') ? ofPhase : chosen([...zone.rulesets, ofPhase], step.ruleset);
  const one = (there: readonly { readonly id?: string | number }[] = []): string => {
    const ids = there.map(({ id }) => String(id));
    return chosen([...ids, ...ids, ...ids, ...ids, ...ODD], step.part);
  };
  const parts: Readonly<Record<string, () => string>> = {
    ...{ zone_id: () => zone.id, phase: () => phase, ruleset_id: () => ruleset?.id ?? CORE },
    rule_id: () => one(ruleset?.rules),
    version: () => one(ruleset?.history?.map(({ version }) => ({ id: version }))),
    job: () => one(zone.logpush.jobs),
    dataset: () => one([{ id: 'http_requests' }, { id: 'unknown' }]),
    package: () => one(OLD_PACKAGES),
    override_id: () => one(zone.previous_waf.uri_overrides),
  };
  const named = path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = parts[part]?.();
    if (value === undefined) throw new Error(`Nothing says what stands for ${part} in ${path}.`);
    return value;
  });
  const bodies = method === 'GET' || method === 'DELETE' ? [] : bodiesFor(name, phase, ruleset, zone, now);
  const body = bodies.length === 0 ? undefined : chosen(bodies, step.body);
  const mutations = step.mutation === null || body === undefined ? [] : mutationsOf(body);
  const sent = mutations.length === 0 ? body : chosen(mutations, step.mutation ?? 0).document;
  return [method, `${named}${chosen(QUERIES, step.query)}`, sent];
}

/** Bodies that the operation takes in some state of the zone. */
function bodiesFor(
  name: string,
  phase: string,
  ruleset: ZoneDocument['rulesets'][number] | undefined,
  zone: ZoneDocument,
  now: number,
): readonly unknown[] {
  const stored: readonly { readonly id?: string }[] = ruleset?.rules ?? [];
  const rules = RULES[ruleset?.phase ?? phase] ?? [];
  const [before, after] = [stored.at(0)?.id, stored.at(-1)?.id];
  const positions = [{ index: 1 }, { before: '' }, { after: '' }, { before }, { after }];
  const destinations = DESTINATIONS.map((destination_conf) => ({
    destination_conf,
    ownership_challenge: ownershipToken(zone.id, destination_conf, now),
  }));
  switch (name) {
    case 'rulesets.create':
      return [[], rules].map((made) => ({ name: 'n', kind: 'zone', phase, rules: made }));
    case 'rulesets.update':
    case 'rulesets.entrypoint.update':
      return [
        ...[[], stored, stored.toReversed(), rules].map((sent) => ({ rules: sent })),
        { name: 'another', description: 'd', rules },
      ];
    case 'rulesets.rules.create':
      return rules.flatMap((rule) => [rule, ...positions.map((position) => ({ ...rule, position }))]);
    case 'rulesets.rules.update':
      return [...positions.map((position) => ({ position })), ...rules, ...stored];
    case 'logpush.jobs.create':
      return destinations.flatMap((destination) => JOBS.map((job) => ({ ...destination, ...job })));
    case 'logpush.jobs.update':
      return [...JOBS, ...destinations, ...(zone.logpush.jobs ?? [])];
    case 'logpush.validate.origin':
      return [{ logpull_options: 'fields=RayID' }, { logpull_options: null, dataset: 'dns_logs' }];
    case 'logpush.ownership.validate':
      return destinations;
    default:
      return DESTINATIONS.map((destination_conf) => ({ destination_conf }));
  }
}

/** After what is due by the clock. */
function settled({ control }: Emulator): Snapshot {
  control.zones();
  return control.snapshot();
}

/** What is wrong with an answer (docs/internals/service.md 2.1). */
function wrongIn({ status, body }: Reply): string | undefined {
  if (status >= 500) return 'it failed';
  if (body === undefined) return status === 204 ? undefined : 'there is no body';
  if (body.success !== (status === 200)) return 'success is not that of the status';
  if (body.success ? body.errors.length > 0 : !body.errors.every(({ message }) => message))
    return 'errors beside success, or without a message';
  return undefined;
}

const carriedOut = new Set<string>();

/** Sends the steps. @returns the emulator afterwards */
async function sendAll(
  steps: readonly Step[],
  { finishSeconds, settings }: typeof options extends fc.Arbitrary<infer T> ? T : never,
): Promise<Emulator> {
  const emulator = createEmulator({ seed: zonesIn(finishSeconds), settings });
  const { control } = emulator;
  const call = serviceCaller(emulator);
  for (const [at, step] of steps.entries()) {
    control.clock.advance(step.pause);
    const request = requestOf(step, control.zone(step.zone), Date.parse(control.clock.now()));
    // One in three is looked at closely: a refusal leaves everything as it was.
    const before = at % 3 === 0 ? settled(emulator) : undefined;
    const answer = await call(...request);
    const wrong = wrongIn(answer);
    if (wrong !== undefined) throw new Error(`${wrong}: ${JSON.stringify({ request, answer })}`);
    if (before !== undefined && answer.status >= 400) deepEqual(settled(emulator), before);
    if (answer.status < 300) carriedOut.add(step.operation);
  }
  return emulator;
}

it('any requests get answers, and lead to a state that can be restored, always the same', async () => {
  const manySteps = fc.array(step, { maxLength: 100, size: 'max' });
  const isWhole = fc.asyncProperty(manySteps, options, async (steps, how) => {
    const { control } = await sendAll(steps, how);
    const snapshot = control.snapshot();
    const other = createEmulator({ seed: { zones: [] } });
    other.control.restore(JSON.parse(JSON.stringify(snapshot)) as Snapshot);
    deepEqual(other.control.snapshot(), snapshot);
    deepEqual(
      control.journal().map(({ number: one }) => one),
      steps.map((_, at) => at + 1),
    );
    const again = await sendAll(steps, how);
    deepEqual(again.control.snapshot(), snapshot);
    deepEqual(again.control.destinations.files(), control.destinations.files());
  });
  await fc.assert(isWhole, { numRuns: RUNS });
  const missing = OPERATION_NAMES.filter((name) => !carriedOut.has(name));
  if (REACHES_ALL) expect(missing).toEqual([]);
});
