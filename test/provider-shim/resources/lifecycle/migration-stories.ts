import type { SeedZone } from '../../../../emulator';
import { LOST, type Block } from '../../../e2e/lifecycle/scene';
import { MANAGED, SCANNER_RULE } from '../../../e2e/managed-zone';
import { bypass, migratingZone, PHASE, uriOverride, zoneIdOf } from '../../../e2e/migrating-zones';
import {
  answers,
  apply,
  applySaved,
  as,
  cut,
  damaged,
  destroy,
  during,
  edits,
  fails,
  from,
  later,
  nothing,
  once,
  plan,
  provider,
  refreshOnly,
  replace,
  retired,
  save,
  saves,
  stores,
  taint,
} from './stories';
import type { Step, Stories } from './stories';

const ZONE = zoneIdOf('shop');
const TYPE = 'zone_managed_rules_migration';
const VALIDATES = { target_state: 'validation' };
const FINISHES = { target_state: 'finished', acknowledge_irreversible: ZONE };
const LATER = { ...FINISHES, wait: false };
const adjusted = (action: string, more: object = {}, rule = SCANNER_RULE): Block => ({
  adjustments: { [MANAGED]: { rules: { [rule]: { action } }, ...more } },
});
const SSL = { action: 'skip', expression: 'ssl', action_parameters: { ruleset: 'current' } };

/** Puts another zone in the place of the seed. */
const zone =
  (more: Parameters<typeof migratingZone>[1], also: Partial<SeedZone> = {}): Step =>
  ({ control }) =>
    void control.editZone(ZONE, (draft) => {
      const {
        previous_waf,
        migration,
        rulesets = [],
        plan: named,
      } = { ...migratingZone('shop', more), ...also };
      Object.assign(draft, { migration: { ...migration }, rulesets, plan: named });
      Object.assign(draft.previous_waf, previous_waf);
    });
const overrides = zone({ previous: { uri_overrides: [uriOverride('1'), uriOverride('2')] } });
const tooLong = zone({
  previous: { firewall_rules: [bypass('f', { description: 'long', expression: 'x'.repeat(4097) })] },
});
const editedOverride = edits(({ previous_waf: { uri_overrides = [] } }) => {
  if (uri_overrides[1]) uri_overrides[1].rules = { '100016': 'disable' };
});
/** Somebody edits an override right after the list of them was read once. */
const editedOnceListed: Step = (scene) => {
  const result = structuredClone(scene.control.zone(ZONE).previous_waf.uri_overrides);
  return stores('waf.overrides.list', editedOverride, () => result)(scene);
};
const state = (name: string): Step =>
  edits((draft) => void Object.assign(draft, { migration: { state: name } }));
const adds = saves(PHASE, (all) => [SSL, ...all]);
const storesOther = stores(
  'rulesets.entrypoint.update',
  saves(PHASE, (all) => all.map((one) => ({ ...one, description: 'theirs' }))),
  ({ control }) => control.zone(ZONE).rulesets.find(({ phase }) => phase === PHASE),
);
const PUT = 'rulesets.entrypoint.update';
const CUT = { effect: { kind: 'cut', moment: 'before-write' } } as const;
/** What the zone says right after a save of which it has not heard yet. */
const AS_BEFORE = [
  { operation: 'migration.status', status: 200, result: { migration_state: 'start' } },
  { operation: 'rulesets.entrypoint.get', status: 404, result: null },
].map(({ operation, status, result }) => ({
  ...{ match: { operation }, nth: 4 },
  effect: {
    ...({ kind: 'answer', status } as const),
    body: { success: result !== null, errors: [], messages: [], result },
  },
}));
/** What the steps of this zone have to be approved with. */
const [BEGIN, SAVE] = [
  `${ZONE}/77194435400f34e060c32c5b3bf09c80/5516699f728333f229fbd73b71fa86a6/none`,
  `${ZONE}/92da76f0916b44d48e0effc2f374080b+4878165a6bc10bb0699e591cd4ff128b/none/none`,
];
const approved = (what = ''): Block => ({ ...VALIDATES, approved_digest: `v1/validation/${what}` });
const approving = provider({ require_approval: true });
const proving = provider({ proof: 'on', max_retries: 0 });

/** What happens to migrations. */
export const MIGRATIONS: Stories = {
  'step by step, with adjustments that change': [
    [as(VALIDATES), apply, as({ ...VALIDATES, ...adjusted('log') }), apply],
    [as({ ...VALIDATES, ...adjusted('block', { sensitivity_level: 'low' }) }), apply],
    [as({ ...FINISHES, ...adjusted('block') }), plan, apply, plan, as(VALIDATES), plan, nothing, plan],
    apply,
  ],
  'at once': [[as({ ...FINISHES, ...adjusted('log') }), plan, apply, plan, nothing, apply]],
  'without being acknowledged, or for another zone': [
    [as({ target_state: 'finished' }), plan],
    [as({ ...FINISHES, acknowledge_irreversible: zoneIdOf('blog') }), plan],
    [as({ ...VALIDATES, acknowledge_irreversible: ZONE }), apply, as({ target_state: 'start' }), plan],
    [as({ ...VALIDATES, ...adjusted('nothing') }), plan],
    [as({ ...VALIDATES, adjustments: { ['7'.repeat(32)]: { enabled: 'false' } } }), plan],
    [as({ ...VALIDATES, adjustments: { ['7'.repeat(32)]: { rules: {} } } }), plan],
    [as({ ...VALIDATES, ...adjusted('log', {}, `2${SCANNER_RULE.slice(1)}`) }), plan],
    [as({ ...VALIDATES, ...adjusted('log', {}, 'f'.repeat(32)) }), plan, answers('rulesets.get', 403), plan],
  ],
  'with URI-based overrides': [
    [overrides, as(VALIDATES), plan, as({ ...VALIDATES, delete_uri_overrides: true }, once), plan],
    [answers('waf.overrides.delete', 500), apply, apply, plan],
  ],
  'with URI-based overrides that come since the plan, and a step that is refused': [
    [as({ ...VALIDATES, delete_uri_overrides: true }, once), save, overrides, applySaved],
    [answers('rulesets.entrypoint.update', 400), apply, apply],
  ],
  'with URI-based overrides that come after a step': [
    zone({ state: 'validation', previous: { uri_overrides: [uriOverride('1')] } }),
    [
      as({ ...VALIDATES, delete_uri_overrides: true }),
      plan,
      apply,
      as({ ...FINISHES, delete_uri_overrides: true }),
      plan,
    ],
  ],
  'with URI-based overrides of which one cannot be deleted, or is edited': [
    [
      overrides,
      as({ ...VALIDATES, delete_uri_overrides: true }, once),
      fails('waf.overrides.delete', 2),
      apply,
    ],
    [overrides, apply, apply, plan, overrides, as({ ...FINISHES, delete_uri_overrides: true }, once), plan],
    [overrides, save, editedOnceListed, applySaved],
    [overrides, save, editedOverride, applySaved, fails('waf.overrides.delete', 2), apply, apply, apply],
  ],
  'of a zone with an expression that is too long, until it is not': [
    [tooLong, as({ ...FINISHES, on_incompatible: 'skip' }), plan, apply, plan, zone({}), plan, apply],
  ],
  'of a zone that cannot migrate': [
    [as(VALIDATES), answers('migration.check', 200, { success: true, result: { compatible: false } }), plan],
    [zone({ plan: 'business' }), as(FINISHES), plan, as(VALIDATES), plan],
    [as({ ...VALIDATES, on_incompatible: 'skip' }), plan],
    [apply, plan, nothing, apply, zone({ previous: { uri_overrides: [uriOverride('1')] } })],
    [as({ ...FINISHES, on_incompatible: 'skip' }), apply],
  ],
  'that others have begun, finished or changed': [
    [zone({ state: 'validation' }), as(VALIDATES), plan, apply, as(FINISHES), plan],
    [as(VALIDATES, from(ZONE, TYPE)), apply],
    [zone({ state: 'finishing', finishesAt: '2024-01-01T00:00:00Z' }), as(VALIDATES), plan, as(FINISHES)],
    [plan, zone({ state: 'finished' }), plan, apply, zone({ state: 'validation', rules: [SSL] })],
    [as({ ...FINISHES, ...adjusted('log') }), plan, apply],
  ],
  imported: [
    [as(VALIDATES, from(ZONE, TYPE)), plan, zone({ state: 'validation' }), plan, apply],
    [as(VALIDATES, from('shop', TYPE)), plan, zone({ state: 'finished' }), as(FINISHES, from(ZONE, TYPE))],
    [plan, apply, destroy],
  ],
  'edited by others while it validates': [
    [as({ ...VALIDATES, ...adjusted('log') }), apply, adds, plan, apply, saves(PHASE, () => []), plan],
    [as({ ...FINISHES, ...adjusted('log') }), plan, save, adds, applySaved],
    [saves(PHASE, (all) => all.map((one) => ({ ...one, x_new: 1 }))), plan, apply, plan],
  ],
  'with previous settings that change': [
    [as(VALIDATES), save, zone({ actionMode: 'block' }), applySaved, apply],
    [zone({ state: 'validation', sensitivity: 'high' }), plan, as(FINISHES), plan, apply],
  ],
  'destroyed, abandoned, replaced, tainted': [
    [as(VALIDATES), apply, destroy, replace, taint, plan, as({ ...VALIDATES, on_destroy: 'abandon' })],
    [apply, taint, apply, destroy, plan, as({ ...FINISHES, on_destroy: 'abandon' }), apply, nothing, plan],
    apply,
  ],
  'with what is known after apply': [
    [as({ ...VALIDATES, zone_id: later(ZONE), on_incompatible: later('skip') }), plan],
    [as({ target_state: later('validation'), wait: later(true), delete_uri_overrides: later(false) }), plan],
    [as({ ...VALIDATES, ...adjusted(later('log')) }), plan],
    [as({ ...VALIDATES, adjustments: later({}) }), plan, as({ ...VALIDATES, on_destroy: later('refuse') })],
    [plan, apply, as({ ...FINISHES, acknowledge_irreversible: later(ZONE) }), plan],
    [as({ ...VALIDATES, ...adjusted('log'), approved_digest: later('v1/') }), plan, as(FINISHES), apply],
    [as({ ...FINISHES, acknowledge_irreversible: later(ZONE), approved_digest: later('v1/') }), plan],
  ],
  'left at its start, or abandoned': [
    [tooLong, as({ ...VALIDATES, on_incompatible: 'skip' }), apply, nothing, plan, apply, zone({})],
    [as({ ...VALIDATES, on_destroy: 'abandon' }), apply, nothing, plan, apply],
  ],
  'whose status the service retires': [
    [as(FINISHES, once), answers('migration.status', 404), apply, answers('migration.status', 404), plan],
    [as({ ...FINISHES, on_destroy: 'abandon' }, once), apply, plan],
  ],
  'under way or finished, at a service that has retired migrations': [
    [as(VALIDATES, once), apply, retired(410), plan, retired(404), plan],
    [as({ ...FINISHES, ...adjusted('block') }, once), apply, retired(404), refreshOnly, retired(410), plan],
    [retired(404), apply, plan],
  ],
  'that is stored in another form': [
    [as(VALIDATES), storesOther, apply, plan, apply, as(FINISHES), storesOther, apply, refreshOnly],
  ],
  'that needs an approval': [
    [as(VALIDATES, approving), plan, as({ ...VALIDATES, approved_digest: '0'.repeat(64) }, approving), plan],
    [as(approved(BEGIN), approving), apply, as({ ...VALIDATES, ...adjusted('log') }, approving), plan],
    [as({ ...approved(SAVE), ...adjusted('log') }, approving), apply, as(FINISHES, approving), plan],
    [overrides, as({ ...FINISHES, delete_uri_overrides: true }, approving), plan],
  ],
  'that needs none: it is skipped, taken over, waited for and done': [
    [overrides, as({ ...VALIDATES, on_incompatible: 'skip' }, approving), plan],
    [zone({ state: 'validation' }), plan, as({ target_state: 'finished' }, approving), state('finishing')],
    [apply, plan],
  ],
  'refused, or with a lost answer': [
    as(VALIDATES, once),
    [400, 409, 403, 404].flatMap((status) => [answers('rulesets.entrypoint.update', status), apply]),
    [cut('rulesets.entrypoint.update', 'before-write'), apply, cut('rulesets.entrypoint.update'), apply],
    [as(FINISHES, once), answers('rulesets.entrypoint.update', 403), apply],
    [cut('rulesets.entrypoint.update', 'before-write'), apply, apply],
    [zone({}), as(FINISHES, once), cut('rulesets.entrypoint.update'), apply, apply],
  ],
  'saved later than it seems': [
    [as(FINISHES, once), during({ match: { operation: PUT }, times: 1, ...LOST }, ...AS_BEFORE), apply, plan],
  ],
  'saved while others save something': [
    [as(VALIDATES), apply, as({ ...VALIDATES, ...adjusted('log') }, once)],
    [(scene) => scene.during(PUT, 'edit', CUT), apply, plan],
  ],
  'after one that failed': [
    as(VALIDATES, provider({ max_failed_migrations: 1, max_retries: 0 })),
    [answers('rulesets.entrypoint.update', 400), apply, apply],
  ],
  'with adjustments after its end, or while it ends': [
    [zone({ state: 'finished' }), as({ ...FINISHES, ...adjusted('log') }), plan, as(FINISHES), apply],
    [as({ ...FINISHES, ...adjusted('log') }), plan, saves(PHASE, () => []), as(FINISHES), refreshOnly],
    [state('finishing'), as({ ...FINISHES, ...adjusted('log'), wait: false }), plan],
  ],
  'with adjustments that are ignored': [
    [as({ ...VALIDATES, ...adjusted('log') }), apply],
    [as({ ...FINISHES, lifecycle: { ignore_changes: ['adjustments'] } }), plan, apply, plan],
  ],
  'with damaged private state': [
    [as(VALIDATES), apply, damaged, plan, as(FINISHES), plan, apply, damaged, plan],
  ],
  'without waiting': [
    [as(LATER), apply, plan, state('finishing'), plan, state('finished'), plan],
    [apply, saves(PHASE, () => []), state('finishing'), as({ ...LATER, on_destroy: 'abandon' }), save],
    [state('finished'), applySaved, plan],
  ],
  'read, and refused': [
    [as(VALIDATES, once), apply, answers('migration.check', 403), plan, answers('migration.check', 500)],
    [plan, answers('rulesets.entrypoint.get', 403), plan, answers('migration.config', 400), plan],
    [answers('migration.config', 403), as(FINISHES, once), plan, answers('page.rules.list', 403), plan],
  ],
  'proven before it is written': [
    [as(VALIDATES, proving), plan, answers('rulesets.create', 400), plan, apply],
    [as({ ...VALIDATES, ...adjusted('log') }, proving), plan, as(FINISHES, proving), plan, apply],
  ],
};
