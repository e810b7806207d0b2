import type { SeedZone } from '../../emulator';
import { migratingZone, uriOverride, zoneIdOf, type MigratingZone } from '../e2e/migrating-zones';
import { FEW } from './migration-scenarios';
import type { Blocks, PlanScenario } from './plan-scenarios';

/** The losses of docs/internals/service.md 7.3 that a zone of the wave has. */
const PAGE_RULE_OFF: MigratingZone = {
  previous: {
    ...FEW,
    page_rules: [
      {
        id: '1'.repeat(32),
        url: 'example.com/webhooks/*',
        actions: [{ id: 'waf', value: 'off' }],
        priority: 1,
      },
    ],
  },
};
const CORE_RULES_OFF: MigratingZone = {
  previous: {
    ...FEW,
    groups: { '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' },
    rules: { '981242': 'off' },
  },
};

/** The zones of the wave that finishes: where each begins. */
const WAVE: Readonly<Record<string, MigratingZone>> = {
  bakery: {},
  books: CORE_RULES_OFF,
  'customer-portal-of-the-northern-region': PAGE_RULE_OFF,
  forum: PAGE_RULE_OFF,
  hosting: { plan: 'professional' },
  music: { previous: { ...FEW, uri_overrides: [uriOverride('6')] } },
  news: { state: 'finished' },
  outlet: { plan: 'business' },
  shop: {},
};
const CANARIES = ['status', 'www'];

/** Zones that begin in this run, or that others have brought to the end. */
const NOT_VALIDATED = ['hosting', 'music', 'news', 'outlet'];

function seeded(zones: Readonly<Record<string, MigratingZone>>): readonly SeedZone[] {
  return Object.entries(zones).map(([name, zone]) => migratingZone(name, { previous: FEW, ...zone }));
}

/** What the service generates for a zone of these, which is what was approved. */
const DIGESTS = {
  pageRule: 'sha256:b47239b9483d0b9be414a3f4c874b195beef1156409bcae16e7fdd2cbd37b60a',
  others: 'sha256:35dc49e9a0186714bf2a9cda1feb35cbd24658ae088b23f163be47bccc89bc76',
};

function digestOf(name: string): string {
  return DIGESTS[WAVE[name] === PAGE_RULE_OFF ? 'pageRule' : 'others'];
}

interface Approval {
  readonly wave: string;
  readonly target: 'validation' | 'finished';
  readonly at: string;
  readonly by?: string;
}

/** A stack as `MigrationRollout` writes it: a gate with the record, and the migrations behind it. */
function waveOf({ wave, target, at, by }: Approval, zones: readonly string[], outputs?: object): Blocks {
  const record = {
    ...{
      rollout: 'waf',
      wave,
      position: wave,
      target,
      approved_by: by ?? 'sam@example.com',
      approved_at: at,
    },
    ...{ ticket: 'CHG-4711', zones: String(zones.length), left_out: '1' },
  };
  const migrations = zones.map((name) => [
    name,
    {
      zone_id: zoneIdOf(name),
      target_state: target,
      ...(target === 'finished' ? { acknowledge_irreversible: zoneIdOf(name) } : {}),
      approved_digest: digestOf(name),
      on_incompatible: 'skip',
      depends_on: ['terraform_data.gate'],
    },
  ]);
  return {
    resource: {
      terraform_data: { gate: { input: record } },
      zone_managed_rules_migration: Object.fromEntries(migrations) as object,
    },
    ...(outputs === undefined ? {} : { output: outputs }),
  };
}

const CANARY_WAVE = waveOf(
  { wave: '1', target: 'finished', at: '2027-01-25T09:12:00Z', by: 'kim@example.com' },
  CANARIES,
);
const OUTPUTS = {
  left_out: { value: { 'legacy.example': 'its owner is away until 2 February' } },
  not_approved: { value: ['launch.example'] },
};

/** A rollout of three waves: the first one is finished, the second finishes, the third waits for its approval. */
export const ROLLOUT_SCENARIOS: Readonly<Record<string, PlanScenario>> = {
  'waf-1': {
    seed: { zones: seeded(Object.fromEntries(CANARIES.map((name) => [name, {}]))) },
    applied: CANARY_WAVE,
    declared: CANARY_WAVE,
  },
  'waf-2': {
    seed: { zones: seeded(WAVE) },
    applied: waveOf(
      { wave: '2', target: 'validation', at: '2027-01-26T08:00:00Z' },
      Object.keys(WAVE).filter((name) => !NOT_VALIDATED.includes(name)),
      OUTPUTS,
    ),
    declared: waveOf(
      { wave: '2', target: 'finished', at: '2027-01-31T08:00:00Z' },
      Object.keys(WAVE),
      OUTPUTS,
    ),
  },
  'waf-3': {
    seed: { zones: [] },
    declared: {
      output: {
        waits_for: { value: 'Wave 3 waits for approval, and its stack changes nothing.' },
        left_out: { value: {} },
        not_approved: { value: ['wiki.example'] },
      },
    },
    applies: false,
  },
};
