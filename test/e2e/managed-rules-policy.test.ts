import { MANAGED, SUCCESSOR, equivalentRules } from './equivalent-rules';
import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  TYPE,
  finished,
  migrations,
  shownRules,
  useMigratingZones,
  validated,
  workspace,
} from './migration-workspace';

/** A policy as a user has one in CI, on the engine's JSON of a saved plan: what cannot be undone has to be approved. */

/** What the policy reads of a plan. */
interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly type: string;
    readonly change: {
      readonly actions: readonly string[];
      readonly before: Migration | null;
      readonly after: Migration | null;
      readonly after_unknown: Readonly<Record<string, unknown>>;
    };
  }[];
}

interface Migration {
  readonly zone_id: string;
  readonly zone_name: string | null;
  readonly migration_state: string;
  readonly step: string | null;
  readonly irreversible: boolean | null;
  readonly acknowledge_irreversible: string | null;
  readonly finish: {
    readonly rules: readonly unknown[];
    readonly rules_digest: string;
    readonly not_carried_over: readonly { readonly id: string }[] | null;
  } | null;
  readonly deleted_uri_overrides: readonly { readonly id: string }[];
}

interface Irreversible {
  readonly address: string;
  readonly zone: string;
  readonly from: string | null;
  readonly acknowledged: boolean;
  readonly digest: string;
  readonly rules: readonly unknown[];
  /** Undefined when not all of it is known. */
  readonly lost: number | undefined;
}

/** The migrations that a plan finishes, by what changes in it alone. */
function finishedBy({ resource_changes: changes = [] }: PlanJson): readonly Irreversible[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    if (type !== 'zone_managed_rules_migration' || after?.step !== 'finish') return [];
    if (after.irreversible !== true || before?.irreversible === true || after.finish === null) return [];
    return [
      {
        address,
        zone: after.zone_id,
        from: before?.migration_state ?? null,
        acknowledged: after.acknowledge_irreversible === after.zone_id,
        digest: after.finish.rules_digest,
        rules: after.finish.rules,
        lost: after.finish.not_carried_over?.length,
      },
    ];
  });
}

/** URI-based overrides that a plan deletes, by zone. */
function deletedBy({
  resource_changes: changes = [],
}: PlanJson): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    changes.flatMap(({ type, change: { before, after } }) => {
      if (type !== 'zone_managed_rules_migration' || after === null) return [];
      const done = before?.deleted_uri_overrides.map(({ id }) => id) ?? [];
      const ids = after.deleted_uri_overrides.map(({ id }) => id).filter((id) => !done.includes(id));
      return ids.length === 0 ? [] : [[after.zone_id, ids]];
    }),
  );
}

/** What of a plan is not allowed: a finish whose rules nobody approved. */
function violations(plan: PlanJson, approved: readonly string[]): readonly string[] {
  return finishedBy(plan)
    .filter(({ digest, acknowledged }) => !acknowledged || !approved.includes(digest))
    .map(({ address, digest }) => `${address} finishes with ${digest}`);
}

const DIRECT = 'direct';

useMigratingZones({
  fresh: false,
  zones: [
    migratingZone('validating', { sensitivity: 'medium' }),
    migratingZone('beginning'),
    migratingZone('done', { plan: 'business' }),
    migratingZone(DIRECT, { plan: 'professional', sensitivity: 'low', actionMode: 'simulate' }),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
  ],
});

async function plan(): Promise<PlanJson> {
  expect((await workspace.plan({ out: 'tfplan' })).exitCode).not.toBe(1);
  const { json } = await workspace.showJson('tfplan');
  return json as PlanJson;
}

/** The attributes of each change that are known after apply only. */
function unknownIn({ resource_changes: changes = [] }: PlanJson): readonly (readonly string[])[] {
  const isUnknown = (value: unknown): boolean =>
    value === true || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown));
  return changes.map(({ change }) =>
    Object.entries(change.after_unknown)
      .filter(([, value]) => isUnknown(value))
      .map(([name]) => name),
  );
}

/** Which version is on is the service's to say. */
const STATUSES = ['new_waf_status', 'old_waf_status'];

const BEFORE = { validating: validated(), done: finished('done') };

test('the policy passes a plan that finishes only the intended zones', async () => {
  migrations(BEFORE);
  const first = await plan();
  const [one, ...others] = finishedBy(first);
  expect(others).toEqual([]);
  expect(one).toEqual({
    ...{ address: `${TYPE}.done`, zone: zoneIdOf('done'), from: null, acknowledged: true, lost: 3 },
    ...{ digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), rules: expect.any(Array) },
  });
  expect(violations(first, [])).toEqual([`${TYPE}.done finishes with ${one?.digest}`]);
  expect(violations(first, [one?.digest ?? ''])).toEqual([]);
  expect(unknownIn(first)).toEqual([STATUSES, STATUSES]);
  await workspace.applied({ args: ['tfplan'] });
});

test('the policy finds nothing in a plan without changes', async () => {
  const empty = await plan();
  expect([finishedBy(empty), deletedBy(empty), unknownIn(empty)]).toEqual([[], {}, [[], []]]);
});

test('the policy finds the finishing changes among many, with their rules and the deleted overrides', async () => {
  const adjustments = { [MANAGED]: { rules: { [SUCCESSOR['100043']]: { action: 'log' } } } };
  migrations({
    validating: finished('validating'),
    beginning: validated(),
    done: finished('done', { adjustments }),
    [DIRECT]: finished(DIRECT),
    overridden: finished('overridden', { delete_uri_overrides: true }),
  });
  const mixed = await plan();
  const digests = finishedBy(mixed).map(({ digest }) => digest);
  expect(finishedBy(mixed).map(({ rules, ...one }) => ({ ...one, rules: shownRules(rules) }))).toEqual([
    {
      ...{ address: `${TYPE}.direct`, zone: zoneIdOf(DIRECT), from: null, acknowledged: true },
      ...{ digest: digests[0], lost: 3 },
      rules: equivalentRules({ sensitivity: 'low', actionMode: 'simulate' }),
    },
    {
      ...{ address: `${TYPE}.validating`, zone: zoneIdOf('validating'), from: 'validation' },
      ...{ acknowledged: true, digest: digests[1], lost: 3 },
      rules: equivalentRules({ sensitivity: 'medium' }),
    },
  ]);
  expect(deletedBy(mixed)).toEqual({ [zoneIdOf('overridden')]: ['6'.repeat(32)] });
  expect(violations(mixed, digests)).toEqual([]);
  expect(violations(mixed, digests.slice(1))).toEqual([`${TYPE}.direct finishes with ${digests[0]}`]);
  expect(
    unknownIn(mixed)
      .flat()
      .filter((name) => !STATUSES.includes(name)),
  ).toEqual([]);
  await workspace.applied({ args: ['tfplan'] });
});

test('for the policy, adjusting or forgetting a finished zone finishes nothing', async () => {
  migrations(
    {
      validating: finished('validating'),
      beginning: validated(),
      done: finished('done'),
      overridden: finished('overridden', { delete_uri_overrides: true }),
    },
    { removed: { from: `${TYPE}.${DIRECT}`, lifecycle: { destroy: false } } },
  );
  const later = await plan();
  expect(finishedBy(later).map(({ zone }) => zone)).toEqual([zoneIdOf('overridden')]);
  expect(deletedBy(later)).toEqual({});
  expect((later.resource_changes ?? []).map(({ address, change }) => [address, change.actions])).toEqual([
    [`${TYPE}.beginning`, ['no-op']],
    [`${TYPE}.direct`, ['forget']],
    [`${TYPE}.done`, ['update']],
    [`${TYPE}.overridden`, ['update']],
    [`${TYPE}.validating`, ['no-op']],
  ]);
});
