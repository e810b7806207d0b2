import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ZONE_ID, type Phase, type SeedRule } from '../../emulator';
import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  type ObjectSchema,
} from '../../schema';
import { CORE, finishedZone, MANAGED } from '../e2e/managed-zone';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { callProvider, wholeObject, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { plainValue, UNKNOWN, wireValue } from './wire-value';

/**
 * The orders in which an engine plans an object of the state (docs/internals/plugin-protocol.md 4.8): what it plans in the end, and
 * what apply makes of it, is the same in all of them.
 */
const ORDERS = ['full', 'minimal', 'none'] as const;
type Order = (typeof ORDERS)[number];

type Values = Readonly<Record<string, unknown>>;

/** An object of the state. */
interface Stored {
  readonly value: Values;
  readonly private: unknown;
  readonly isTainted?: boolean;
}

interface Resource {
  readonly schema: ObjectSchema;
  /** What it is made with. */
  readonly config: Values;
  /** What changes. */
  readonly change: Values;
  /** What somebody else deletes, so that the object is gone; absent where nothing can be deleted. */
  readonly deleteIt?: () => unknown;
  /** What somebody else changes in it; only where the plan compares the state with the service. */
  readonly editIt?: () => unknown;
}

const [FIELDS_ZONE, RULES_ZONE, MIGRATING_ZONE] = ['fields', 'rules', 'migrating'].map(zoneIdOf) as [
  string,
  string,
  string,
];

let provider: CalledProvider;

beforeAll(async () => {
  const fields = { action: 'log_custom_field', expression: 'true', description: 'theirs' };
  const fieldsRule = { ...fields, action_parameters: { cookie_fields: [{ name: 'sid' }] } };
  provider = await callProvider({
    seed: {
      options: { finish_seconds: 0 },
      zones: [
        {
          id: DEFAULT_ZONE_ID,
          name: 'default.example',
          rulesets: [{ phase: 'http_log_custom_fields', rules: [fieldsRule as SeedRule] }],
        },
        { id: FIELDS_ZONE, name: 'fields.example' },
        migratingZone('migrating'),
        finishedZone('rules'),
      ],
    } as never,
  });
});
afterAll(() => provider.end());
beforeEach(() => provider.emulator.control.reset());

const without = (zone: string, phase: Phase): unknown =>
  provider.emulator.control.editRuleset(zone, phase, (ruleset) => void ruleset.rules.splice(0));

const RESOURCES: readonly Resource[] = [
  {
    schema: logCustomFieldsSchema,
    config: { zone_id: FIELDS_ZONE, cookies: ['one'] },
    change: { cookies: ['two'] },
    deleteIt: () => without(FIELDS_ZONE, 'http_log_custom_fields'),
  },
  {
    schema: logpushJobSchema,
    config: {
      ...{ zone_id: DEFAULT_ZONE_ID, name: 'one', enabled: true, dataset: 'http_requests' },
      destination_conf: 'https://logs.example.com/one',
    },
    change: { frequency: 'low' },
    deleteIt: () =>
      provider.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => void logpush.jobs?.splice(0)),
  },
  {
    schema: managedRulesSchema,
    config: { zone_id: RULES_ZONE, rules: executing(MANAGED) },
    change: { rules: executing(CORE) },
    deleteIt: () => without(RULES_ZONE, 'http_request_firewall_managed'),
  },
  {
    schema: managedRulesMigrationSchema,
    config: { zone_id: MIGRATING_ZONE, target_state: 'validation', on_destroy: 'abandon' },
    change: { target_state: 'finished', acknowledge_irreversible: MIGRATING_ZONE },
    editIt: () => without(MIGRATING_ZONE, 'http_request_firewall_managed'),
  },
];

function executing(ruleset_id: string): readonly object[] {
  const { rules } = managedRulesSchema.attributes;
  const execute = wholeObject(rules.attributes.execute, { ruleset_id });
  return [wholeObject(rules, { name: 'main', execute })];
}

/** Begins another walk of the engine, which is another process. */
const walk = (): Promise<void> => provider.configure();

const summaries = (reply: Reply, severity = 'ERROR'): readonly string[] =>
  (reply['diagnostics'] as readonly Record<'severity' | 'summary', string>[])
    .filter((one) => one.severity === severity)
    .map(({ summary }) => summary);

/** @throws Error with the errors of the reply */
async function call(rpc: string, request: object): Promise<Reply> {
  const reply = await provider.call(rpc, request);
  const errors = summaries(reply);
  if (errors.length > 0) throw new Error(`${rpc}: ${errors.join('; ')}`);
  return reply;
}

interface Planned {
  readonly action: 'no-op' | 'create' | 'update' | 'replace' | 'delete';
  /** Undefined for an object that is to be destroyed. */
  readonly value: Values | null;
  readonly private: unknown;
}

const show = ({ schema }: Resource, { value }: Stored): Promise<Reply> =>
  call('UpgradeResourceState', {
    typeName: schema.type,
    version: schema.version,
    rawState: { json: Buffer.from(JSON.stringify(value)) },
  });

async function read({ schema }: Resource, stored: Stored): Promise<Stored | null> {
  const reply = await call('ReadResource', {
    typeName: schema.type,
    currentState: wireValue(stored.value),
    private: stored.private,
  });
  const value = plainValue(reply['newState']) as Values | null;
  return value && { ...stored, value, private: reply['private'] };
}

/** One request: what is not configured and computed is proposed as it was. */
function propose({ schema }: Resource, prior: Values | null, config: Values | null): object {
  const kept = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value ?? (schema.attributes[name]?.computed ? (prior?.[name] ?? null) : null),
  ];
  return {
    typeName: schema.type,
    priorState: wireValue(prior),
    proposedNewState: wireValue(config && Object.fromEntries(Object.entries(config).map(kept))),
    config: wireValue(config),
    clientCapabilities: { storePlannedPrivate: true },
  };
}

interface Wanted {
  readonly config: Values | null;
  readonly isReplaced?: boolean;
}

/**
 * Plans an object as the engine does: a replacement and a tainted object also as a new one.
 *
 * @param plannedPrivate at apply, the private data of the first plan
 */
async function planOnce(
  resource: Resource,
  stored: Stored | null,
  { config: given, isReplaced }: Wanted,
  plannedPrivate?: unknown,
): Promise<Planned> {
  const config = given && (wholeObject(resource.schema, given) as Values);
  const prior = stored === null || stored.isTainted ? null : stored.value;
  const first = await call('PlanResourceChange', {
    ...propose(resource, prior, config),
    ...(prior && { priorPrivate: stored?.private }),
    plannedPrivate,
  });
  const value = plainValue(first['plannedState']) as Values | null;
  const answer = { value, private: first['plannedPrivate'] };
  if (config === null) return { ...answer, action: 'delete' };
  if (prior === null) return { ...answer, action: stored ? 'replace' : 'create' };
  const isSame = isDeepStrictEqual(value, prior);
  if (!isReplaced && (first['requiresReplace'] as readonly unknown[]).length === 0)
    return { ...answer, action: isSame ? 'no-op' : 'update' };
  const second = await call('PlanResourceChange', {
    ...propose(resource, null, config),
    priorPrivate: answer.private,
  });
  return {
    action: 'replace',
    value: plainValue(second['plannedState']) as Values,
    private: second['plannedPrivate'],
  };
}

/** An object as the plan leaves it: refreshed, if at all. */
interface Outcome {
  readonly stored: Stored | null;
  readonly plan: Planned;
}

/** Plans an object of the state, or a new one, in the order of the engine. */
async function plan(
  resource: Resource,
  stored: Stored | null,
  wanted: Wanted,
  order: Order,
): Promise<Outcome> {
  if (stored === null) return { stored, plan: await planOnce(resource, null, wanted) };
  await show(resource, stored);
  if (order !== 'full') {
    const first = await planOnce(resource, stored, wanted);
    if (order === 'none' || first.action === 'no-op' || first.action === 'delete')
      return { stored, plan: first };
  }
  const current = await read(resource, stored);
  return { stored: current, plan: await planOnce(resource, current, wanted) };
}

/** Applies a plan in a process of its own: the old half of a replacement first, and planned once more before that. */
async function apply(
  resource: Resource,
  { stored, plan: planned }: Outcome,
  wanted: Wanted,
): Promise<Stored | null> {
  const { type } = resource.schema;
  if (planned.action === 'no-op') return stored;
  if (stored) await show(resource, stored);
  const isEnded = planned.action === 'replace' || planned.action === 'delete';
  if (isEnded && stored)
    await call('ApplyResourceChange', {
      typeName: type,
      priorState: wireValue(stored.value),
      plannedState: wireValue(null),
      plannedPrivate: planned.private,
      config: wireValue(null),
    });
  if (planned.action === 'delete') return null;
  const before = isEnded ? null : stored;
  const again = await planOnce(resource, before, { config: wanted.config }, planned.private);
  for (const [name, value] of Object.entries(planned.value ?? {}))
    if (!isPartlyUnknown(value)) expect([name, again.value?.[name]]).toEqual([name, value]);
  const reply = await call('ApplyResourceChange', {
    typeName: type,
    priorState: wireValue(before?.value ?? null),
    plannedState: wireValue(again.value),
    plannedPrivate: again.private,
    config: wireValue(wholeObject(resource.schema, wanted.config ?? {})),
  });
  return { value: plainValue(reply['newState']) as Values, private: reply['private'] };
}

const isPartlyUnknown = (value: unknown): boolean =>
  value === UNKNOWN ||
  (typeof value === 'object' && value !== null && JSON.stringify(value).includes('"type":0'));

/** Makes an object, as an earlier run did. */
async function made(resource: Resource): Promise<Stored> {
  await walk();
  const planned = await plan(resource, null, resource, 'full');
  await walk();
  return (await apply(resource, planned, resource)) as Stored;
}

const SAME = ({ config }: Resource): Wanted => ({ config });
const CHANGED = ({ config, change }: Resource): Wanted => ({ config: { ...config, ...change } });
const REPLACED = ({ config }: Resource): Wanted => ({ config, isReplaced: true });
const tainted = async (resource: Resource): Promise<Stored> => ({
  ...(await made(resource)),
  isTainted: true,
});

/** An object of the state, what is wanted of it, and what is planned in the end. */
type Case = readonly [string, typeof made, (resource: Resource) => Wanted, Planned['action']];
const CASES: readonly Case[] = [
  ['an unchanged one', made, SAME, 'no-op'],
  ['a changed one', made, CHANGED, 'update'],
  ['a replaced one', made, REPLACED, 'replace'],
  ['a tainted one', tainted, SAME, 'replace'],
  ['a deposed or removed one', made, () => ({ config: null }), 'delete'],
];

describe.each(RESOURCES.map((resource) => [resource.schema.type, resource] as const))(
  '%s',
  (_type, resource) => {
    test.each(CASES)('%s comes to the same in every order', async (_name, make, wanted, action) => {
      const outcomes: object[] = [];
      for (const order of ORDERS) {
        provider.emulator.control.reset();
        const stored = await make(resource);
        await walk();
        const planned = await plan(resource, stored, wanted(resource), order);
        expect([order, planned.plan.action]).toEqual([order, action]);
        await walk();
        const applied = await apply(resource, planned, wanted(resource));
        await walk();
        const rest = applied && (await plan(resource, applied, wanted(resource), 'full')).plan.action;
        outcomes.push({ order, planned: planned.plan.value, applied: applied?.value, rest });
      }
      expect(outcomes).toEqual(ORDERS.map((order) => ({ ...outcomes[0], order })));
    });

    const { deleteIt, editIt } = resource;
    if (editIt)
      test.each(ORDERS)(
        'a changed one that somebody edited is read before apply, refresh: %s',
        async (order) => {
          const stored = await made(resource);
          editIt();
          await walk();
          const planned = await plan(resource, stored, CHANGED(resource), order);
          expect(planned.plan.action).toBe('update');
          await walk();
          const applied = apply(resource, planned, CHANGED(resource));
          if (order === 'none') await expect(applied).rejects.toThrow('no longer matches the plan');
          else expect((await applied)?.value).toMatchObject({ migration_state: 'finished' });
        },
      );

    if (deleteIt)
      test.each(['full', 'minimal'] as const)(
        'a changed one that is gone is created, refresh: %s',
        async (order) => {
          const stored = await made(resource);
          deleteIt();
          await walk();
          expect((await plan(resource, stored, CHANGED(resource), order)).plan.action).toBe('create');
        },
      );

    test.each(ORDERS)('two are refused, whichever is planned first, refresh: %s', async (order) => {
      const stored = await made(resource);
      const config = { ...resource.config, ...resource.change };
      const ofState = (): Promise<unknown> => plan(resource, stored, { config }, order);
      const asNew = (): Promise<unknown> => plan(resource, null, { config }, order);
      const asTainted = (): Promise<unknown> =>
        plan(resource, { ...stored, isTainted: true }, { config }, order);
      for (const [first, second] of [
        [ofState, asNew],
        [asNew, ofState],
        [asNew, asNew],
        [asTainted, asNew],
        [asNew, asTainted],
      ] as const) {
        provider.emulator.control.reset();
        await walk();
        await first().catch(() => undefined);
        await expect(second()).rejects.toThrow(/Two resources|declare|same job|twice/);
      }
    });
  },
);

test('rules that were the declared ones are refused if somebody changed them after apply had planned', async () => {
  const [resource] = RESOURCES as readonly [Resource];
  const { schema } = resource;
  const declared = { zone_id: DEFAULT_ZONE_ID, cookies: ['sid'], description: 'theirs', enabled: true };
  const config = wholeObject(schema, declared) as Values;
  await walk();
  const planned = await planOnce(resource, null, { config });
  provider.emulator.control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', ({ rules: [rule] }) => {
    Object.assign(rule ?? {}, { description: 'changed' });
  });
  const reply = await provider.call('ApplyResourceChange', {
    ...{ typeName: schema.type, priorState: wireValue(null), config: wireValue(config) },
    ...{ plannedState: wireValue(planned.value), plannedPrivate: planned.private },
  });
  expect(summaries(reply)).toEqual([expect.stringContaining('already has custom log fields: ')]);
});
