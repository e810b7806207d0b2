import { DEFAULT_ZONE_ID, type Phase } from '../../emulator';
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
import { EngineCalls, ORDERS, type Stored, type Values, type Wanted } from './engine-calls';

/** What is planned in the end, and what apply makes of it, is the same in all orders of an engine. */

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
let engine: EngineCalls;

beforeAll(async () => {
  provider = await callProvider({
    seed: {
      options: { finish_seconds: 0 },
      zones: [
        { id: DEFAULT_ZONE_ID, name: 'default.example' },
        { id: FIELDS_ZONE, name: 'fields.example' },
        migratingZone('migrating'),
        finishedZone('rules'),
      ],
    } as never,
  });
  engine = new EngineCalls(provider);
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

const SAME = ({ config }: Resource): Wanted => ({ config });
const CHANGED = ({ config, change }: Resource): Wanted => ({ config: { ...config, ...change } });
const REPLACED = ({ config }: Resource): Wanted => ({ config, isReplaced: true });
const made = (resource: Resource): Promise<Stored> => engine.made(resource.schema, resource);
const tainted = async (resource: Resource): Promise<Stored> => ({
  ...(await made(resource)),
  isTainted: true,
});

/** An object of the state, what is wanted of it, and what is planned in the end. */
type Case = readonly [string, typeof made, (resource: Resource) => Wanted, string];
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
        await engine.walk();
        const planned = await engine.plan(resource.schema, stored, wanted(resource), order);
        expect([order, planned.plan.action]).toEqual([order, action]);
        await engine.walk();
        const applied = await engine.apply(resource.schema, planned, wanted(resource));
        await engine.walk();
        const rest =
          applied && (await engine.plan(resource.schema, applied, wanted(resource), 'full')).plan.action;
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
          await engine.walk();
          const planned = await engine.plan(resource.schema, stored, CHANGED(resource), order);
          expect(planned.plan.action).toBe('update');
          await engine.walk();
          const applied = engine.apply(resource.schema, planned, CHANGED(resource));
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
          await engine.walk();
          expect((await engine.plan(resource.schema, stored, CHANGED(resource), order)).plan.action).toBe(
            'create',
          );
        },
      );

    test.each(ORDERS)('two are refused, whichever is planned first, refresh: %s', async (order) => {
      const stored = await made(resource);
      const config = { ...resource.config, ...resource.change };
      const ofState = (): Promise<unknown> => engine.plan(resource.schema, stored, { config }, order);
      const asNew = (): Promise<unknown> => engine.plan(resource.schema, null, { config }, order);
      const asTainted = (): Promise<unknown> =>
        engine.plan(resource.schema, { ...stored, isTainted: true }, { config }, order);
      for (const [first, second] of [
        [ofState, asNew],
        [asNew, ofState],
        [asNew, asNew],
        [asTainted, asNew],
        [asNew, asTainted],
      ] as const) {
        provider.emulator.control.reset();
        await engine.walk();
        await first().catch(() => undefined);
        await expect(second()).rejects.toThrow(/Two resources|declare|same job|twice/);
      }
    });
  },
);
